import pg from "pg";
import { connectionsOf, gate } from "./client.ts";
import { alone, isCurrent, migrate } from "./migrations.ts";
import type { BeforeUpgrade, Opened } from "./open.ts";
import { findWay } from "./pooler.ts";
import type { Way } from "./scoped-client.ts";

/** A second connection asked for while one is held would wait for ever on the embedded database's only one. */
export const CONNECT_MS = 10_000;
/** Longest time of a statement that sets no other. */
export const STATEMENT_MS = 15_000;
export const postgres = { pipeline: true, connectionTimeoutMillis: CONNECT_MS, application_name: "loupe" };
/** Right however a connection is reached. */
const CAREFUL: Way = { keepsNames: false, timeout: String(STATEMENT_MS) };
const nothing = async () => {};

/** A Postgres, or a pooler in front of one: what is asked rests on no session, but for how long a statement may take. */
export async function openPostgres(
  connectionString: string,
  beforeUpgrade: BeforeUpgrade = nothing,
): Promise<Opened> {
  const ways = new WeakMap<object, Way>();
  const onConnect = async (client: pg.ClientBase) => {
    ways.set(client, await findWay(client, STATEMENT_MS));
  };
  const pool = new pg.Pool({ ...postgres, connectionString, max: 10, onConnect });
  // A connection that the server drops is replaced at the next use, and who was using it is told by their query; unheard,
  // the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  await prepare(pool, beforeUpgrade);
  const apart = async () => {
    const client = await pool.connect();
    // Where that fails, the connection goes with its transaction.
    const close = () =>
      client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
    return { client, close };
  };
  return {
    database: gate(pool, apart, nothing, (client) => ways.get(client) ?? CAREFUL),
    embedded: false,
    connections: connectionsOf(pool),
    close: () => pool.end(),
  };
}

/** Hosts that start at once take turns. */
async function prepare(pool: pg.Pool, beforeUpgrade: BeforeUpgrade): Promise<void> {
  const client = await pool.connect();
  try {
    if (!(await isCurrent(client))) {
      const holder = await pool.connect();
      const upgrade = () => migrate(client, (last) => beforeUpgrade(client, last));
      await alone(holder, upgrade).finally(() => holder.release(true));
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
}
