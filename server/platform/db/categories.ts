import { eq, sql } from "drizzle-orm";
import type { Db } from "./client.ts";
import { pick } from "./columns.ts";
import { productCategories as own } from "./schema.ts";
import { sharedCategories as shared } from "./schema-auth.ts";

export function usableCategories(db: Db, id?: string) {
  const { name, description, version, createdAt, updatedAt } = own;
  return db
    .select({
      organizationId: sql<string | null>`${own.organizationId}`.as("organization_id"),
      ...{ id: own.id, name, description, version, createdAt, updatedAt },
    })
    .from(own)
    .where(id === undefined ? undefined : eq(own.id, id))
    .unionAll(
      db
        .select({
          organizationId: sql<string | null>`null::uuid`.as("organization_id"),
          ...pick(shared, "id", "name", "description", "version", "createdAt", "updatedAt"),
        })
        .from(shared)
        .where(id === undefined ? undefined : eq(shared.id, id)),
    );
}
