import type ICAL from "ical.js";
import { DAY } from "#lib/time/zone.ts";

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** RFC 5545 section 3.3.10. `start` and `day` are midnights as wall time. */
export function isDayOf(rule: ICAL.Recur, start: number, day: number): boolean {
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

/**
 * A yearly event on 29 February happens in leap years only, a monthly one on the 31st in long months only.
 */
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

/** ISO weeks, with any first weekday. */
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
