import { type TextKey, textFields } from "#lib/contract/contact-field-sets.ts";
import type { OwnKind } from "#lib/contract/field-terms.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { type PlainSaleCondition, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { READY_LONG_DAYS } from "#lib/contract/repair-terms.ts";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import type { SegmentCondition } from "#lib/contract/segments.ts";
import { type YearlyKey, yearlyFields } from "#lib/contract/yearly-fields.ts";

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

const lastMonths = (count: number) => ({ last: { count, unit: "months" as const } });

const yearly = (field: YearlyKey): Verb[] => [
  { label: "in the next", begin: { field, within: 7 }, values: ["within"] },
  { label: "in", begin: { field, month: 0 }, values: ["month"] },
  { label: "is known", begin: { field }, values: [] },
];
const written = (field: TextKey | PlainSaleCondition): Verb[] => [
  { label: "contains", begin: { field, contains: "" }, values: ["text"] },
  { label: "is known", begin: { field }, values: [] },
];
const dated = (field: "added" | "firstSale" | "lastSale" | "lastAppointment"): Verb[] => [
  { label: "", begin: { field, period: lastMonths(3) }, values: ["period"] },
];

export const fields: Record<Exclude<FieldName, "own">, FieldLook> = {
  ...looks(yearlyFields, ({ key, label }) => ({
    label,
    group: "Birthday and dates",
    icon: key === "birthday" ? "cake" : "calendar-days",
    verbs: yearly(key),
  })),
  spent: {
    label: "Spent",
    group: "Sales",
    icon: "receipt-text",
    verbs: (["over", "under"] as const).map((is) => ({
      label: is,
      begin: { field: "spent", is, amount: "500" },
      values: ["amount", "sometime", "category"],
    })),
  },
  sales: {
    label: "Sales",
    group: "Sales",
    icon: "receipt-text",
    verbs: (["atLeast", "atMost"] as const).map((is) => ({
      label: is === "atLeast" ? "at least" : "at most",
      begin: { field: "sales", is, count: is === "atLeast" ? 1 : 0 },
      values: ["count", "sometime", "category"],
    })),
  },
  lastSale: { label: "Last sale", group: "Sales", icon: "receipt-text", verbs: dated("lastSale") },
  firstSale: { label: "First sale", group: "Sales", icon: "receipt-text", verbs: dated("firstSale") },
  appointment: {
    label: "Appointment",
    group: "Appointments",
    icon: "calendar-check",
    verbs: [
      {
        label: "",
        begin: { field: "appointment", period: { next: { count: 7, unit: "days" } } },
        values: ["period"],
      },
    ],
  },
  lastAppointment: {
    label: "Last appointment",
    group: "Appointments",
    icon: "calendar-check",
    verbs: dated("lastAppointment"),
  },
  noShow: {
    label: "No-shows",
    group: "Appointments",
    icon: "calendar-check",
    verbs: [{ label: "", begin: { field: "noShow" }, values: ["sometime"] }],
  },
  repair: {
    label: "Repair",
    group: "Repairs",
    icon: "hammer",
    verbs: [
      { label: "is here", begin: { field: "repair", is: "here" }, values: [] },
      {
        label: `ready over ${READY_LONG_DAYS} days`,
        begin: { field: "repair", is: "readyLong" },
        values: [],
      },
    ],
  },
  mailed: {
    label: "Emails sent",
    group: "Mail",
    icon: "mail",
    verbs: [{ label: "", begin: { field: "mailed" }, values: ["sometime"] }],
  },
  consent: {
    label: "Marketing mail",
    group: "Mail",
    icon: "mail-check",
    verbs: [{ label: "is", begin: { field: "consent", is: "given" }, values: ["state"] }],
  },
  tags: {
    label: "Tags",
    group: "Tags",
    icon: "tag",
    verbs: [
      { label: "any of", begin: { field: "tags", tagIds: [] }, values: ["tags"] },
      { label: "any at all", begin: { field: "tags" }, values: [] },
    ],
  },
  name: {
    label: "Name",
    group: "Contact",
    icon: "users",
    verbs: [{ label: "contains", begin: { field: "name", contains: "" }, values: ["text"] }],
  },
  ...looks(textFields, ({ key, label, kind }) => ({
    label,
    group: "Contact",
    icon: kind === "email" ? "mail" : "users",
    verbs: written(key),
  })),
  added: { label: "Added", group: "Contact", icon: "plus", verbs: dated("added") },
  source: {
    label: "Source",
    group: "Contact",
    icon: "plus",
    verbs: [{ label: "", begin: { field: "source", is: "visitor" }, values: ["source"] }],
  },
  soldAt: {
    label: "Sold",
    group: "Sale",
    icon: "calendar-days",
    of: "sales",
    verbs: [{ label: "", begin: { field: "soldAt", period: lastMonths(1) }, values: ["period"] }],
  },
  cost: {
    label: "Price",
    group: "Sale",
    icon: "receipt-text",
    of: "sales",
    verbs: (["over", "under"] as const).map((is) => ({
      label: is,
      begin: { field: "cost", is, amount: "500" },
      values: ["amount"],
    })),
  },
  category: {
    label: "Product",
    group: "Sale",
    icon: "gem",
    of: "sales",
    verbs: [{ label: "is", begin: { field: "category", categoryId: "" }, values: ["category"] }],
  },
  payment: {
    label: "Payment",
    group: "Sale",
    icon: "credit-card",
    of: "sales",
    verbs: [{ label: "is", begin: { field: "payment", is: "open" }, values: ["payment"] }],
  },
  open: {
    label: "Open amount",
    group: "Sale",
    icon: "credit-card",
    of: "sales",
    verbs: (["over", "under"] as const).map((is) => ({
      label: is,
      begin: { field: "open", is, amount: is === "over" ? "0" : "500" },
      values: ["amount"],
    })),
  },
  refunded: {
    label: "Refunded",
    group: "Sale",
    icon: "receipt-text",
    of: "sales",
    verbs: [{ label: "", begin: { field: "refunded" }, values: [] }],
  },
  discounted: {
    label: "Discount",
    group: "Sale",
    icon: "receipt-text",
    of: "sales",
    verbs: [{ label: "was given", begin: { field: "discounted" }, values: [] }],
  },
  method: {
    label: "Method",
    group: "Sale",
    icon: "credit-card",
    of: "sales",
    verbs: [{ label: "is", begin: { field: "method", is: "Card" }, values: ["method"] }],
  },
  ...looks(
    plainSaleFields.map((field) => ({ ...field, key: field.condition })),
    ({ key, short }) => ({
      label: short,
      group: "Sale",
      icon: "receipt-text",
      of: "sales",
      verbs: written(key),
    }),
  ),
  customer: {
    label: "Contact",
    group: "Sale",
    icon: "users",
    of: "sales",
    verbs: [{ label: "contains", begin: { field: "customer", contains: "" }, values: ["text"] }],
  },
};

function looks<F extends { key: string }>(of: readonly F[], look: (field: F) => FieldLook) {
  return Object.fromEntries(of.map((field) => [field.key, look(field)])) as Record<F["key"], FieldLook>;
}

const OWN = { group: "Own fields", icon: "pencil" };

export function ownLook({ id, label, kind, of: subject }: OwnField): FieldLook {
  const of = { field: "own" as const, fieldId: id };
  const known: Verb = { label: "is known", begin: of, values: [] };
  const than = (value: Value) =>
    (["over", "under", "exactly"] as const).map(
      (is): Verb => ({
        label: is === "exactly" ? "is" : is,
        begin: { ...of, is, amount: "0" },
        values: [value],
      }),
    );
  const verbs: Record<OwnKind, Verb[]> = {
    text: [
      { label: "contains", begin: { ...of, contains: "" }, values: ["text"] },
      { label: "is", begin: { ...of, is: "exactly", contains: "" }, values: ["text"] },
    ],
    number: than("number"),
    money: than("amount"),
    date: [{ label: "is", begin: { ...of, period: lastMonths(3) }, values: ["period"] }],
    choice: [{ label: "any of", begin: { ...of, optionIds: [] }, values: ["options"] }],
    choices: [{ label: "any of", begin: { ...of, optionIds: [] }, values: ["options"] }],
    yesNo: [{ label: "is", begin: { ...of, yes: true }, values: ["yes"] }],
  };
  return { ...OWN, label, of: subject, verbs: [...verbs[kind], known] };
}

export function lookOf(condition: Condition, own: readonly OwnField[]): FieldLook {
  if (condition.field !== "own") return fields[condition.field];
  const found = own.find(({ id }) => id === condition.fieldId);
  return found
    ? ownLook(found)
    : { ...OWN, label: "A field", verbs: [{ label: "", begin: condition, values: [] }] };
}
