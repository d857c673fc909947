import { useCallback, useMemo } from "react";
import { useFormExtras } from "#components/use-form-extras.ts";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import { type ColumnField, type ImportKind, importFields, isOwnColumn } from "#lib/contract/import-terms.ts";
import { columnNames } from "#lib/own-columns.ts";
import { fieldNames } from "./words.ts";

export const NONE = "none";

type Choice = { value: ColumnField | typeof NONE; label: string };

export function useFieldNames() {
  const { own } = useFormExtras("all");
  const names = useMemo(() => {
    const of = (subject: OwnSubject) => columnNames(own?.filter((field) => field.of === subject) ?? []);
    return { contacts: of("contacts"), sales: of("sales") };
  }, [own]);
  const nameOf = useCallback(
    (field: ColumnField) => {
      if (!isOwnColumn(field)) return fieldNames[field];
      const id = field.slice("own:".length);
      return names.contacts.get(id) ?? names.sales.get(id) ?? "A deleted field";
    },
    [names],
  );
  const optionsOf = useCallback(
    (kind: ImportKind): Choice[] => [
      ...importFields[kind].map((value) => ({
        value,
        label: value === "note" ? "Becomes a note" : fieldNames[value],
      })),
      ...(kind === "contacts" || kind === "sales" ? [...names[kind]] : []).map(([id, label]) => ({
        value: `own:${id}` as const,
        label,
      })),
      { value: NONE, label: "Left out" },
    ],
    [names],
  );
  return { nameOf, optionsOf };
}
