import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { ColumnField, ImportKind, ImportState } from "#lib/contract/import-terms.ts";
import type { Doubt, KeptRecord, Reading, Stop } from "#lib/contract/imports.ts";
import { bytea, createdBy, index, instant, now, refersTo, times } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records, users } from "./schema.ts";

/** Findings that don't depend on the chosen settings. */
export type FileFacts = {
  headers: string[];
  samples: string[][];
  above?: string[];
  /** A cell that would read differently in another encoding. */
  letters: { row: number; reads: string; not: string } | null;
  /** `sure`: samples that allow only one format. `places`: the columns that decide. */
  dates: { texts: string[]; sure: number; isAsked: boolean; places?: number[] };
  numbers: { texts: string[]; sure: number; isAsked: boolean; places?: number[] };
  isRemembered: boolean;
  /** Columns of names that seem to begin with the last name. */
  lastFirst?: number[];
  digest?: string;
  sameFile?: { name: string; at: string } | null;
};

/** Columns that a person has matched, for later files. `uses`: which columns of a file, and as what. */
export const savedImports = records(
  "saved_imports",
  {
    userId: pg.uuid("user_id"),
    createdBy: createdBy(),
    name: pg.text("name").notNull(),
    uses: pg.jsonb("uses").$type<{ header: string; field: ColumnField }[]>().notNull(),
    reading: pg.jsonb("reading").$type<Reading>().notNull(),
    /** Part of the import's email address. Files that one of `senders` emails there are imported. */
    mailTag: pg.text("mail_tag"),
    senders: pg.jsonb("senders").$type<string[]>().notNull().default([]),
    /** The last messages whose files were taken, so that none is imported twice. */
    mailed: pg.jsonb("mailed").$type<string[]>().notNull().default([]),
    ...times(),
  },
  { whose: "store", exported: true },
);

/** Another program's right to send files to one saved import. `keyHash`: SHA-256 of the key. */
export const importKeys = records(
  "import_keys",
  {
    savedId: pg.uuid("saved_id").notNull(),
    userId: pg.uuid("user_id").notNull(),
    createdBy: createdBy(),
    name: pg.text("name").notNull(),
    keyHash: bytea("key_hash").notNull(),
    createdAt: instant("created_at").notNull().default(now),
    usedAt: instant("used_at"),
  },
  { whose: "person", exported: "Secret" },
  (table) => [
    index("import_keys_saved", table, table.savedId),
    index("import_keys_user", table, table.userId),
    refersTo(table, "savedId", savedImports).onDelete("cascade"),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);

/**
 * States: lib/contract/imports.ts. `signature`: the column names; a later file with the same names gets the
 * same settings. `done`: rows within the state. Jobs update `done` and `mark` in the transaction of their
 * work.
 */
export const imports = records(
  "imports",
  {
    userId: pg.uuid("user_id"),
    createdBy: createdBy(),
    name: pg.text("name").notNull(),
    bytes: pg.integer("bytes").notNull(),
    wanted: pg.text("wanted").$type<ImportKind>(),
    state: pg.text("state").$type<ImportState>().notNull().default("uploading"),
    problem: pg.text("problem"),
    signature: pg.text("signature"),
    reading: pg.jsonb("reading").$type<Reading>(),
    facts: pg.jsonb("facts").$type<FileFacts>(),
    /** Increases with each change of settings. Jobs on an older turn stop. */
    turn: pg.integer("turn").notNull().default(0),
    /** The last row that the current state has processed. */
    mark: pg.integer("mark").notNull().default(0),
    total: pg.integer("total").notNull().default(0),
    done: pg.integer("done").notNull().default(0),
    added: pg.integer("added").notNull().default(0),
    updated: pg.integer("updated").notNull().default(0),
    notes: pg.integer("notes").notNull().default(0),
    /** The saved import that runs it, without asking unless it has a `stop`. */
    savedId: pg.uuid("saved_id"),
    /** The key of the program that sent it. */
    keyId: pg.uuid("key_id"),
    stop: pg.jsonb("stop").$type<Stop>(),
    amount: pg.numeric("amount").notNull().default("0"),
    edited: pg.integer("edited").notNull().default(0),
    kept: pg.integer("kept").notNull().default(0),
    /** The first records that were edited afterwards and therefore not undone. */
    keptRecords: pg.jsonb("kept_records").$type<KeptRecord[]>().notNull().default([]),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    revertedAt: instant("reverted_at"),
    ...times(),
  },
  { whose: "store", exported: true },
  (table) => [
    index("imports_created", table, table.createdAt, table.id),
    index("imports_saved", table, table.savedId, table.createdAt).where(sql`saved_id is not null`),
    pg
      .index("imports_due")
      .on(table.updatedAt)
      .where(sql`state in ('reading', 'checking', 'running', 'reverting')`),
  ],
);

const ofImport = () => ({ organizationId: ofOrganization(), importId: pg.uuid("import_id").notNull() });

/** Deleted when the rows are imported. */
export const importParts = pg.pgTable(
  "import_parts",
  { ...ofImport(), part: pg.integer("part").notNull(), data: bytea("data").notNull() },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.importId, table.part] }),
    refersTo(table, "importId", imports).onDelete("cascade"),
  ],
);
register(importParts, { whose: "store", exported: "Unfinished imports" });

/**
 * A row that isn't imported yet. `number`: as in a spreadsheet. `mended`: corrected cells. `keys`: detect the
 * same person in this file. `recordKey`: detects the record in a second import.
 */
export const importRows = pg.pgTable(
  "import_rows",
  {
    ...ofImport(),
    number: pg.integer("number").notNull(),
    cells: pg.jsonb("cells").$type<string[]>().notNull(),
    mended: pg.jsonb("mended").$type<Record<string, string>>().notNull().default({}),
    isLeftOut: pg.boolean("is_left_out").notNull().default(false),
    state: pg
      .text("state")
      .$type<"read" | "new" | "update" | "same" | "doubt" | "out">()
      .notNull()
      .default("read"),
    doubts: pg.jsonb("doubts").$type<Doubt[]>().notNull().default([]),
    keys: pg.text("keys").array().notNull().default(sql`'{}'`),
    recordKey: pg.text("record_key"),
    newCategory: pg.text("new_category"),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.importId, table.number] }),
    index("import_rows_state", table, table.importId, table.state, table.number),
    refersTo(table, "importId", imports).onDelete("cascade"),
  ],
);
register(importRows, { whose: "store", exported: "Unfinished imports" });
