import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { formatter, wallAt } from "#lib/time/zone.ts";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { byId } from "#server/platform/db/record.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { log, traceOf } from "#server/platform/log.ts";
import { makeTasks, reportMissedTasks } from "./make-tasks.ts";
import { audienceOf, senderOf } from "./recipients.ts";
import type { Rule } from "./rule.ts";
import { latestMoment, missedMoments, nextMoment } from "./schedule.ts";

const RETRY_MS = 600_000;

/**
 * Returns the number of rules that ran. A rule's output and its next run are one transaction, so concurrent hosts
 * run it once. A failing rule doesn't block others and is retried on the same day.
 */
export async function runDueAutomations({
  database,
  clock,
}: Pick<Host, "database" | "clock">): Promise<number> {
  const now = clock();
  const due = await database.system((db) =>
    db
      .select({ organizationId: automations.organizationId, id: automations.id })
      .from(automations)
      .where(isDue(now))
      .orderBy(automations.nextRunAt),
  );
  let ran = 0;
  for (const rule of due) {
    const inside = <T>(work: (db: Db) => Promise<T>) =>
      actingAs({ kind: "automation", id: rule.id }, () => database.tenant(rule.organizationId, work));
    try {
      if (await inside((db) => runIfDue(db, rule, now))) ran += 1;
    } catch (error) {
      log("automation failed", { automation: rule.id, organization: rule.organizationId, ...traceOf(error) });
      const nextRunAt = new Date(now.getTime() + RETRY_MS);
      await inside((db) => db.update(automations).set({ nextRunAt }).where(stillDue(rule, now)));
    }
  }
  return ran;
}

type Known = Pick<Rule, "organizationId" | "id">;

/** Matches the partial index. */
function isDue(now: Date): SQL | undefined {
  return and(sql`${automations.isActive}`, lte(automations.nextRunAt, now));
}

function stillDue(rule: Known, now: Date): SQL | undefined {
  return and(byId(automations, rule.id), isDue(now));
}

async function runIfDue(db: Db, rule: Known, now: Date): Promise<boolean> {
  const [claimed] = await db
    .select({ rule: automations, timezone: organizations.timezone })
    .from(automations)
    .innerJoin(organizations, eq(organizations.id, automations.organizationId))
    .where(stillDue(rule, now))
    .for("no key update", { of: automations, skipLocked: true });
  if (!claimed) return false;
  // Email to everyone may exceed the default timeout.
  await db.execute(sql`set local statement_timeout = '10min'`);
  await run(db, claimed.rule, claimed.timezone, now);
  return true;
}

/** Missed runs of earlier days are recorded, not repeated. */
async function run(db: Db, rule: Rule, timezone: string, now: Date): Promise<void> {
  const missed = missedMoments(rule, timezone, now);
  for (const moment of missed) await reportMissed(db, rule, timezone, { moment, now });
  const moment = latestMoment(rule, timezone, now);
  if (moment) {
    const { matches, isServed, occurrence } = audienceOf(rule, timezone, now);
    const found = {
      where: sql`${matches} and not ${isServed}`,
      occurrence: occurrence ?? sql`${moment.toISOString()}::text`,
      now,
      day: dayOf(now, timezone),
    };
    if (rule.actionType === "CREATE_TASK") await makeTasks(db, rule, found);
    else await queueForContacts(db, senderOf(rule), found);
  }
  const served = moment ?? missed.at(-1);
  const lastMoment = served ? new Date(wallAt(served, timezone)) : rule.lastMoment;
  const nextRunAt = nextMoment({ ...rule, lastMoment }, timezone, now);
  await db
    .update(automations)
    .set(moment ? { nextRunAt, lastMoment, lastRunAt: now } : { nextRunAt, lastMoment })
    .where(byId(automations, rule.id));
}

const DATE = { weekday: "long", month: "long", day: "numeric" } as const;

/** Records the email or task that wasn't created, except for contacts that today's run still finds. */
async function reportMissed(
  db: Db,
  rule: Rule,
  timezone: string,
  { moment, now }: { moment: Date; now: Date },
): Promise<void> {
  const then = audienceOf(rule, timezone, moment);
  const stillFound = then.occurrence ? audienceOf(rule, timezone, now).matches : sql`false`;
  const day = dayOf(moment, timezone);
  const date = formatter(DATE, timezone).format(moment);
  const where = sql`${then.matches} and not ${then.isServed} and not (${stillFound})
      and ${contacts.createdAt} <= ${moment.toISOString()}::timestamptz`;
  if (rule.actionType === "CREATE_TASK") return reportMissedTasks(db, rule, { where, now, date });
  await queueForContacts(db, senderOf(rule), {
    where,
    occurrence: sql`${`missed:${day}`}::text`,
    now,
    day,
    skipped: sql`${`Missed: nothing was running on ${date}`}`,
  });
}
