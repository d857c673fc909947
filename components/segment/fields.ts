import { type TextKey, textFields } from "#lib/contract/contact-field-sets.ts";
import type { OwnKind } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { type PlainSaleCondition, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { READY_LONG_DAYS } from "#lib/contract/repair-terms.ts";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";

export type Condition = SegmentCondition | SaleCondition;
export type Segment = Condition[][];

export type Value =
  | "text"
  | "within"
  | "month"
  | "amount"
  | "count"
  | "period"
  | "sometime"
  | "category"
  | "state"
  | "source"
  | "payment"
  | "method"
  | "tags"
  | "number"
  | "options"
  | "yes";

export type Verb = { label: string; begin: Condition; values: Value[] };
type FieldName = Condition["field"];
type FieldLook = { label: string; group: string; icon: string; verbs: Verb[]; of?: SegmentSubject };

const verb = (label: string, begin: Condition, ...values: Value[]): Verb => ({ label, begin, values });

const lastMonths = (count: number) => ({ last: { count, unit: "months" as const } });

const contains = (field: TextKey | PlainSaleCondition | "name" | "customer") =>
  verb("contains", { field, contains: "" }, "text");
const written = (field: TextKey | PlainSaleCondition) => [contains(field), verb("is known", { field })];
const dated = (field: "added" | "firstSale" | "lastSale" | "lastAppointment" | "soldAt", months = 3) => [
  verb("", { field, period: lastMonths(months) }, "period"),
];
const compared = (begin: (is: "over" | "under") => Condition, ...values: Value[]) =>
  (["over", "under"] as const).map((is) => verb(is, begin(is), ...values));

const inGroup =
  (group: string, usual: string, of?: SegmentSubject) =>
  (label: string, verbs: Verb[], icon = usual): FieldLook => ({
    label,
    group,
    icon,
    verbs,
    ...(of && { of }),
  });
const sales = inGroup("Sales", "receipt-text");
const appointments = inGroup("Appointments", "calendar-check");
const mail = inGroup("Mail", "mail");
const contact = inGroup("Contact", "users");
const ofSale = inGroup("Sale", "receipt-text", "sales");

const PURCHASES: Value[] = ["sometime", "category"];

export const fields: Record<Exclude<FieldName, "own">, FieldLook> = {
  ...looks(yearlyFields, ({ key: field, label }) =>
    inGroup("Birthday and dates", field === "birthday" ? "cake" : "calendar-days")(label, [
      verb("in the next", { field, within: 7 }, "within"),
      verb("in", { field, month: 0 }, "month"),
      verb("is known", { field }),
    ]),
  ),
  spent: sales(
    "Spent",
    compared((is) => ({ field: "spent", is, amount: "500" }), "amount", ...PURCHASES),
  ),
  sales: sales("Sales", [
    verb("at least", { field: "sales", is: "atLeast", count: 1 }, "count", ...PURCHASES),
    verb("at most", { field: "sales", is: "atMost", count: 0 }, "count", ...PURCHASES),
  ]),
  lastSale: sales("Last sale", dated("lastSale")),
  firstSale: sales("First sale", dated("firstSale")),
  appointment: appointments("Appointment", [
    verb("", { field: "appointment", period: { next: { count: 7, unit: "days" } } }, "period"),
  ]),
  lastAppointment: appointments("Last appointment", dated("lastAppointment")),
  noShow: appointments("No-shows", [verb("", { field: "noShow" }, "sometime")]),
  repair: inGroup("Repairs", "hammer")("Repair", [
    verb("is here", { field: "repair", is: "here" }),
    verb(`ready over ${READY_LONG_DAYS} days`, { field: "repair", is: "readyLong" }),
  ]),
  mailed: mail("Emails sent", [verb("", { field: "mailed" }, "sometime")]),
  consent: mail("Marketing mail", [verb("is", { field: "consent", is: "given" }, "state")], "mail-check"),
  tags: inGroup("Tags", "tag")("Tags", [
    verb("any of", { field: "tags", tagIds: [] }, "tags"),
    verb("any at all", { field: "tags" }),
  ]),
  name: contact("Name", [contains("name")]),
  ...looks(textFields, ({ key, label, kind }) =>
    contact(label, written(key), kind === "email" ? "mail" : "users"),
  ),
  added: contact("Added", dated("added"), "plus"),
  source: contact("Source", [verb("", { field: "source", is: "visitor" }, "source")], "plus"),
  soldAt: ofSale("Sold", dated("soldAt", 1), "calendar-days"),
  cost: ofSale(
    "Price",
    compared((is) => ({ field: "cost", is, amount: "500" }), "amount"),
  ),
  category: ofSale("Product", [verb("is", { field: "category", categoryId: "" }, "category")], "gem"),
  payment: ofSale("Payment", [verb("is", { field: "payment", is: "open" }, "payment")], "credit-card"),
  open: ofSale(
    "Open amount",
    compared((is) => ({ field: "open", is, amount: is === "over" ? "0" : "500" }), "amount"),
    "credit-card",
  ),
  refunded: ofSale("Refunded", [verb("", { field: "refunded" })]),
  discounted: ofSale("Discount", [verb("was given", { field: "discounted" })]),
  method: ofSale("Method", [verb("is", { field: "method", is: "Card" }, "method")], "credit-card"),
  ...looks(
    plainSaleFields.map((field) => ({ ...field, key: field.condition })),
    ({ key, short }) => ofSale(short, written(key)),
  ),
  customer: ofSale("Contact", [contains("customer")], "users"),
};

function looks<F extends { key: string }>(of: readonly F[], look: (field: F) => FieldLook) {
  return Object.fromEntries(of.map((field) => [field.key, look(field)])) as Record<F["key"], FieldLook>;
}

const OWN = { group: "Own fields", icon: "pencil" };

export function ownLook({ id, label, kind, of: subject }: OwnField): FieldLook {
  const of = { field: "own" as const, fieldId: id };
  const than = (value: Value) =>
    (["over", "under", "exactly"] as const).map((is) =>
      verb(is === "exactly" ? "is" : is, { ...of, is, amount: "0" }, value),
    );
  const anyOf = [verb("any of", { ...of, optionIds: [] }, "options")];
  const verbs: Record<OwnKind, Verb[]> = {
    text: [
      verb("is", { ...of, is: "exactly", contains: "" }, "text"),
      verb("contains", { ...of, contains: "" }, "text"),
    ],
    number: than("number"),
    money: than("amount"),
    date: [verb("is", { ...of, period: lastMonths(3) }, "period")],
    choice: anyOf,
    choices: anyOf,
    yesNo: [verb("is", { ...of, yes: true }, "yes")],
  };
  return { ...OWN, label, of: subject, verbs: [...verbs[kind], verb("is known", of)] };
}

export function fieldLook(condition: Condition, own: readonly OwnField[]): FieldLook {
  if (condition.field !== "own") return fields[condition.field];
  const found = own.find(({ id }) => id === condition.fieldId);
  return found ? ownLook(found) : { ...OWN, label: "A field", verbs: [verb("", condition)] };
}
