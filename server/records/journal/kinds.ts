import { type Reference, type Table, tables } from "#server/platform/db/tables.ts";

/** What undo must know. `columns`: no generated ones. With `namedBy`, a record stays while another refers to it. */
export type Kind = {
  kind: string;
  table: string;
  columns: string[];
  quiet: string[];
  references: Reference[];
  namedBy: [table: string, column: string][];
};

const undoable = tables.filter(({ kind, isUndone = true }) => kind && isUndone);

function kindOf({ kind, name, columns, quiet, references }: Table): Kind {
  return {
    kind: kind ?? "",
    table: name,
    columns: columns.filter(({ isGenerated }) => !isGenerated).map((column) => column.name),
    quiet,
    references: references.filter(({ column }) => column !== "id"),
    namedBy: undoable
      .filter(({ onlyChanges }) => !onlyChanges)
      .flatMap((other) =>
        other.references
          .filter(({ to }) => to === name)
          .map(({ column }): [string, string] => [other.name, column]),
      ),
  };
}

function sorted(left: Kind[], done: Kind[] = []): Kind[] {
  if (left.length === 0) return done;
  const isLeft = (name: string) => left.some(({ table }) => table === name);
  const next = left.filter(({ references }) => !references.some(({ to }) => isLeft(to)));
  return sorted(
    left.filter((kind) => !next.includes(kind)),
    [...done, ...next],
  );
}

/** Each kind follows those that it references. */
export const kinds: Kind[] = sorted(undoable.map(kindOf));

const quiet = new Map(tables.map((table) => [table.kind, table.quiet]));

/** Columns that change automatically. Undo ignores them when it looks for later edits. */
export function isQuiet(kind: string, column: string): boolean {
  return quiet.get(kind as Table["kind"])?.includes(column) ?? false;
}
