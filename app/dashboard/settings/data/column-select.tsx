import { useState } from "react";
import { useMay } from "#components/shell/use-me.ts";
import { part } from "#components/ui/part.tsx";
import { Select } from "#components/ui/select.tsx";
import { type ColumnField, type ImportKind, MANY } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { NONE, useFieldNames } from "./use-field-names.ts";
import type { WholeImport } from "./words.ts";

const NEW = "new";
const NewField = part(() => import("./new-field.tsx"), "NewField");

type Columns = Reading["columns"];
type Props = {
  file: Pick<WholeImport, "headers" | "samples">;
  kind: ImportKind;
  columns: Columns;
  at: number;
  onChange: (columns: Columns) => void;
  className?: string;
};

export function ColumnSelect({ file, kind, columns, at, onChange, className }: Props) {
  const [isNew, setNew] = useState(false);
  const mayAdd = useMay()("fields.create");
  const { optionsOf } = useFieldNames();
  const subject = kind === "contacts" || kind === "sales" ? kind : null;
  const header = file.headers[at] ?? "";
  const options: { value: string; label: string }[] = optionsOf(kind);
  return (
    <>
      <Select
        label={`${header} holds`}
        value={columns[at] ?? NONE}
        options={mayAdd && subject ? [...options, { value: NEW, label: "New field…" }] : options}
        onChange={(value) => (value === NEW ? setNew(true) : onChange(choose(columns, at, value)))}
        className={className}
      />
      {isNew && subject && (
        <NewField
          of={subject}
          header={header}
          samples={file.samples[at] ?? []}
          onMade={(id) => onChange(choose(columns, at, `own:${id}`))}
          onClose={() => setNew(false)}
        />
      )}
    </>
  );
}

function choose(columns: Columns, at: number, value: string): Columns {
  const field = value === NONE ? null : (value as ColumnField);
  return columns.map((column, i) =>
    i === at ? field : field && column === field && !MANY.includes(field) ? null : column,
  );
}
