import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";

const FOLDER = join(import.meta.dirname, "migrations");
/** Any number that is ours alone: whoever holds it changes the schema. */
const LOCK = 0x10_0e;
/** Whoever waits for a table holds up all who come after it: the store goes on in between. */
const LOCK_WAIT_MS = 500;
const LOCK_PAUSE_MS = 2_000;
const TURN_PAUSE_MS = 200;
/** An export, which reads for longest, is over by then. */
const PATIENCE_MS = 15 * 60_000;

/** A migration by its moment, which is how they are ordered. */
export type Migration = { when: number; tag: string };

type Step = Migration & { statements: string[]; hash: string };

/** Of this program, the oldest first. */
export function knownMigrations(): Step[] {
  const { entries } = JSON.parse(readFileSync(join(FOLDER, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: FOLDER }).map(({ sql, hash }, i) => ({
    when: entries[i]?.when ?? 0,
    tag: entries[i]?.tag ?? "",
    statements: sql,
    hash,
  }));
}

/** The last one that a database has; null for an empty one. Its tag is "" where only a newer program knows it. */
export async function lastMigration(client: pg.ClientBase): Promise<Migration | null> {
  const { rows: tables } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!tables[0]?.there) return null;
  const { rows } = await client.query<{ when: string }>(
    "select max(created_at)::text as when from drizzle.__drizzle_migrations having count(*) > 0",
  );
  const when = rows[0] && Number(rows[0].when);
  if (when === undefined) return null;
  return { when, tag: knownMigrations().find((step) => step.when === when)?.tag ?? "" };
}

/** Makes the changes of some migrations. For a transaction: all of it is there at its end, or nothing. */
export async function applyMigrations(client: pg.ClientBase, steps: Step[]): Promise<void> {
  await client.query(
    `create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { statements, hash, when } of steps) {
    for (const statement of statements) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      when,
    ]);
  }
}

export async function isCurrent(client: pg.ClientBase): Promise<boolean> {
  return (await lastMigration(client))?.when === knownMigrations().at(-1)?.when;
}

/**
 * While `work` runs no other process changes the schema. `holder` is a connection beside those that `work` uses: the lock is
 * its transaction's, for behind a pooler no session lasts longer. Whoever waits for it keeps no session from who has it.
 */
export async function alone<T>(holder: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await holder.query("begin");
    await holder.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const { rows } = await holder.query("select pg_try_advisory_xact_lock($1) as mine", [LOCK]);
    if (rows[0]?.mine) break;
    await holder.query("rollback");
    await pause(TURN_PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await holder.query("rollback");
  }
}

/** Waits while a host that starts, or a restore, changes the schema. */
export async function settled(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_xact_lock_shared($1) as free", [LOCK]);
    if (rows[0]?.free) return;
    await pause(TURN_PAUSE_MS);
  }
}

/** All tables that this program has or ever had, whatever version a database is of. */
export function knownTables(): Set<string> {
  const text = knownMigrations().flatMap(({ statements }) => statements);
  const made = text.join("\n").matchAll(/\bcreate table (?:if not exists )?"?(\w+)/gi);
  return new Set([...made].map(([, name = ""]) => name));
}

/**
 * Brings the schema up to date, in one transaction, for who is `alone`. `before` is asked first where there are records of before. Throws a
 * sentence for a database that a newer program has changed, or that is in use beyond all patience.
 */
export async function migrate(
  client: pg.ClientBase,
  before: (last: Migration) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const known = knownMigrations();
  const last = await lastMigration(client);
  const newest = known.at(-1);
  if (last && newest && last.when > newest.when) {
    throw new Error(
      "This database was changed by a newer version of Loupe, and this one would damage it. Start the newer version, or restore a backup from before the upgrade.",
    );
  }
  if (last && known[0] && last.when < known[0].when) {
    throw new Error(
      "This database is too old for this version of Loupe. Start the version of November 23, 2026 (commit aa03b44) once, then this one.",
    );
  }
  const missing = known.filter(({ when }) => !last || when > last.when);
  if (missing.length === 0) return;
  if (last) await before(last);
  let until: number | undefined;
  while (!(await change(client, missing))) {
    if (until === undefined) {
      until = performance.now() + patienceMs;
      process.stderr.write("The database is upgraded as soon as those who are reading from it are done.\n");
    }
    const left = until - performance.now();
    if (left <= 0) {
      throw new Error(
        "Another program has been using the database for so long that it cannot be upgraded. End it, and start again.",
      );
    }
    await pause(Math.min(LOCK_PAUSE_MS, left));
  }
}

/** False where somebody reads for long from a table that is to change, such as an export: nothing is changed yet. */
async function change(client: pg.ClientBase, steps: Step[]): Promise<boolean> {
  await client.query("begin");
  try {
    await client.query(`set local statement_timeout = 0; set local lock_timeout = ${LOCK_WAIT_MS}`);
    await applyMigrations(client, steps);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if ((error as pg.DatabaseError).code === "55P03") return false;
    throw error;
  }
}
