import { Cron } from "croner";
import { instantOf, startOfDay } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY, HOUR, wallAt } from "#lib/time/zone.ts";
import type { automations } from "#server/platform/db/schema-mail.ts";
import { HttpError } from "#server/platform/errors.ts";

type Rule = typeof automations.$inferSelect;
type Scheduled = Pick<Rule, "triggerType" | "schedule"> & { lastMoment?: Date | null };

/** One-time rules look for new contacts once a day. */
const DAILY = "0 9 * * *";

/**
 * The first moment after `after` at which a rule runs by itself; null for one that waits for events. A wall time that
 * the clock skips in spring comes right after the gap, one that it repeats in autumn comes once; so does one that the
 * store has had already in another timezone.
 */
export function nextMoment(rule: Scheduled, timezone: string, after: Date): Date | null {
  const pattern = patternOf(rule);
  return pattern && firstAfter(after, pattern, timezone, rule.lastMoment?.getTime() ?? 0);
}

/** When a rule runs next where today's moments may have gone by unserved: the store's timezone was changed. */
export function nextOrMissedToday(rule: Scheduled & Activated, timezone: string, now: Date): Date | null {
  const midnight = startOfDay(dayOf(now, timezone), timezone);
  return nextMoment(rule, timezone, new Date(Math.max(rule.activatedAt.getTime(), midnight - 1)));
}

/** The first moment of each of the days before today that a rule should have run on and did not, a week back. */
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

/**
 * The rule's latest moment of the organization's day that is now, after its activation; null where there was none.
 * However many moments went by while no host was running, this is the one that is made up for.
 */
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

/** A schedule as it is stored. Throws a 400 with a sentence for one that never comes, or comes more than hourly. */
export function checkedSchedule(sent: string): string {
  const schedule = sent.trim().replace(/\s+/g, " ");
  const runs = runsOf(schedule);
  if (runs.length === 0) throw new HttpError(400, "This schedule never comes round.");
  const times = runs.map((run) => run.getTime());
  if (times.some((time, i) => time - (times[i - 1] ?? 0) < HOUR)) {
    throw new HttpError(
      400,
      "An automation runs at most once an hour. Choose a schedule with longer breaks.",
    );
  }
  return schedule;
}

/** The first runs in a timezone without summer time, so that the answer is the same all year. */
function runsOf(schedule: string): Date[] {
  try {
    // croner also takes nicknames and dates, which nothing else here reads.
    if (schedule.split(" ").length === 5) return cron(schedule).nextRuns(RUNS);
  } catch {
    // Told below.
  }
  throw new HttpError(400, "The schedule must have five parts, for example 0 9 * * * for daily at 9 AM.");
}

function patternOf({ triggerType, schedule }: Scheduled): Cron | null {
  if (triggerType === "EVENT_BASED") return null;
  return cron(triggerType === "DATE_BASED" ? DAILY : (schedule ?? ""));
}

/** The pattern is walked on the clock's face: croner's own timezones run twice, or not at all, when clocks change. */
function firstAfter(after: Date, pattern: Cron, timezone: string, served: number): Date | null {
  let wall = pattern.nextRun(new Date(Math.max(wallAt(after, timezone), served)));
  while (wall) {
    const moment = new Date(instantOf(wall.getTime(), timezone, "after"));
    if (moment > after) return moment;
    wall = pattern.nextRun(wall);
  }
  return null;
}

/** A calculator only: without a function croner starts no timer. */
function cron(schedule: string): Cron {
  return new Cron(schedule, { timezone: "UTC", mode: "5-part", paused: true });
}
