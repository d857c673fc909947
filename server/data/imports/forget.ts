import { and, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { imports as table } from "#server/platform/db/schema-import.ts";

export async function forgetOldImports(db: Db): Promise<void> {
  const isOld = lt(table.updatedAt, sql`now() - interval '7 days'`);
  await db
    .delete(table)
    .where(and(isOld, inArray(table.state, ["uploading", "reading", "checking", "checked", "failed"])));
  await db.execute(sql`delete from import_rows r using imports i
    where i.organization_id = r.organization_id and i.id = r.import_id and i.finished_at < now() - interval '30 days'`);
}
