import type ICAL from "ical.js";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded } from "./budget.ts";
import { isDayOf } from "./rule-days.ts";

const UNITS: Record<string, number> = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: 1000 };
const MAX_PERIOD_MS: Record<string, number> = {
  ...UNITS,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 31 * DAY,
  YEARLY: 366 * DAY,
};
const MAX_TIMES = 1440;
/** All days of a year from both ends, all hours, minutes and seconds. */
const MAX_LISTED = 2_000;

type Times = { days: number[]; times: number[] };

/**
 * Starts within [from, to], in order, as wall times. The event's own start always comes first. Always ends,
 * because it reads only periods before `to`, within the budget.
 */
export function* startsOf(
  rule: ICAL.Recur,
  { start, from, to, until }: { start: number; from: number; to: number; until: number },
  budget: Budget,
): Generator<number> {
  if (start >= from && start <= to) yield start;
  const lists: unknown[][] = Object.values(rule.parts).map((part) => [part].flat());
  const listed = lists.reduce((sum, list) => sum + list.length, 0);
  if (listed > MAX_LISTED) throw new BudgetExceeded("An event's recurrence rule is too long");
  const perDay = 1 + (rule.parts.BYDAY?.length ?? 0) / 4;
  const end = Math.min(to, until);
  const length = (MAX_PERIOD_MS[rule.freq] ?? 0) * rule.interval;
  // COUNT requires starting at the first period.
  const first = rule.count ? 0 : Math.max(0, Math.floor((from - start) / length) - 1);
  let left = rule.count ? rule.count - 1 : Number.POSITIVE_INFINITY;
  for (let n = first; ; n++) {
    const { days, times } = periodOf(rule, start, n);
    budget.spend(1 + days.length / 4 + times.length);
    const [midnight] = days;
    if (midnight === undefined || midnight > end) return;
    // Without COUNT and BYSETPOS, only the days in the window matter.
    const counts = rule.count !== null || rule.parts.BYSETPOS;
    const near = counts ? days : days.filter((day) => day > from - DAY && day <= end);
    budget.spend(near.length * perDay);
    for (const moment of startsInPeriod(rule, start, near, times, budget)) {
      if (moment <= start) continue;
      if (moment > end || left-- <= 0) return;
      if (moment >= from) yield moment;
    }
  }
}

function periodOf(rule: ICAL.Recur, start: number, n: number): Times {
  const at = new Date(start);
  const steps = n * rule.interval;
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const today = floorTo(start, DAY);
  const unit = UNITS[rule.freq];
  if (unit) {
    const moment = floorTo(start, unit) + steps * unit;
    const day = floorTo(moment, DAY);
    return { days: [day], times: withinDay(rule, start, moment - day) };
  }
  const times = timesOf(rule, start);
  if (rule.freq === "DAILY") return { days: [today + steps * DAY], times };
  if (rule.freq === "MONTHLY") {
    return { days: between(Date.UTC(year, month + steps), Date.UTC(year, month + steps + 1)), times };
  }
  if (rule.freq === "YEARLY") {
    return { days: between(Date.UTC(year + steps, 0), Date.UTC(year + steps + 1, 0)), times };
  }
  const weekStart = today - ((at.getUTCDay() - (rule.wkst - 1) + 7) % 7) * DAY + steps * 7 * DAY;
  return { days: between(weekStart, weekStart + 7 * DAY), times };
}

/** Also correct for negative times (before 1970). */
export function floorTo(moment: number, unit: number): number {
  return Math.floor(moment / unit) * unit;
}

function between(first: number, next: number): number[] {
  return Array.from({ length: (next - first) / DAY }, (_, i) => first + i * DAY);
}

function timesOf({ parts }: ICAL.Recur, start: number): number[] {
  const at = new Date(start);
  const hours = parts.BYHOUR ?? [at.getUTCHours()];
  const minutes = parts.BYMINUTE ?? [at.getUTCMinutes()];
  const seconds = parts.BYSECOND ?? [at.getUTCSeconds()];
  return combineTimes(hours, minutes, seconds);
}

function withinDay({ freq, parts }: ICAL.Recur, start: number, time: number): number[] {
  const now = new Date(time);
  const at = new Date(start);
  const only = (allowed: number[] | undefined, value: number) =>
    !allowed || allowed.includes(value) ? [value] : [];
  const hours = only(parts.BYHOUR, now.getUTCHours());
  if (freq === "HOURLY") {
    return combineTimes(
      hours,
      parts.BYMINUTE ?? [at.getUTCMinutes()],
      parts.BYSECOND ?? [at.getUTCSeconds()],
    );
  }
  const minutes = only(parts.BYMINUTE, now.getUTCMinutes());
  if (freq === "MINUTELY") return combineTimes(hours, minutes, parts.BYSECOND ?? [at.getUTCSeconds()]);
  return combineTimes(hours, minutes, only(parts.BYSECOND, now.getUTCSeconds()));
}

function combineTimes(hours: number[], minutes: number[], seconds: number[]): number[] {
  const count = hours.length * minutes.length * seconds.length;
  if (count > MAX_TIMES) throw new BudgetExceeded("An event repeats more than once a minute");
  return hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1000)));
}

function startsInPeriod(
  rule: ICAL.Recur,
  start: number,
  days: number[],
  times: number[],
  budget: Budget,
): number[] {
  const allowed = days.filter((day) => isDayOf(rule, start, day));
  budget.spend(allowed.length * times.length);
  const moments = allowed.flatMap((day) => times.map((time) => day + time));
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  if (!rule.parts.BYSETPOS) return sorted;
  const positions = new Set(rule.parts.BYSETPOS);
  return sorted.filter((_, i) => positions.has(i + 1) || positions.has(i - sorted.length));
}
