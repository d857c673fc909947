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

export function fitting(stored: Reading | undefined, headers: string[], own: Own): Reading | null {
  if (!stored || stored.columns.length !== headers.length || !importKinds.includes(stored.kind)) return null;
  const isThere = (field: ColumnField) => !isOwnColumn(field) || own.some(({ id }) => field === `own:${id}`);
  const columns = stored.columns.map((column) => (column && isThere(column) ? column : null));
  return { ...stored, columns, rules: [] };
}

/**
 * Each field occurs once (except `MANY`) and belongs to the kind, and there are as many columns as in the
 * file.
 */
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
