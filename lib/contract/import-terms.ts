// The words of imports, without zod: first views know them.

export const importKinds = ["contacts", "sales", "notes", "categories", "appointments"] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * From the file to the records: its parts come (`uploading`), its rows are read (`reading`), each is looked at
 * (`checking`) and shown (`checked`); then they go in (`running`) until the end (`done`) or until somebody stops it
 * (`stopped`), and may be taken back (`reverting`, `reverted`). `failed`: this is no file that can be read.
 */
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

/** What a column of a file may hold, for each kind. `note`: its text becomes a note of the contact, under its name. */
export const importFields = {
  contacts: [
    "name",
    "firstName",
    "lastName",
    "email",
    "phoneNumber",
    "birthday",
    "anniversary",
    "consent",
    "tags",
    "note",
  ],
  sales: [
    "date",
    "time",
    "cost",
    "refunded",
    "currency",
    "category",
    "invoiceNumber",
    "name",
    "firstName",
    "lastName",
    "email",
    "phoneNumber",
    "note",
  ],
  notes: ["content", "date", "name", "firstName", "lastName", "email", "phoneNumber"],
  categories: ["category", "description"],
  appointments: [
    "date",
    "time",
    "minutes",
    "title",
    "name",
    "firstName",
    "lastName",
    "email",
    "phoneNumber",
    "content",
  ],
} as const satisfies Record<ImportKind, readonly string[]>;
export type ImportField = (typeof importFields)[ImportKind][number];
/** One of the store's own fields, by its id. */
export type OwnColumn = `own:${string}`;
export type ColumnField = ImportField | OwnColumn;

export function isOwnColumn(field: ColumnField): field is OwnColumn {
  return field.startsWith("own:");
}

/** What several columns of one file may hold: of emails and numbers, the first filled one counts and the others go to the note. */
export const MANY: readonly ColumnField[] = ["note", "email", "phoneNumber"];

/** A file comes in parts, each as base64, so that no request is large. */
export const PART_BYTES = 600_000;
export const MOST_BYTES = 30_000_000;

/** The name of the first column of rows that were downloaded; such a file is read without it. */
export const WRONG = "What is wrong";
