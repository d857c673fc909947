import pg from "pg";
import { MINUTE } from "#lib/time/zone.ts";
import { connectionsOf, createDatabase, type Opened } from "./client.ts";
import { type BeforeUpgrade, isCurrent, migrate, withMigrationLock } from "./migrations.ts";
import { findWay } from "./pooler.ts";
import type { SendMode } from "./scoped-client.ts";

/** The embedded database has one connection. Fail instead of waiting forever for a second one. */
export const CONNECT_MS = 10_000;
export const STATEMENT_MS = 15_000;
export const postgres = { pipeline: true, connectionTimeoutMillis: CONNECT_MS, application_name: "loupe" };
/** A new connection plans large statements slowly (docs/performance.md). */
const IDLE_MS = 10 * MINUTE;
const SAFEST_MODE: SendMode = { keepsNames: false, timeout: String(STATEMENT_MS) };
const nothing = async () => {};

/** Directly or through a pooler: relies on no session state except the statement timeout. */
export async function openPostgres(
  connectionString: string,
  beforeUpgrade: BeforeUpgrade = nothing,
): Promise<Opened> {
  const ways = new WeakMap<object, SendMode>();
  const onConnect = async (client: pg.ClientBase) => {
    ways.set(client, await findWay(client, STATEMENT_MS));
  };
  const kept = { idleTimeoutMillis: IDLE_MS, keepAlive: true, keepAliveInitialDelayMillis: MINUTE };
  const pool = new pg.Pool({ ...postgres, ...kept, connectionString, max: 10, onConnect });
  // The pool replaces a dropped connection. An unhandled event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  await prepare(pool, beforeUpgrade);
  const apart = async () => {
    const client = await pool.connect();
    const close = () =>
      client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
    return { client, close };
  };
  return {
    database: createDatabase(pool, apart, nothing, (client) => ways.get(client) ?? SAFEST_MODE),
    embedded: false,
    connections: connectionsOf(pool),
    close: () => pool.end(),
  };
}

async function prepare(pool: pg.Pool, beforeUpgrade: BeforeUpgrade): Promise<void> {
  const client = await pool.connect();
  try {
    if (!(await isCurrent(client))) {
      const holder = await pool.connect();
      const upgrade = () => migrate(client, (last) => beforeUpgrade(client, last));
      await withMigrationLock(holder, upgrade).finally(() => holder.release(true));
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}
