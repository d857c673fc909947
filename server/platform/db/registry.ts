import type { PgTable } from "drizzle-orm/pg-core";
import type { JournalKind } from "#lib/contract/record-kinds.ts";

type OnDelete = "cascade" | "set null" | "restrict";

export type Facts<Column extends string = string> = {
  /** A contact's rows are part of the contact's own export and are deleted when the contact is erased. */
  whose: "host" | "store" | "person" | "contact";
  /** Whether the store's export contains it, or why not. The host's tables are never exported. */
  exported?: true | string;
  /** Why a contact's own export omits it. */
  notInOwnExport?: string;
  /** What happens when the contact is erased, if the rows are not simply deleted (records/contacts/erase.ts). */
  whenErased?: string;
  /** The journal records its changes under this kind. */
  kind?: JournalKind;
  /** False: undo and the history of one record leave it out. */
  isUndone?: false;
  /** Columns whose change alone is not recorded, besides `version`, `updatedAt` and `search`. */
  quiet?: Column[];
  /** Columns that the journal never stores. */
  unrecorded?: Column[];
  /** The journal records changes, but not which rows were created and deleted. */
  onlyChanges?: true;
  /** References that drizzle-kit can't write, with what happens on deletion; null without a foreign key. */
  references?: { [C in Column]?: [table: string, onDelete: OnDelete | null] };
  /** The application role's rights. By default it has all four, and none on the host's tables. */
  grants?: ("select" | "insert" | "update" | "delete")[];
  /** Instead of `own`, which shows only the store's rows. */
  policies?: Record<string, string>;
  /** Not restored from a backup. */
  inBackup?: false;
};

const registry = new Map<PgTable, Facts>();

export function register<Table extends PgTable>(
  table: Table,
  facts: Facts<keyof Table["_"]["columns"] & string>,
): void {
  registry.set(table, facts);
}

export function factsOf(table: PgTable): Facts | undefined {
  return registry.get(table);
}
