import { and, eq, gt, isNotNull } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { organizations } from "../db/schema.ts";
import { automations } from "../db/schema-mail.ts";
import { nextMoment } from "./schedule.ts";

type Scheduled = Parameters<typeof nextMoment>[0];

/**
 * When a rule of the organization runs next; null for one that waits for events. The timezone stays locked until the
 * rule is saved, so that whoever changes it finds this rule too.
 */
export async function nextRun(
  db: Db,
  organizationId: string,
  rule: Scheduled,
  now: Date,
): Promise<Date | null> {
  const [organization] = await db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("share");
  return organization ? nextMoment(rule, organization.timezone, now) : null;
}

/**
 * Moves the organization's rules to its new timezone. What is due already stays due: the run itself asks whether the
 * moment is of today.
 */
export async function rescheduleAll(db: Db, organizationId: string, now: Date): Promise<void> {
  const ahead = and(
    eq(automations.organizationId, organizationId),
    isNotNull(automations.nextRunAt),
    gt(automations.nextRunAt, now),
  );
  const rules = await db.select().from(automations).where(ahead).for("no key update");
  for (const rule of rules) {
    const nextRunAt = await nextRun(db, organizationId, rule, now);
    await db
      .update(automations)
      .set({ nextRunAt })
      .where(and(eq(automations.organizationId, organizationId), eq(automations.id, rule.id)));
  }
}
