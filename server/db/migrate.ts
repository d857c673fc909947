import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

const LOCK = 0x10_0e; // any number that is ours alone

/** Brings the schema up to date. Hosts that start at once on one Postgres take turns. */
export async function migrate(pool: pg.Pool): Promise<void> {
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
