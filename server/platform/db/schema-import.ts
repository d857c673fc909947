import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ImportKind, ImportState } from "#lib/contract/import-terms.ts";
import type { Doubt, KeptRecord, Reading } from "#lib/contract/imports.ts";
import { bytea, createdBy, instant, times } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/** What is known of a file beside how it is read: the names of its columns, and what they were judged by. */
export type FileFacts = {
  headers: string[];
  samples: string[][];
  /** Rows above the names of the columns. */
  above?: string[];
  /** Cells of an encoding that might be another one. */
  letters: { row: number; reads: string; not: string } | null;
  /** Dates and numbers that only one notation fits, whether that is unclear, and which columns say so. */
  dates: { texts: string[]; sure: number; isAsked: boolean; places?: number[] };
  numbers: { texts: string[]; sure: number; isAsked: boolean; places?: number[] };
  isRemembered: boolean;
  /** SHA-256 of the file. */
  digest?: string;
  /** An earlier import of a file with the same content. */
  sameFile?: { name: string; at: string } | null;
};

/**
 * A file that somebody imports: lib/contract/imports.ts says its states. `signature` are the names of its columns, by
 * which a later file is read alike. `done` counts rows within the state; jobs set it and `mark` in the transaction of their work.
 */
export const imports = pgTable(
  "imports",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id"),
    createdBy: createdBy(),
    name: text("name").notNull(),
    bytes: integer("bytes").notNull(),
    wanted: text("wanted").$type<ImportKind>(),
    state: text("state").$type<ImportState>().notNull().default("uploading"),
    problem: text("problem"),
    signature: text("signature"),
    reading: jsonb("reading").$type<Reading>(),
    facts: jsonb("facts").$type<FileFacts>(),
    /** Counts how often it was said how to read it: what works on an older one ends. */
    turn: integer("turn").notNull().default(0),
    /** The number of the row that the present state has come to. */
    mark: integer("mark").notNull().default(0),
    total: integer("total").notNull().default(0),
    done: integer("done").notNull().default(0),
    added: integer("added").notNull().default(0),
    updated: integer("updated").notNull().default(0),
    notes: integer("notes").notNull().default(0),
    kept: integer("kept").notNull().default(0),
    /** The first of what was edited since, and so not taken back. */
    keptRecords: jsonb("kept_records").$type<KeptRecord[]>().notNull().default([]),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    revertedAt: instant("reverted_at"),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("imports_created").on(table.organizationId, table.createdAt, table.id),
    // Asked across organizations, by whichever host is awake.
    index("imports_due")
      .on(table.updatedAt)
      .where(sql`state in ('reading', 'checking', 'running', 'reverting')`),
  ],
);

const ofImport = () => ({ organizationId: ofOrganization(), importId: uuid("import_id").notNull() });

/** The file as it was sent; gone once its rows go in. */
export const importParts = pgTable(
  "import_parts",
  { ...ofImport(), part: integer("part").notNull(), data: bytea("data").notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.importId, table.part] }),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [imports.organizationId, imports.id],
    }).onDelete("cascade"),
  ],
);

/**
 * A row of a file, as long as it is not in: `number` counts as a spreadsheet does. `mended` is what somebody wrote instead
 * of its cells. `keys` are what another row of the same person has as well; `recordKey` is what the record is known by
 * when the file comes again.
 */
export const importRows = pgTable(
  "import_rows",
  {
    ...ofImport(),
    number: integer("number").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    mended: jsonb("mended").$type<Record<string, string>>().notNull().default({}),
    isLeftOut: boolean("is_left_out").notNull().default(false),
    state: text("state")
      .$type<"read" | "new" | "update" | "same" | "doubt" | "out">()
      .notNull()
      .default("read"),
    doubts: jsonb("doubts").$type<Doubt[]>().notNull().default([]),
    keys: text("keys").array().notNull().default(sql`'{}'`),
    recordKey: text("record_key"),
    /** The category that is made with it. */
    newCategory: text("new_category"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.importId, table.number] }),
    index("import_rows_state").on(table.organizationId, table.importId, table.state, table.number),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [imports.organizationId, imports.id],
    }).onDelete("cascade"),
  ],
);
