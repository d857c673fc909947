"use client";
import { useCallback, useMemo } from "react";
import { useOwnFields } from "#components/use-own-fields.ts";
import { type ColumnField, type ImportKind, importFields, isOwnColumn } from "#lib/contract/import-terms.ts";
import { columnNames } from "#lib/own-columns.ts";
import { fieldNames } from "./words.ts";

export const NONE = "none";

/** What the fields of a file are called, the store's own among them, and which of them a column may hold. */
export function useFieldNames() {
  const own = useOwnFields();
  const names = useMemo(() => columnNames(own ?? []), [own]);
  const nameOf = useCallback(
    (field: ColumnField) =>
      isOwnColumn(field)
        ? (names.get(field.slice("own:".length)) ?? "A field that is gone")
        : fieldNames[field],
    [names],
  );
  const optionsOf = useCallback(
    (kind: ImportKind): { value: ColumnField | typeof NONE; label: string }[] => [
      ...importFields[kind].map((value) => ({
        value,
        label: value === "note" ? "Becomes a note" : fieldNames[value],
      })),
      ...(kind === "contacts"
        ? [...names].map(([id, label]) => ({ value: `own:${id}` as const, label }))
        : []),
      { value: NONE, label: "Left out" },
    ],
    [names],
  );
  return { nameOf, optionsOf };
}
