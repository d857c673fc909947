import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { type Facts, factsOf } from "./registry.ts";
import * as main from "./schema.ts";
import * as auth from "./schema-auth.ts";
import * as calendar from "./schema-calendar.ts";
import * as campaigns from "./schema-campaigns.ts";
import * as imports from "./schema-import.ts";
import * as journal from "./schema-journal.ts";
import * as mail from "./schema-mail.ts";
import * as records from "./schema-records.ts";
import * as repairs from "./schema-repairs.ts";

export const schema = {
  ...main,
  ...auth,
  ...calendar,
  ...campaigns,
  ...imports,
  ...journal,
  ...mail,
  ...records,
  ...repairs,
};

/**
 * A column that references another table. `onDelete` is null without a foreign key. `isNeeded`: the record
 * can't exist without it. `isOurs`: drizzle-kit doesn't write the foreign key.
 */
export type Reference = {
  column: string;
  to: string;
  onDelete: string | null;
  isNeeded: boolean;
  isOurs: boolean;
};

/** A table with its facts (registry.ts). Columns are named as in the database. */
export type Table = Omit<Facts, "quiet" | "unrecorded" | "references"> & {
  name: string;
  table: PgTable;
  columns: { name: string; isGenerated: boolean; type: string }[];
  quiet: string[];
  unrecorded: string[];
  references: Reference[];
};

/** Changes with every edit, or with other records. */
const ALWAYS_QUIET = ["version", "updatedAt", "search"];

function describe(table: PgTable): Table {
  const name = getTableName(table);
  const facts = factsOf(table);
  if (!facts) throw new Error(`The table ${name} is not registered (server/platform/db/registry.ts)`);
  const columns = getTableColumns(table);
  const { quiet = [], unrecorded = [], references = {} } = facts;
  const isGenerated = (key: string) => columns[key]?.generated !== undefined;
  const namesOf = (keys: string[]) => keys.flatMap((key) => columns[key]?.name ?? []);
  const declared = Object.entries(columns).flatMap(([key, { name: column, notNull: isNeeded }]) => {
    const [to, onDelete] = references[key] ?? [];
    return to ? [{ column, to, onDelete: onDelete ?? null, isNeeded, isOurs: true }] : [];
  });
  return {
    ...facts,
    name,
    table,
    columns: Object.entries(columns).map(([key, column]) => ({
      name: column.name,
      type: column.getSQLType(),
      isGenerated: isGenerated(key),
    })),
    quiet: namesOf([...ALWAYS_QUIET.filter((key) => !isGenerated(key)), ...quiet]),
    unrecorded: namesOf(unrecorded),
    references: [...declared, ...drizzleReferences(table)],
  };
}

/** Without the references to the store itself. */
function drizzleReferences(table: PgTable): Reference[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference();
    const column = columns.at(-1);
    if (!column || columns.length < 2) return [];
    const { name, notNull: isNeeded } = column;
    const onDelete = key.onDelete ?? null;
    return [{ column: name, to: getTableName(foreignTable), onDelete, isNeeded, isOurs: false }];
  });
}

export const tables: Table[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map(describe);

/** Columns of all tables that reference this one. */
export function referencesTo(name: string): (Reference & { table: Table })[] {
  return tables.flatMap((table) =>
    table.references.flatMap((reference) => (reference.to === name ? [{ ...reference, table }] : [])),
  );
}
