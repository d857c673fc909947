import { Cron } from "croner";
import { isNotNull } from "drizzle-orm";
import { instantOf, startOfDay } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY, HOUR, wallAt } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { getLockedStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";

type Rule = typeof automations.$inferSelect;
type Scheduled = Pick<Rule, "triggerType" | "schedule"> & { lastMoment?: Date | null };

const DAILY = "0 9 * * *";

/** Null for events. A skipped local time runs after the gap, a repeated one once, also after a change of zone. */
export function nextMoment(rule: Scheduled, timezone: string, after: Date): Date | null {
  const pattern = patternOf(rule);
  return pattern && firstAfter(after, pattern, timezone, rule.lastMoment?.getTime() ?? 0);
}

/** After a change of the timezone, including runs that already passed today. */
export function nextOrMissedToday(rule: Scheduled & Activated, timezone: string, now: Date): Date | null {
  const midnight = startOfDay(dayOf(now, timezone), timezone);
  return nextMoment(rule, timezone, new Date(Math.max(rule.activatedAt.getTime(), midnight - 1)));
}

export function missedMoments(rule: Scheduled & Activated, timezone: string, now: Date): Date[] {
  const today = dayOf(now, timezone);
  const missed = new Map<string, Date>();
  const from = new Date(Math.max(rule.activatedAt.getTime(), now.getTime() - 7 * DAY));
  let next = nextMoment(rule, timezone, from);
  while (next && dayOf(next, timezone) < today) {
    const day = dayOf(next, timezone);
    if (!missed.has(day)) missed.set(day, next);
    next = nextMoment(rule, timezone, next);
  }
  return [...missed.values()];
}

type Activated = Pick<Rule, "activatedAt">;

const LONGEST_DAY = 26 * HOUR;

/** Since activation, or null. After downtime, only this run is repeated. */
export function latestMoment(rule: Scheduled & Activated, timezone: string, now: Date): Date | null {
  let latest: Date | null = null;
  let next = nextMoment(
    rule,
    timezone,
    new Date(Math.max(rule.activatedAt.getTime(), now.getTime() - LONGEST_DAY)),
  );
  while (next && next <= now) {
    latest = next;
    next = nextMoment(rule, timezone, next);
  }
  return latest && dayOf(latest, timezone) === dayOf(now, timezone) ? latest : null;
}

const RUNS = 24;

/** Throws 400 if it never runs or runs more than hourly. */
export function checkedSchedule(sent: string): string {
  const schedule = sent.trim().replace(/\s+/g, " ");
  const runs = runsOf(schedule);
  if (runs.length === 0) throw new HttpError(400, "This schedule never runs. Choose another one.");
  const times = runs.map((run) => run.getTime());
  if (times.some((time, i) => time - (times[i - 1] ?? 0) < HOUR)) {
    throw new HttpError(
      400,
      "An automation can run at most once an hour. Choose a schedule with longer intervals.",
    );
  }
  return schedule;
}

function runsOf(schedule: string): Date[] {
  try {
    if (schedule.split(" ").length === 5) return cron(schedule).nextRuns(RUNS);
  } catch {}
  throw new HttpError(400, "The schedule must have five parts, for example 0 9 * * * for daily at 9 AM.");
}

function patternOf({ triggerType, schedule }: Scheduled): Cron | null {
  if (triggerType === "EVENT_BASED") return null;
  return cron(triggerType === "DATE_BASED" ? DAILY : (schedule ?? ""));
}

/** On local times, because croner's timezones repeat or skip runs when clocks change. */
function firstAfter(after: Date, pattern: Cron, timezone: string, served: number): Date | null {
  let wall = pattern.nextRun(new Date(Math.max(wallAt(after, timezone), served)));
  while (wall) {
    const moment = new Date(instantOf(wall.getTime(), timezone, "after"));
    if (moment > after) return moment;
    wall = pattern.nextRun(wall);
  }
  return null;
}

/** Without a function, croner starts no timer. */
function cron(schedule: string): Cron {
  return new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
}

/** A concurrent change finds rules that are being saved. Always locked before rules, to avoid deadlocks. */
export async function lockTimezone(db: Db): Promise<string> {
  return (await getLockedStore(db, "share")).timezone;
}

/** Runs that already passed on the new local day are due now. Runs that already happened are not repeated. */
export async function rescheduleAll(db: Db, now: Date): Promise<void> {
  const timezone = await lockTimezone(db);
  const scheduled = isNotNull(automations.nextRunAt);
  const rules = await db.select().from(automations).where(scheduled).for("no key update");
  for (const rule of rules) {
    await patchRecord(db, automations, rule.id, {
      nextRunAt: nextOrMissedToday(rule, timezone, now),
    });
  }
}
