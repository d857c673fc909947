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
};

export const fieldNames: Record<ImportField, string> = {
  name: "Whole name",
  ...labelsOf(contactFields),
  addresses: "More emails and numbers",
  consent: "Marketing consent",
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

export function sentenceOf({ field, kind, count }: Group, nameOf: NameOf): string {
  const rows = plural(count, "row");
  const [have, match] = count === 1 ? ["has", "matches"] : ["have", "match"];
  const what = called(field, nameOf);
  const one = `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
  if (kind === "currency") return `${rows} ${have} ${one} in another currency.`;
  if (kind === "shared" && field === "firstName")
    return `${rows} ${have} only a name, and a contact with that name already exists.`;
  if (kind === "cancelled") return `${rows} ${count === 1 ? "was" : "were"} cancelled or never completed.`;
  if (kind === "shared") return `${rows} ${have} the ${what} of a contact with another name.`;
  if (kind === "country") return `${rows} ${have} a phone number without a country.`;
  if (kind === "missing") return `${rows} ${have} no ${what}.`;
  if (kind === "twin" && plainSaleFields.some(({ key }) => key === field))
    return `${rows} ${have} ${one} that already exists with another day, amount or item.`;
  if (kind === "twin") return `${rows} ${have} the same ${what} as an earlier row.`;
  if (kind === "pieces") return `${rows} ${have} several pieces and a price.`;
  if (kind === "sum")
    return `${rows} ${count === 1 ? "looks like a heading or a total" : "look like headings or totals"}.`;
  if (kind === "repeated")
    return `${rows} ${count === 1 ? "repeats" : "repeat"} the invoice number and amount of an earlier row.`;
  if (kind === "values") return `${rows} ${have} several ${what}s in one cell.`;
  if (kind === "nobody") return `${rows} ${match} no existing contact.`;
  if (kind === "several") return `${rows} could match several contacts.`;
  if (isOwnColumn(field)) return `${rows} ${have} a value of ${what} that can’t be read.`;
  return `${rows} ${have} ${one} that can’t be read.`;
}

type How = Reading["rules"][number]["how"];
const NEEDED: ColumnField[] = ["firstName", "date", "cost", "content", "category", "time"];

export function mendsOf(
  { field, kind, count, suggested }: Group,
  of: ImportKind,
  nameOf: NameOf,
): { how: How; label: string }[] {
  const all = count === 1 ? "it" : `all ${count.toLocaleString("en-US")}`;
  const out = { how: "out" as const, label: `Leave ${all} out` };
  const byName = { how: "name" as const, label: `Import ${all} with only the name` };
  if (kind === "nobody" || kind === "several") {
    return of === "notes" ? [out] : [byName, out];
  }
  if (kind === "shared" && of !== "contacts") {
    const known = {
      how: "known" as const,
      label: `${count === 1 ? "It belongs" : "They belong"} to that contact`,
    };
    return of === "notes" ? [known, out] : [known, byName, out];
  }
  if (kind === "shared") {
    return [
      { how: "known", label: `${count === 1 ? "It is" : "They are"} the same` },
      {
        how: "new",
        label: count === 1 ? "Add a new contact" : `Add ${count.toLocaleString("en-US")} new contacts`,
      },
      out,
    ];
  }
  if (kind === "pieces")
    return [
      { how: "kept", label: "It’s the price of all pieces" },
      { how: "suggestion", label: "It’s the price of one piece" },
    ];
  if (kind === "repeated")
    return [
      { how: "out", label: `It’s the invoice’s total: leave ${all} out` },
      { how: "kept", label: "Each row is its own sale" },
    ];
  if (kind === "values")
    return [{ how: "kept", label: `Keep all, the first as the main ${called(field, nameOf)}` }, out];
  if (kind === "sum") return [out, { how: "kept", label: `Import ${all}` }];
  if (kind === "twin") return [{ how: "new", label: `Import ${all} as new` }, out];
  if (kind === "missing" && field === "paid")
    return [
      { how: "empty", label: count === 1 ? "It was paid in full" : "They were paid in full" },
      { how: "suggestion", label: "Nothing was paid" },
    ];
  if (kind === "cancelled") return [out, { how: "empty", label: `Import ${all} anyway` }];
  return [
    ...(suggested > 0
      ? [
          {
            how: "suggestion" as const,
            label:
              kind === "currency"
                ? `Use the ${suggested === 1 ? "number as it is" : "numbers as they are"}`
                : `Take ${suggested === 1 ? "the suggestion" : `all ${suggested} suggestions`}`,
          },
        ]
      : []),
    NEEDED.includes(field)
      ? out
      : {
          how: "empty" as const,
          label: `Leave ${isOwnColumn(field) ? "" : "the "}${called(field, nameOf)} empty`,
        },
  ];
}

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
    unreadable: "unreadable",
    pieces: "of several pieces",
    sum: "that looks like a heading or a total",
    repeated: "repeated for an invoice",
    values: "several in one cell",
  }[kind];
  const then = {
    empty: "left empty",
    suggestion: "as suggested",
    out: "row left out",
    name: "by the name alone",
    new: "added as new",
    known: "the same contact",
    kept: "as written",
  }[how];
  return `${what} ${which}: ${then}`;
}
