import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { sleep, stopwatch } from "#server/platform/machine.ts";

const FOLDER = join(import.meta.dirname, "migrations");
const LOCK = 0x10_0e;
/** All later queries of a table wait behind ours, so wait briefly and retry. */
const LOCK_WAIT_MS = 500;
const LOCK_PAUSE_MS = 2_000;
const TURN_PAUSE_MS = 200;
/** Longer than the longest read, an export. */
const PATIENCE_MS = 15 * 60_000;

export type Migration = { when: number; tag: string };

export type BeforeUpgrade = (client: pg.ClientBase, last: Migration) => Promise<void>;

type Step = Migration & { statements: string[]; hash: string };

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

export const LIST = "drizzle.migrations";

const NEWER_VERSION =
  "This database was changed by a newer version of Loupe, and this one would damage it. Start the newer version, or restore a backup from before the upgrade.";

async function hasList(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is", [LIST]);
  return rows[0]?.is;
}

/** Null for an empty database. `tag` is "" if only a newer version knows it. */
export async function lastMigration(client: pg.ClientBase): Promise<Migration | null> {
  if (!(await hasList(client))) return null;
  const { rows } = await client.query<{ when: string }>(
    `select max(created_at)::text as when from drizzle.migrations having count(*) > 0`,
  );
  const when = rows[0] && Number(rows[0].when);
  if (when === undefined) return null;
  return { when, tag: knownMigrations().find((step) => step.when === when)?.tag ?? "" };
}

/** Must run inside a transaction. */
export async function applyMigrations(client: pg.ClientBase, steps: Step[]): Promise<void> {
  if (!(await hasList(client))) {
    await client.query("create schema if not exists drizzle");
    await client.query(`create table ${LIST} (id serial primary key, hash text not null, created_at bigint)`);
  }
  for (const { statements, hash, when } of steps) {
    for (const statement of statements) await client.query(statement);
    await client.query(`insert into ${LIST} (hash, created_at) values ($1, $2)`, [hash, when]);
  }
}

export async function isCurrent(client: pg.ClientBase): Promise<boolean> {
  return (await lastMigration(client))?.when === knownMigrations().at(-1)?.when;
}

/** `holder`: its own connection, whose transaction holds the lock. Waiting processes poll, to occupy no session. */
export async function withMigrationLock<T>(holder: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await holder.query("begin");
    await holder.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
    const { rows } = await holder.query("select pg_try_advisory_xact_lock($1) as mine", [LOCK]);
    if (rows[0]?.mine) break;
    await holder.query("rollback");
    await sleep(TURN_PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await holder.query("rollback");
  }
}

export async function waitForMigrations(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_xact_lock_shared($1) as free", [LOCK]);
    if (rows[0]?.free) return;
    await sleep(TURN_PAUSE_MS);
  }
}

export function knownTables(): Set<string> {
  const text = knownMigrations().flatMap(({ statements }) => statements);
  const made = text.join("\n").matchAll(/\bcreate table (?:if not exists )?"?(\w+)/gi);
  return new Set([...made].map(([, name = ""]) => name));
}

/** Requires `withMigrationLock`. Throws a message if a newer version changed the database, or if it stays in use. */
export async function migrate(
  client: pg.ClientBase,
  before: (last: Migration) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const known = knownMigrations();
  const last = await lastMigration(client);
  const newest = known.at(-1);
  if (last && newest && last.when > newest.when) {
    throw new Error(NEWER_VERSION);
  }
  const missing = known.filter(({ when }) => !last || when > last.when);
  if (missing.length === 0) return;
  if (last) await before(last);
  let until: number | undefined;
  while (!(await change(client, missing))) {
    if (until === undefined) {
      until = stopwatch() + patienceMs;
      process.stderr.write("The upgrade waits until other programs have finished reading the database.\n");
    }
    const left = until - stopwatch();
    if (left <= 0) {
      throw new Error(
        "Another program has been using the database for so long that it cannot be upgraded. End it, and start again.",
      );
    }
    await sleep(Math.min(LOCK_PAUSE_MS, left));
  }
}

/** Returns false, with nothing changed, if a long read holds a table. */
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
