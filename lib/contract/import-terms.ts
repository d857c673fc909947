import { personKeys, textKeys } from "./contact-field-sets.ts";
import { contactKeys } from "./contact-fields.ts";
import { plainSaleFields } from "./plain-sale-fields.ts";

export const importKinds = ["contacts", "sales", "notes", "categories", "appointments", "repairs"] as const;
export type ImportKind = (typeof importKinds)[number];

/** `checking`: compares rows with existing records. `failed`: the file can't be read. */
export const importStates = [
  "uploading",
  "reading",
  "checking",
  "checked",
  "running",
  "done",
  "stopped",
  "reverting",
  "reverted",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

export const personColumns = ["name", ...personKeys] as const;

/** `note`: the text becomes a note of the contact. */
export const importFields = {
  contacts: ["name", ...contactKeys, "addresses", "consent", "texts", "tags", "note"],
  sales: [
    "date",
    "time",
    "cost",
    "refunded",
    "paid",
    "open",
    "method",
    "payments",
    "items",
    "soldBy",
    "currency",
    "status",
    "category",
    ...plainSaleFields.map(({ key }) => key),
    ...personColumns,
    "note",
  ],
  notes: ["content", "date", ...personColumns],
  categories: ["category", "description"],
  appointments: ["date", "time", "minutes", "ends", "status", "title", ...personColumns, "content"],
  repairs: [
    ...[
      "ticket",
      "piece",
      "work",
      "promised",
      "status",
      "cost",
      "deposit",
      "date",
      "workshop",
      "keptIn",
      "words",
    ],
    ...personColumns,
  ],
} as const satisfies Record<ImportKind, readonly string[]>;
export type ImportField = (typeof importFields)[ImportKind][number];
export type OwnColumn = `own:${string}`;
export type ColumnField = ImportField | OwnColumn;

export function isOwnColumn(field: ColumnField): field is OwnColumn {
  return field.startsWith("own:");
}

/** Several columns may have these. The first email and number count, others are added; the strictest consent counts. */
export const MANY: readonly ColumnField[] = ["note", ...textKeys, "addresses", "consent", "texts"];

export const PART_BYTES = 600_000;
export const MOST_BYTES = 30_000_000;

/** Of files that other programs send. */
export const receivedTypes = [
  "text/csv",
  "text/plain",
  "text/tab-separated-values",
  "text/vcard",
  "application/octet-stream",
  "application/vnd.ms-excel",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] as const;

/** First column of downloads of rejected rows; imports ignore it. */
export const WRONG = "What is wrong";
