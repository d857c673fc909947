import { randomBytes } from "node:crypto";
import { and, eq, inArray, like, lt, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import type { Database, Db } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { HttpError } from "#server/platform/errors.ts";
import { demoPassword, seedDemo } from "./seed.ts";

/** RFC 2606: never receives email. */
const DOMAIN = ".journeys.example";

/** A demo store with its own password, for journeys against a deployment. Erases such stores after a day. */
export async function seedOwn(database: Database, now = new Date()) {
  await eraseLeft(database, now);
  const domain = `${randomBytes(6).toString("hex")}${DOMAIN}`;
  const password = demoPassword(true);
  const organizationId = await seedDemo(database, { now, password, domain });
  return { organizationId, email: `owner@${domain}`, password };
}

export async function eraseDemo(database: Database, id: string): Promise<void> {
  const isThis = and(sql`${organizations.id}::text = ${id}`, eq(organizations.isDemo, true));
  const erased = await database.system((db) =>
    db.delete(organizations).where(isThis).returning({ id: organizations.id }),
  );
  if (erased.length === 0)
    throw new HttpError(404, "There is no demo store with that id. Nothing was erased.");
}

async function eraseLeft(database: Database, now: Date): Promise<void> {
  const ofJourneys = (db: Db) =>
    db
      .select({ id: users.organizationId })
      .from(users)
      .where(like(users.email, `owner@%${DOMAIN}`));
  await database.system((db) =>
    db
      .delete(organizations)
      .where(
        and(
          eq(organizations.isDemo, true),
          lt(organizations.createdAt, new Date(now.getTime() - DAY)),
          inArray(organizations.id, ofJourneys(db)),
        ),
      ),
  );
}
