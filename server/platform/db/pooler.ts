import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { Way } from "./scoped-client.ts";

/** Whether a client's session is the one that it was told of when it connected: a pooler in between makes one up. */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select pg_backend_pid() = $1 as same", [processOf(client)]);
  return rows[0]?.same;
}

/** How a new connection is reached; one that is our own is told how long a statement may take. */
export async function findWay(client: pg.ClientBase, timeoutMs: number): Promise<Way> {
  const timeout = String(timeoutMs);
  const { rows } = await client.query(
    "select case when pg_backend_pid() = $1 then set_config('statement_timeout', $2, false) end is not null as direct",
    [processOf(client), timeout],
  );
  if (rows[0]?.direct) return { keepsNames: true, timeout: null };
  return { keepsNames: await keepsNames(client), timeout };
}

/**
 * A pooler that knows of names (PgBouncer from 1.21 on, with max_prepared_statements) gives them to the database as others. Any
 * other one may send what was planned by one session to the next, which knows nothing of it.
 */
async function keepsNames(client: pg.ClientBase): Promise<boolean> {
  const name = `loupe_${randomBytes(8).toString("hex")}`;
  await client.query("begin");
  try {
    const text = "select not exists (select from pg_prepared_statements where name = $1) as renamed";
    const { rows } = await client.query({ name, text, values: [name] });
    if (!rows[0]?.renamed) await client.query(`deallocate ${name}`);
    return rows[0]?.renamed;
  } finally {
    await client.query("rollback");
  }
}

/** The number of a connection's process, as it was told of when it connected. */
export function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
