import { asc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { ownFields as table } from "#server/db/schema-fields.ts";

/** All fields of a store, in their order. */
export async function fieldsOf(db: Db, { organizationId }: { organizationId: string }) {
  const { organizationId: _, position, createdAt, updatedAt, ...told } = getTableColumns(table);
  return db
    .select(told)
    .from(table)
    .where(eq(table.organizationId, organizationId))
    .orderBy(asc(table.position), asc(table.id));
}
