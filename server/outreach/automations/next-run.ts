import { and, eq, isNotNull } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { notFound } from "#server/platform/errors.ts";
import { nextOrMissedToday } from "./schedule.ts";

/** A concurrent change finds rules that are being saved. Always locked before rules, to avoid deadlocks. */
export async function lockTimezone(db: Db, organizationId: string): Promise<string> {
  const [organization] = await db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("share");
  if (!organization) throw notFound();
  return organization.timezone;
}

/** Runs that already passed on the new local day are due now. Runs that already happened are not repeated. */
export async function rescheduleAll(db: Db, organizationId: string, now: Date): Promise<void> {
  const timezone = await lockTimezone(db, organizationId);
  const scheduled = and(eq(automations.organizationId, organizationId), isNotNull(automations.nextRunAt));
  const rules = await db.select().from(automations).where(scheduled).for("no key update");
  for (const rule of rules) {
    await db
      .update(automations)
      .set({ nextRunAt: nextOrMissedToday(rule, timezone, now) })
      .where(and(eq(automations.organizationId, organizationId), eq(automations.id, rule.id)));
  }
}
