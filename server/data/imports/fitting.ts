import {
  type ColumnField,
  importFields,
  importKinds,
  isOwnColumn,
  MANY,
} from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import type { ReadField } from "./row-values.ts";

type Own = readonly Pick<ReadField, "id">[];

/** A reading that was stored for a file with the same columns, as far as it still fits. */
export function fitting(stored: Reading | undefined, headers: string[], own: Own): Reading | null {
  if (!stored || stored.columns.length !== headers.length || !importKinds.includes(stored.kind)) return null;
  const isThere = (field: ColumnField) => !isOwnColumn(field) || own.some(({ id }) => field === `own:${id}`);
  // A field of the store's that is gone leaves its column to nobody.
  const columns = stored.columns.map((column) => (column && isThere(column) ? column : null));
  return { ...stored, columns, rules: [] };
}

/** Each field once, but for `MANY`, and only those of the kind; as many columns as the file has. */
export function isReading({ kind, columns, rules }: Reading, width: number | undefined, own: Own): boolean {
  const named = columns.filter((field) => field !== null);
  const fields: ColumnField[] = [...importFields[kind], ...own.map(({ id }): ColumnField => `own:${id}`)];
  const single = named.filter((field) => !MANY.includes(field));
  return (
    columns.length === width &&
    named.every((field) => fields.includes(field)) &&
    rules.every(({ field }) => fields.includes(field)) &&
    new Set(single).size === single.length
  );
}
