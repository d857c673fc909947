import type ICAL from "ical.js";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded } from "./budget.ts";
import { isDayOf } from "./rule-days.ts";

const UNITS: Record<string, number> = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: 1000 };
/** The longest that a period of each frequency can be. */
const LONGEST: Record<string, number> = {
  ...UNITS,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 31 * DAY,
  YEARLY: 366 * DAY,
};
/** Of a day: one every minute. */
const MOST_TIMES = 1440;
/** Of all lists of a rule together: each day of a year, from both ends, and each hour, minute and second. */
const MOST_LISTED = 2_000;

type Times = { days: number[]; times: number[] };

/**
 * The starts of a recurring event within [from, to], all of them wall times, in order. The event's own start is the
 * first, whether or not the rule says so. `until` is the wall time of the rule's last possible start. Never runs away:
 * only periods before `to` are looked at, as far as the budget goes.
 */
export function* startsOf(
  rule: ICAL.Recur,
  { start, from, to, until }: { start: number; from: number; to: number; until: number },
  budget: Budget,
): Generator<number> {
  if (start >= from && start <= to) yield start;
  const lists: unknown[][] = Object.values(rule.parts).map((part) => [part].flat());
  const listed = lists.reduce((sum, list) => sum + list.length, 0);
  if (listed > MOST_LISTED) throw new BudgetExceeded("An event repeats by too long a rule");
  const perDay = 1 + (rule.parts.BYDAY?.length ?? 0) / 4;
  const end = Math.min(to, until);
  const length = (LONGEST[rule.freq] ?? 0) * rule.interval;
  // Whoever counts has to begin at the beginning.
  const first = rule.count ? 0 : Math.max(0, Math.floor((from - start) / length) - 1);
  let left = rule.count ? rule.count - 1 : Number.POSITIVE_INFINITY;
  for (let n = first; ; n++) {
    const { days, times } = periodOf(rule, start, n);
    budget.spend(1 + days.length / 4 + times.length);
    const [midnight] = days;
    if (midnight === undefined || midnight > end) return;
    // Where nobody counts, days before the period need not be looked at.
    const counts = rule.count !== null || rule.parts.BYSETPOS;
    const near = counts ? days : days.filter((day) => day > from - DAY && day <= end);
    budget.spend(near.length * perDay);
    for (const moment of chosen(rule, start, near, times, budget)) {
      if (moment <= start) continue;
      if (moment > end || left-- <= 0) return;
      if (moment >= from) yield moment;
    }
  }
}

/** The days (midnights) of the nth period, and what is added to each that the rule allows. */
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

/** Also of times before 1970, which are negative. */
export function floorTo(moment: number, unit: number): number {
  return Math.floor(moment / unit) * unit;
}

function between(first: number, next: number): number[] {
  return Array.from({ length: (next - first) / DAY }, (_, i) => first + i * DAY);
}

/** Times of day of rules that repeat by day or more: as the start, or as BYHOUR, BYMINUTE and BYSECOND say. */
function timesOf({ parts }: ICAL.Recur, start: number): number[] {
  const at = new Date(start);
  const hours = parts.BYHOUR ?? [at.getUTCHours()];
  const minutes = parts.BYMINUTE ?? [at.getUTCMinutes()];
  const seconds = parts.BYSECOND ?? [at.getUTCSeconds()];
  return combined(hours, minutes, seconds);
}

/** The same of rules that repeat by hour or less, for the one at `time` of the day. */
function withinDay({ freq, parts }: ICAL.Recur, start: number, time: number): number[] {
  const now = new Date(time);
  const at = new Date(start);
  const only = (allowed: number[] | undefined, value: number) =>
    !allowed || allowed.includes(value) ? [value] : [];
  const hours = only(parts.BYHOUR, now.getUTCHours());
  if (freq === "HOURLY") {
    return combined(hours, parts.BYMINUTE ?? [at.getUTCMinutes()], parts.BYSECOND ?? [at.getUTCSeconds()]);
  }
  const minutes = only(parts.BYMINUTE, now.getUTCMinutes());
  if (freq === "MINUTELY") return combined(hours, minutes, parts.BYSECOND ?? [at.getUTCSeconds()]);
  return combined(hours, minutes, only(parts.BYSECOND, now.getUTCSeconds()));
}

function combined(hours: number[], minutes: number[], seconds: number[]): number[] {
  const count = hours.length * minutes.length * seconds.length;
  if (count > MOST_TIMES) throw new BudgetExceeded("An event repeats more than once a minute");
  return hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1000)));
}

/** A period's starts, in order, after BYSETPOS. */
function chosen(rule: ICAL.Recur, start: number, days: number[], times: number[], budget: Budget): number[] {
  const allowed = days.filter((day) => isDayOf(rule, start, day));
  budget.spend(allowed.length * times.length);
  const moments = allowed.flatMap((day) => times.map((time) => day + time));
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  if (!rule.parts.BYSETPOS) return sorted;
  const positions = new Set(rule.parts.BYSETPOS);
  return sorted.filter((_, i) => positions.has(i + 1) || positions.has(i - sorted.length));
}
