import type { BuiltInField } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Answer } from "#lib/contract/contract.ts";
import {
  type ColumnField,
  type ImportField,
  type ImportKind,
  isOwnColumn,
} from "#lib/contract/import-terms.ts";
import type { Import, Reading } from "#lib/contract/imports.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { plural } from "#lib/text.ts";

export type WholeImport = Answer<"imports.get">;
export type ImportRow = Answer<"imports.rows">[number];
export type Group = WholeImport["groups"][number];

export const kindNames: Record<ImportKind, string> = {
  contacts: "Contacts",
  sales: "Sales",
  notes: "Notes",
  categories: "Categories",
  appointments: "Appointments",
  repairs: "Repairs",
};

export const fieldNames: Record<ImportField, string> = {
  name: "Whole name",
  ...labelsOf(contactFields),
  addresses: "More emails and numbers",
  consent: "Marketing consent",
  texts: "Text permission",
  tags: "Tags",
  note: "Note",
  date: "Date",
  time: "Time",
  minutes: "Minutes",
  ends: "End",
  title: "Title",
  cost: "Amount",
  refunded: "Refunded amount",
  paid: "Paid amount",
  open: "Open amount",
  method: "Payment method",
  payments: "Payments",
  items: "Items",
  soldBy: "Sold by",
  currency: "Currency",
  status: "Status",
  category: "Category",
  description: "Description",
  ...labelsOf(plainSaleFields),
  content: "Text",
  ticket: "Ticket number",
  piece: "Piece",
  work: "Work",
  promised: "Promised day",
  deposit: "Deposit",
  workshop: "Workshop",
  keptIn: "Kept in",
  words: "In their words",
};

function labelsOf<F extends BuiltInField>(fields: readonly F[]): Record<F["key"], string> {
  return Object.fromEntries(fields.map(({ key, label }) => [key, label])) as Record<F["key"], string>;
}

export function countOf(kind: ImportKind | null, count: number): string {
  if (kind === null) return plural(count, "row");
  const one = kind === "categories" ? "category" : kind.slice(0, -1);
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : kind}`;
}

export function isWorking({ state }: Pick<Import, "state">): boolean {
  return ["uploading", "reading", "checking", "running", "reverting"].includes(state);
}

const POLL_MS = 2_000;

export function pollWhile(isBusy: boolean | undefined): number {
  return isBusy ? POLL_MS : 0;
}

type NameOf = (field: ColumnField) => string;

function called(field: ColumnField, nameOf: NameOf): string {
  return isOwnColumn(field) ? `“${nameOf(field)}”` : nameOf(field).toLowerCase();
}

type File = { total: number; kind: ImportKind };

export function sentenceOf({ field, kind, count, reason }: Group, nameOf: NameOf, file: File): string {
  const what = called(field, nameOf);
  const aWhat = `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  const isOne = count === 1;
  const have = isOne ? "has" : "have";
  const subject = reason.toLowerCase().replace("?", "");
  const subjects = `${subject.replace(/^an? /, "")}s`;
  if (kind === "other" && !isOne && count === file.total)
    return `This file looks like ${subjects}, not ${kindNames[file.kind].toLowerCase()}.`;
  const isBuiltInSaleField = plainSaleFields.some(({ key }) => key === field);
  const predicates: Record<Group["kind"], string> = {
    company: `could be ${isOne ? "a company or a person" : "companies or people"}`,
    walkIn: `${have} a name that looks like a walk-in customer`,
    other: isOne ? `looks like ${subject}` : `look like ${subjects}`,
    discount: `${have} a price and a discount`,
    balance: `${have} a balance that may be the sale’s or the customer’s`,
    order: `${have} a name that may begin with the last name`,
    wide: `${have} more cells than the file has columns`,
    cancelled: `${isOne ? "was" : "were"} cancelled or never completed`,
    country: `${have} a phone number without a country`,
    currency: `${have} ${aWhat} in another currency`,
    erased: `${have} ${aWhat} that can’t be read`,
    missing: `${have} no ${what}`,
    nobody: `${isOne ? "matches" : "match"} no existing contact`,
    pieces: `${have} several pieces and a price`,
    repeated: `${isOne ? "repeats" : "repeat"} the invoice number of an earlier row`,
    several: "could match several contacts",
    shared:
      field === "firstName"
        ? `${have} only a name, and a contact with that name already exists`
        : `${have} the ${what} of a contact with another name`,
    sum: isOne ? "looks like a heading or a total" : "look like headings or totals",
    number: `${have} a ticket number above the store’s next one, or perhaps used before`,
    twin: isBuiltInSaleField
      ? `${have} ${aWhat} that already exists with another day, amount or item`
      : `${have} the same ${what} as ${field === "ticket" ? "another row or repair" : "an earlier row"}`,
    unreadable: isOwnColumn(field) ? `${have} an unclear value of ${what}` : `${have} an unclear ${what}`,
    values: `${have} several ${what}s in one cell`,
  };
  return `${plural(count, "row")} ${predicates[kind]}.`;
}

type How = Reading["rules"][number]["how"];
type Choice = { how: How; label: string };
const NEEDED: ColumnField[] = ["firstName", "date", "cost", "content", "category", "time"];
const NEEDED_IN_REPAIRS: ColumnField[] = ["firstName", "piece", "promised"];

export function choicesFor(group: Group, importKind: ImportKind, nameOf: NameOf): Choice[] {
  const { field, kind, count } = group;
  const isOne = count === 1;
  const all = isOne ? "it" : `all ${count.toLocaleString("en-US")}`;
  const out: Choice = { how: "out", label: `Leave ${all} out` };
  const ofRepair = importKind === "repairs" ? choicesForRepair(group) : null;
  if (ofRepair) return [...ofRepair, out];
  switch (kind) {
    case "nobody":
    case "several":
      return [...byName(importKind, all), out];
    case "shared":
      return importKind === "contacts"
        ? [
            { how: "known", label: `${isOne ? "It is" : "They are"} the same` },
            {
              how: "new",
              label: isOne ? "Add a new contact" : `Add ${count.toLocaleString("en-US")} new contacts`,
            },
            out,
          ]
        : [
            { how: "known", label: `${isOne ? "It belongs" : "They belong"} to that contact` },
            ...byName(importKind, all),
            out,
          ];
    case "pieces":
      return [
        { how: "kept", label: "It’s the price of all pieces" },
        { how: "suggestion", label: "It’s the price of one piece" },
      ];
    case "discount":
      return [
        { how: "kept", label: "It’s the price after the discount" },
        { how: "suggestion", label: "It’s the price before the discount" },
      ];
    case "balance":
      return [
        { how: "suggestion", label: "It’s the amount still due for the sale" },
        { how: "kept", label: "It’s the customer’s total, so don’t import it" },
      ];
    case "order":
      return [
        { how: "suggestion", label: "The last name comes first" },
        { how: "kept", label: "The first name comes first" },
      ];
    case "repeated":
      return [
        { how: "out", label: "Import only the first row of each invoice" },
        { how: "kept", label: "Each row is its own sale" },
      ];
    case "values":
      return [{ how: "kept", label: `Keep all, the first as the main ${called(field, nameOf)}` }, out];
    case "company":
      return [
        { how: "suggestion", label: isOne ? "It’s a company" : "They are companies" },
        { how: "kept", label: isOne ? "It’s a person" : "They are people" },
      ];
    case "walkIn":
      return importKind === "sales"
        ? [
            { how: "name", label: isOne ? "It’s a walk-in sale" : "They are walk-in sales" },
            { how: "kept", label: "It’s a customer’s name" },
          ]
        : [out, { how: "kept", label: isOne ? "It’s a customer" : "They are customers" }];
    case "other":
      return [
        out,
        {
          how: "kept",
          label: `Import ${all} ${isOne ? "anyway" : `as ${kindNames[importKind].toLowerCase()}`}`,
        },
      ];
    case "sum":
      return [out, { how: "kept", label: `Import ${all}` }];
    case "wide":
      return [...suggestion(group), out, { how: "kept", label: `Import ${all} anyway` }];
    case "twin":
      return [{ how: "new", label: `Import ${all} as new` }, out];
    case "cancelled":
      return [out, { how: "empty", label: `Import ${all} anyway` }];
    case "missing":
      if (field === "paid")
        return [
          { how: "empty", label: isOne ? "It was paid in full" : "They were paid in full" },
          { how: "suggestion", label: "Nothing was paid" },
        ];
  }
  const needed = importKind === "repairs" ? NEEDED_IN_REPAIRS : NEEDED;
  return [...suggestion(group), needed.includes(field) ? out : leaveEmpty(field, nameOf)];
}

function choicesForRepair({ field, kind, count }: Group): Choice[] | null {
  const isOne = count === 1;
  const added: Choice = { how: "new", label: isOne ? "Add a new contact" : "Add new contacts" };
  const numbered: Choice = { how: "empty", label: isOne ? "Give it a new number" : "Give them new numbers" };
  if (field === "ticket")
    return kind === "number"
      ? [{ how: "kept", label: "Keep, and count on from the highest" }, numbered]
      : [numbered];
  if (field === "status")
    return kind === "other" ? [] : [{ how: "empty", label: `${isOne ? "It is" : "They are"} “In”` }];
  if (kind === "shared")
    return [{ how: "known", label: `${isOne ? "It belongs" : "They belong"} to that contact` }, added];
  return kind === "nobody" ? [added] : kind === "several" ? [] : null;
}

/** A note without a contact would be lost, but a sale or an appointment can stay with only a name. */
function byName(importKind: ImportKind, all: string): Choice[] {
  return importKind === "notes" ? [] : [{ how: "name", label: `Import ${all} with only the name` }];
}

function suggestion({ kind, suggested }: Group): Choice[] {
  if (suggested === 0) return [];
  const isOne = suggested === 1;
  const label =
    kind === "currency"
      ? `Use the ${isOne ? "number as it is" : "numbers as they are"}`
      : `Take ${isOne ? "the suggestion" : `all ${suggested} suggestions`}`;
  return [{ how: "suggestion", label }];
}

function leaveEmpty(field: ColumnField, nameOf: NameOf): Choice {
  return { how: "empty", label: `Leave ${isOwnColumn(field) ? "" : "the "}${called(field, nameOf)} empty` };
}

/** What `empty` means for some columns. */
const EMPTIED: Record<string, string> = {
  "status cancelled": "imported anyway",
  status: "“In”",
  "paid missing": "paid in full",
  ticket: "given a new number",
};

export function ruleText({ field, kind, how }: Reading["rules"][number], nameOf: NameOf): string {
  const what = nameOf(field);
  const which = {
    country: "without a country",
    missing: "missing",
    cancelled: "cancelled",
    twin: "twice",
    currency: "in another currency",
    shared: field === "firstName" ? "that a contact has" : "of a contact with another name",
    nobody: "without a contact",
    several: "matching several contacts",
    erased: "of erased contacts",
    unreadable: "unclear",
    pieces: "of several pieces",
    company: "of a company or a person",
    walkIn: "of walk-in customers",
    other: "of another kind",
    sum: "that looks like a heading or a total",
    repeated: "repeated for an invoice",
    discount: "with a discount",
    balance: "that may be the customer’s balance",
    order: "that may begin with the last name",
    values: "several in one cell",
    wide: "in a row with too many cells",
    number: "above the next one or used before",
  }[kind];
  const then = {
    empty: EMPTIED[`${field} ${kind}`] ?? EMPTIED[field] ?? "left empty",
    suggestion: "as suggested",
    out: "row left out",
    name: "by the name alone",
    new: "added as new",
    known: "the same contact",
    kept: "as written",
  }[how];
  return `${what} ${which}: ${then}`;
}
