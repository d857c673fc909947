import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { type Database, gate } from "./client.ts";
import { takeLock } from "./lock.ts";
import { migrate } from "./migrate.ts";

export const EXTENSIONS = { btree_gin, pg_trgm };
// A second connection asked for while one is held would wait for ever on the embedded database's only one.
const CONNECT_MS = 10_000;

export type Opened = { database: Database; embedded: boolean; close: () => Promise<void> };

/** Opens, migrates and guards the configured database. Throws a LockedError while another process has the folder. */
export async function openDatabase(from: { dataDir: string; databaseUrl?: string }): Promise<Opened> {
  return from.databaseUrl ? openPostgres(from.databaseUrl) : openFolder(from.dataDir);
}

async function openFolder(dataDir: string): Promise<Opened> {
  mkdirSync(dataDir, { recursive: true });
  const release = takeLock(join(dataDir, "db.lock"));
  try {
    const lite = await PGlite.create({
      dataDir: join(dataDir, "db"),
      extensions: EXTENSIONS,
      // PGlite's default of 128 MB buys nothing: the files are in the page cache of the same process.
      startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
    });
    const opened = await openLite(lite);
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

export async function openLite(lite: PGlite): Promise<Opened> {
  const config = createPgConfig(lite);
  const { connection } = config;
  const parse = connection.parse.bind(connection);
  // drizzle hands its parsers of results over as `types`; pg's own connection ignores them, PGlite's trips over them.
  connection.parse = (query) => parse({ ...query, types: undefined });
  const pool = new pg.Pool({
    ...config,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_MS,
  });
  await migrate(pool);
  const close = async () => {
    await pool.end();
    await lite.close();
  };
  return { database: gate(pool), embedded: true, close };
}

export async function openPostgres(connectionString: string): Promise<Opened> {
  const pool = new pg.Pool({
    connectionString,
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
