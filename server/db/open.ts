import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { type Database, type Db, gate } from "./client.ts";
import { secureFolder } from "./data-folder.ts";
import { LiteStream } from "./lite-stream.ts";
import { takeLock } from "./lock.ts";

export const EXTENSIONS = { btree_gin, btree_gist, pg_trgm };
// A second connection asked for while one is held would wait for ever on the embedded database's only one.
const CONNECT_MS = 10_000;
// Two segments of Postgres' write-ahead log.
const RESERVE_BYTES = 32 * 2 ** 20;
const LONGEST_LOG_BYTES = 64 * 2 ** 20;
// Asking costs as much as a small write.
const WRITES_BETWEEN_LOOKS = 20;

export type Opened = { database: Database; embedded: boolean; close: () => Promise<void> };

/** Opens, migrates and guards the configured database. Throws a LockedError while another process has the folder. */
export async function openDatabase(from: { dataDir: string; databaseUrl?: string }): Promise<Opened> {
  return from.databaseUrl ? openPostgres(from.databaseUrl) : openFolder(from.dataDir);
}

async function openFolder(dataDir: string): Promise<Opened> {
  secureFolder(dataDir);
  const release = takeLock(join(dataDir, "db.lock"));
  try {
    const lite = await PGlite.create({
      dataDir: join(dataDir, "db"),
      extensions: EXTENSIONS,
      // PGlite's default of 128 MB of buffers buys nothing: the files are in the page cache of the same machine.
      startParams: [
        ...PGlite.defaultStartParams,
        ...["-c", "shared_buffers=16MB", "-c", "min_wal_size=32MB", "-c", "max_wal_size=64MB"],
      ],
    });
    const opened = await openLite(lite, () => refuseWhenFull(dataDir));
    const close = async () => {
      await opened.close();
      release();
    };
    return { ...opened, close };
  } catch (error) {
    release();
    throw error;
  }
}

export async function openLite(lite: PGlite, beforeWrite?: () => Promise<void>): Promise<Opened> {
  const pool = new pg.Pool({
    user: "postgres",
    database: "postgres",
    ssl: false,
    stream: () => new LiteStream(lite),
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
  });
  pool.on("connect", endOnPanic);
  await migrate(pool);
  const close = async () => {
    await pool.end();
    await lite.close();
  };
  let writes = 0;
  const database = gate(pool, async () => {
    await beforeWrite?.();
    writes += 1;
    if (writes % WRITES_BETWEEN_LOOKS === 0) await database.system(keepLogShort);
  });
  return { database, embedded: true, close };
}

/**
 * What a Postgres server does by itself once enough was written (PGlite has no process beside it): the log before a
 * checkpoint is given back, and the planner learns of the tables' new sizes. Plans that are kept were made when they were
 * small; while a long import runs, each check of a foreign key would read more and more rows.
 */
async function keepLogShort(db: Db): Promise<void> {
  const since = sql`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)`;
  const { rows } = await db.execute(
    sql`select ${since} > ${LONGEST_LOG_BYTES} as "isLong" from pg_control_checkpoint()`,
  );
  if (!rows[0]?.isLong) return;
  await db.execute(sql`checkpoint`);
  await db.execute(sql`analyze`);
}

/** A Postgres that cannot extend its log panics, and PGlite with it; refusing records before that keeps reads alive. */
async function refuseWhenFull(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < RESERVE_BYTES) throw Object.assign(new Error("The disk is full"), { code: "ENOSPC" });
}

/** After a panic PGlite never answers again. What was acknowledged is on disk and there at the next start. */
function endOnPanic(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: pg.Connection };
  connection.on("errorMessage", (message: pg.DatabaseError) => {
    if (message.severity !== "PANIC") return;
    process.stderr.write(`The embedded database has stopped: ${message}\n`);
    process.exit(1);
  });
}

export async function openPostgres(connectionString: string): Promise<Opened> {
  const pool = new pg.Pool({
    connectionString,
    pipeline: true,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: 15_000,
    application_name: "loupe",
  });
  // An idle connection that the server drops is replaced at the next use; unheard, the event would end the process.
  pool.on("error", () => {});
  await migrate(pool);
  return { database: gate(pool), embedded: false, close: () => pool.end() };
}

const LOCK = 0x10_0e; // any number that is ours alone

/** Brings the schema up to date. Hosts that start at once on one Postgres take turns. */
async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: join(import.meta.dirname, "migrations") });
    await client.query("select pg_advisory_unlock($1)", [LOCK]);
    await client.query("reset statement_timeout");
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}
