import { and, asc, eq, getTableColumns } from "drizzle-orm";
import type { OwnSubject } from "#lib/contract/field-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { ownFields as table } from "#server/platform/db/schema-fields.ts";

export async function fieldsOf(db: Db, { organizationId }: { organizationId: string }, of?: OwnSubject) {
  const { organizationId: _, position, createdAt, updatedAt, ...columns } = getTableColumns(table);
  return db
    .select(columns)
    .from(table)
    .where(and(eq(table.organizationId, organizationId), of && eq(table.of, of)))
    .orderBy(asc(table.position), asc(table.id));
}
