import { sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { notFound } from "#server/platform/errors.ts";
import type { Db } from "./client.ts";
import { organizations } from "./schema.ts";

export async function getStore(db: Db): Promise<typeof organizations.$inferSelect> {
  const [found] = await db.select().from(organizations);
  if (!found) throw notFound();
  return found;
}

export async function updateStore(db: Db, values: PgUpdateSetSource<typeof organizations>): Promise<void> {
  await db.update(organizations).set({ ...values, updatedAt: sql`now()` });
}
