import { eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { notFound } from "#server/platform/errors.ts";
import type { SystemDb } from "./client.ts";
import { organizations } from "./schema.ts";

export async function getStore(db: SystemDb, id: string): Promise<typeof organizations.$inferSelect> {
  const [found] = await db.select().from(organizations).where(eq(organizations.id, id));
  if (!found) throw notFound();
  return found;
}

export async function updateStore(
  db: SystemDb,
  id: string,
  values: PgUpdateSetSource<typeof organizations>,
): Promise<void> {
  await db
    .update(organizations)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(organizations.id, id));
}
