import { randomBytes } from "node:crypto";
import { and, eq, inArray, like, lt, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import type { Database, Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { HttpError } from "#server/errors.ts";
import { demoPassword, seedDemo } from "./seed.ts";

/** Mail to it goes nowhere (RFC 2606). */
const DOMAIN = ".journeys.example";

/**
 * One more demo store, whose people and password nobody else has: for journeys against a deployment, which take it away again.
 * Those that a run left behind a day ago go now.
 */
export async function seedOwn(database: Database, now = new Date()) {
  await eraseLeft(database, now);
  const domain = `${randomBytes(6).toString("hex")}${DOMAIN}`;
  const password = demoPassword(true);
  const organizationId = await seedDemo(database, { now, password, domain });
  return { organizationId, email: `owner@${domain}`, password };
}

/** A demo store with all that is in it. A store of real people is never taken away like this. */
export async function eraseDemo(database: Database, id: string): Promise<void> {
  const isThis = and(sql`${organizations.id}::text = ${id}`, eq(organizations.isDemo, true));
  const erased = await database.system((db) =>
    db.delete(organizations).where(isThis).returning({ id: organizations.id }),
  );
  if (erased.length === 0) throw new HttpError(404, "There is no demo store of that id; no other is erased.");
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
