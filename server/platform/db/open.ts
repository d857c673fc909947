import { constants, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { cp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { machineDate, randomUUID } from "#server/platform/machine.ts";
import {
  connectionsOf,
  createDatabase,
  type Opened,
  type SeparateConnection,
  type SystemDb,
} from "./client.ts";
import { checkWritable, folderProblem, secureFolder } from "./data-folder.ts";
import type { Engine } from "./lite-engine.ts";
import { LiteStream } from "./lite-stream.ts";
import { LiteThread } from "./lite-thread.ts";
import { takeLock } from "./lock.ts";
import { type BeforeUpgrade, migrate } from "./migrations.ts";
import { CONNECT_MS, openPostgres, postgres, STATEMENT_MS } from "./postgres.ts";

const MAX_LOG_BYTES = 64 * 2 ** 20;
// Checking the log's length costs as much as a small write.
const WRITES_BETWEEN_LOOKS = 20;

export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined };

const nothing = async () => {};

export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  beforeUpgrade: BeforeUpgrade = nothing,
): Promise<Opened> {
  return databaseUrl ? openPostgres(databaseUrl, beforeUpgrade) : openFolder(dataDir, beforeUpgrade);
}

async function openFolder(dataDir: string, beforeUpgrade: BeforeUpgrade): Promise<Opened> {
  const release = lockFolder(dataDir);
  try {
    const opened = await openLite(new LiteThread(join(dataDir, "db")), {
      beforeWrite: () => checkWritable(dataDir),
      beforeUpgrade,
      apart: () => copyApart(dataDir, snapshot),
    });
    const close = async () => {
      await opened.close();
      release();
    };
    const snapshot = (folder: string) =>
      opened.database.system(async (db) => {
        await withoutTimeout(db, () => db.execute(sql`checkpoint`));
        // Nothing can write, because this holds the only connection.
        await cp(join(dataDir, "db"), folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
      });
    return { ...opened, snapshot, checkDisk: () => checkWritable(dataDir), close };
  } catch (error) {
    release();
    throw folderProblem(dataDir, error);
  }
}

const COPY = /^apart-[\da-f-]+$/;

async function copyApart(dataDir: string, snapshot: (folder: string) => Promise<void>) {
  const folder = join(dataDir, `apart-${randomUUID()}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await checkWritable(dataDir, await sizeOf(join(dataDir, "db")));
    await snapshot(folder);
    const { client, close } = await connect({ folder });
    return { client, close: () => close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

export function lockFolder(dataDir: string): () => void {
  try {
    secureFolder(dataDir);
    const release = takeLock(join(dataDir, "db.lock"));
    for (const name of readdirSync(dataDir)) {
      if (COPY.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    finishRestore(dataDir);
    return release;
  } catch (error) {
    throw folderProblem(dataDir, error);
  }
}

/** Also completes a restore after a crash. Requires the lock. Returns the path of the old database, or "". */
export function finishRestore(dataDir: string): string {
  const [current, restored] = [join(dataDir, "db"), join(dataDir, "db.restored")];
  const before = join(dataDir, `db.before-${machineDate().toISOString().replace(/[:.]/g, "-")}`);
  rmSync(join(dataDir, "db.restoring"), { recursive: true, force: true });
  if (!existsSync(restored)) return "";
  if (existsSync(current)) renameSync(current, before);
  renameSync(restored, current);
  return before;
}

/** Neither migrates nor locks. */
export async function connect(where: { folder: string } | { databaseUrl: string }): Promise<OwnConnection> {
  return connectTo("folder" in where ? new LiteThread(where.folder) : where);
}

type OwnConnection = { client: pg.PoolClient; close: () => Promise<void> };

export async function connectTo(where: Engine | { databaseUrl: string }): Promise<OwnConnection> {
  const engine = "databaseUrl" in where ? null : where;
  let isStopped = false;
  // A panic of a copy ends only the read.
  const fail: OnPanic = (message, { stream }) => {
    isStopped = true;
    stream.destroy(message);
  };
  const own = { ...postgres, connectionString: urlIn(where), max: 1 };
  const pool = engine ? litePool(engine, { timeoutMs: 0, onPanic: fail }) : new pg.Pool(own);
  try {
    // Creating a database takes longer than the connection timeout.
    await engine?.begin();
    const client = await pool.connect();
    client.on("error", () => {});
    const close = async () => {
      client.release(isStopped);
      await pool.end();
      await (isStopped ? engine?.end() : engine?.close());
    };
    return { client, close };
  } catch (error) {
    await engine?.end();
    throw error;
  }
}

const urlIn = (where: object) => ("databaseUrl" in where ? String(where.databaseUrl) : "");

type OnPanic = (message: pg.DatabaseError, connection: pg.Connection) => void;

function litePool(engine: Engine, { timeoutMs, onPanic }: { timeoutMs: number; onPanic: OnPanic }): pg.Pool {
  const pool = new pg.Pool({
    user: "postgres",
    database: "postgres",
    ssl: false,
    stream: () => new LiteStream(engine, timeoutMs),
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The running query gets the error. An unhandled event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.on("errorMessage", (message: pg.DatabaseError) => {
      if (message.severity === "PANIC") onPanic(message, connection);
    });
  });
  return pool;
}

type LiteOptions = {
  beforeWrite?: () => Promise<void>;
  beforeUpgrade?: BeforeUpgrade;
  apart: () => Promise<SeparateConnection>;
  timeoutMs?: number;
};

export async function openLite(
  engine: Engine,
  { beforeWrite, beforeUpgrade = nothing, apart, timeoutMs = STATEMENT_MS }: LiteOptions,
): Promise<Opened> {
  await engine.begin();
  const pool = litePool(engine, { timeoutMs, onPanic: endHost });
  const close = async () => {
    await pool.end();
    await engine.close();
  };
  await prepare(pool, beforeUpgrade).catch(async (error) => {
    await close();
    throw error;
  });
  let writes = 0;
  const database = createDatabase(pool, apart, async () => {
    await beforeWrite?.();
    writes += 1;
    if (writes % WRITES_BETWEEN_LOOKS === 0) await database.system(keepLogShort);
  });
  return { database, embedded: true, connections: connectionsOf(pool), close };
}

/** PGlite never analyzes in the background. A long import would scan growing tables for each foreign key check. */
async function keepLogShort(db: SystemDb): Promise<void> {
  const since = sql`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)`;
  const { rows } = await db.execute(
    sql`select ${since} > ${MAX_LOG_BYTES} as "isLong" from pg_control_checkpoint()`,
  );
  if (!rows[0]?.isLong) return;
  await withoutTimeout(db, async () => {
    await db.execute(sql`checkpoint`);
    await db.execute(sql`analyze`);
  });
}

export async function withoutTimeout(db: SystemDb, work: () => Promise<unknown>): Promise<void> {
  await db.execute(sql`set statement_timeout = 0`);
  await work();
  await db.execute(sql`set statement_timeout = default`);
}

function endHost(message: pg.DatabaseError): void {
  process.stderr.write(`The embedded database has stopped: ${message}\n`);
  process.exit(1);
}

async function prepare(pool: pg.Pool, beforeUpgrade: BeforeUpgrade): Promise<void> {
  const client = await pool.connect();
  try {
    await migrate(client, (last) => beforeUpgrade(client, last));
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}
