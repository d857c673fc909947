import { and, lte, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { formatter, wallAt } from "#lib/time/zone.ts";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import type { Db } from "#server/platform/db/client.ts";
import { runDue } from "#server/platform/db/due.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import type { Host } from "#server/platform/handler.ts";

import { makeTasks, reportMissedTasks } from "./make-tasks.ts";
import { audienceOf, senderOf } from "./recipients.ts";
import type { Rule } from "./rule.ts";
import { latestMoment, missedMoments, nextMoment } from "./schedule.ts";

const RETRY_MS = 600_000;

export function runDueAutomations({ database, clock }: Pick<Host, "database" | "clock">): Promise<number> {
  const now = clock();
  const due = {
    kind: "automation",
    due: automations.nextRunAt,
    isDue: and(sql`${automations.isActive}`, lte(automations.nextRunAt, now)),
    actor: ({ id }: { id: string }) => ({ kind: "automation", id }) as const,
    retry: { nextRunAt: new Date(now.getTime() + RETRY_MS) },
  };
  return runDue(database, automations, due, async (db, rule) => {
    // Email to everyone may exceed the default timeout.
    await db.execute(sql`set local statement_timeout = '10min'`);
    await run(db, rule, await timezoneOf(db), now);
    return true;
  });
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
  const ran = moment ? { lastRunAt: now } : {};
  await patchRecord(db, automations, rule.id, { nextRunAt, lastMoment, ...ran });
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
