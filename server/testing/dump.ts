import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#server/platform/db/client.ts";
import * as records from "#server/platform/db/schema.ts";
import * as calendar from "#server/platform/db/schema-calendar.ts";
import { dailyTotals, distinctContacts, erasedKeys } from "#server/platform/db/schema-journal.ts";
import * as mail from "#server/platform/db/schema-mail.ts";
import { tasks } from "#server/platform/db/schema-tasks.ts";

const TABLES = Object.values({
  ...records,
  ...calendar,
  ...mail,
  dailyTotals,
  erasedKeys,
  distinctContacts,
  tasks,
})
  .filter((value) => is(value, PgTable))
  .filter((table) => "organizationId" in getTableColumns(table))
  .map(getTableName);

/** Leaves out the journal's own tables, and values that change without a request. */
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
