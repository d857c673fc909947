import type ICAL from "ical.js";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded } from "./budget.ts";

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** RFC 5545 section 3.3.10. `start` and `day` are midnights as wall time. */
function isDayOf(rule: ICAL.Recur, start: number, day: number): boolean {
  const { freq, parts } = rule;
  const date = new Date(day);
  const [year, month, number] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const monthLength = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const yearDay = (day - Date.UTC(year, 0)) / DAY + 1;
  const yearLength = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY;

  const { months, monthDays, weekdays } = defaults(rule, new Date(start));
  if (months && !months.includes(month)) return false;
  if (monthDays && !isAmong(monthDays, number, monthLength)) return false;
  if (parts.BYYEARDAY && !isAmong(parts.BYYEARDAY, yearDay, yearLength)) return false;
  if (parts.BYWEEKNO && !isInWeek(parts.BYWEEKNO, day, rule.wkst - 1)) return false;
  if (!weekdays) return true;
  // "2MO" counts within the month, or within the year if a yearly rule names no month.
  const ofYear = freq === "YEARLY" && !parts.BYMONTH;
  const isNumbered = ofYear || freq === "MONTHLY" || freq === "YEARLY";
  const [place, length] = ofYear ? [yearDay, yearLength] : [number, monthLength];
  return weekdays.some((text) => {
    const [, nth, weekday = ""] = /^([+-]?\d+)?(\w\w)$/.exec(text) ?? [];
    if (WEEKDAYS.indexOf(weekday) !== date.getUTCDay()) return false;
    const wanted = Number(nth ?? 0);
    if (wanted === 0 || !isNumbered) return true;
    return wanted > 0 ? wanted === Math.ceil(place / 7) : -wanted === Math.floor((length - place) / 7) + 1;
  });
}

type Days = { months?: number[]; monthDays?: number[]; weekdays?: string[] };

/** A yearly event on 29 February happens in leap years only, a monthly one on the 31st in long months only. */
function defaults({ freq, parts }: ICAL.Recur, start: Date): Days {
  const days: Days = { months: parts.BYMONTH, monthDays: parts.BYMONTHDAY, weekdays: parts.BYDAY };
  if (parts.BYDAY || parts.BYMONTHDAY || parts.BYYEARDAY) return days;
  const weekday = WEEKDAYS.slice(start.getUTCDay(), start.getUTCDay() + 1);
  if (freq === "WEEKLY" || parts.BYWEEKNO) return { ...days, weekdays: weekday };
  if (freq !== "YEARLY" && freq !== "MONTHLY") return days;
  const ofYear = freq === "YEARLY" ? [start.getUTCMonth() + 1] : undefined;
  return { ...days, months: parts.BYMONTH ?? ofYear, monthDays: [start.getUTCDate()] };
}

function isAmong(positions: number[], place: number, length: number): boolean {
  return positions.includes(place) || positions.includes(place - length - 1);
}

function isInWeek(weeks: number[], day: number, weekStart: number): boolean {
  const inWeek = (new Date(day).getUTCDay() - weekStart + 7) % 7;
  const fourth = day + (3 - inWeek) * DAY;
  const year = new Date(fourth).getUTCFullYear();
  const week = Math.floor((fourth - Date.UTC(year, 0)) / DAY / 7) + 1;
  const lastDay = Date.UTC(year + 1, 0) - DAY;
  const inLast = (new Date(lastDay).getUTCDay() - weekStart + 7) % 7;
  const lastFourth = lastDay + (3 - inLast) * DAY;
  const last = lastFourth > lastDay ? lastFourth - 7 * DAY : lastFourth;
  return isAmong(weeks, week, Math.floor((last - Date.UTC(year, 0)) / DAY / 7) + 1);
}

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

/** Wall times within [from, to], in order, the event's own start first. Always ends: at `to` or at the budget. */
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

function startsInPeriod(rule: ICAL.Recur, start: number, days: number[], times: number[], budget: Budget) {
  const allowed = days.filter((day) => isDayOf(rule, start, day));
  budget.spend(allowed.length * times.length);
  const moments = allowed.flatMap((day) => times.map((time) => day + time));
  const sorted = [...new Set(moments)].sort((a, b) => a - b);
  if (!rule.parts.BYSETPOS) return sorted;
  const positions = new Set(rule.parts.BYSETPOS);
  return sorted.filter((_, i) => positions.has(i + 1) || positions.has(i - sorted.length));
}
