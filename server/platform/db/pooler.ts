import type pg from "pg";
import { randomBytes } from "#server/platform/machine.ts";
import type { SendMode } from "./scoped-client.ts";

/** A pooler reports a made-up process id. */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("select pg_backend_pid() = $1 as same", [processOf(client)]);
  return rows[0]?.same;
}

export async function findWay(client: pg.ClientBase, timeoutMs: number): Promise<SendMode> {
  const timeout = String(timeoutMs);
  const { rows } = await client.query(
    "select case when pg_backend_pid() = $1 then set_config('statement_timeout', $2, false) end is not null as direct",
    [processOf(client), timeout],
  );
  if (rows[0]?.direct) return { keepsNames: true, timeout: null };
  return { keepsNames: await keepsNames(client), timeout };
}

/** PgBouncer since 1.21 renames prepared statements. Other poolers may run a name in a session that lacks it. */
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

export function processOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID;
}
