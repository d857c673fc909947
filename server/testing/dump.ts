import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { tables } from "#server/platform/db/tables.ts";

const ALSO = ["calendar_events", "daily_totals", "erased_keys", "feeds", "former_events"];
const TABLES = tables
  .filter(({ name, kind }) => (kind && kind !== "organization") || ALSO.includes(name))
  .map(({ name }) => name);

export async function dump(database: Database, organizationId: string): Promise<Record<string, unknown[]>> {
  return database.read(organizationId, async (db) => {
    const tables: Record<string, unknown[]> = {};
    for (const name of TABLES) {
      const { rows } = await db.execute<{ row: { amount?: number } }>(
        sql`select to_jsonb(t) - 'line_due_at' as row from ${sql.identifier(name)} t order by to_jsonb(t)::text`,
      );
      tables[name] = rows.map(({ row }) => row).filter((row) => name !== "daily_totals" || row.amount !== 0);
    }
    return tables;
  });
}
