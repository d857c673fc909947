import { sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { notFound } from "#server/platform/errors.ts";
import { type Db, prepared } from "./client.ts";
import { organizations } from "./schema.ts";

const storeQuery = prepared((db) => db.select().from(organizations).prepare("store"));

export async function getStore(db: Db): Promise<typeof organizations.$inferSelect> {
  const [found] = await storeQuery(db).execute();
  if (!found) throw notFound();
  return found;
}

export async function getLockedStore(db: Db, lock: "update" | "no key update" | "share" | "key share") {
  const [found] = await db.select().from(organizations).for(lock);
  if (!found) throw notFound();
  return found;
}

export async function updateStore(db: Db, values: PgUpdateSetSource<typeof organizations>): Promise<void> {
  await db.update(organizations).set({ ...values, updatedAt: sql`now()` });
}
