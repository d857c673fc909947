import { type Day, isoDay, NO_YEAR, readDay, writeDay } from "./dates.ts";
import { instantOf } from "./time/clock.ts";
import { addDays, addMonths, dayOf } from "./time/days.ts";
import { isKnown } from "./time/zone.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MAX_LENGTH = 60;
const NEAR: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };

type Options = {
  /** A day of the past: its year must be typed, and two digits never mean a future year. */
  past?: boolean | undefined;
  /** Without a year, the year is `NO_YEAR`. */
  yearless?: boolean | undefined;
  /** Whether "fri" and "12/28" mean the last or the next, today included. Default: last Friday, this year's 12/28. */
  means?: "last" | "next" | undefined;
  /** Whether "3/4" is April 3. */
  dayFirst?: boolean | undefined;
  /** The first day of "next week": 0 for Sunday. */
  weekStart?: number | undefined;
};

/**
 * Reads "11/20/2026", "14.3.1968", "2026-11-20", "20 nov 2026", "yesterday", "fri", and with `means: "next"` also
 * "next week" and "in 6 months". With full stops the day comes first, unless only the month can. Null if there is no
 * such day.
 */
export function parseDay(text: string, today: Day, options: Options = {}): Day | null {
  const { past = false, yearless = false, means, dayFirst = false, weekStart = 0 } = options;
  if (text.length > MAX_LENGTH) return null;
  const input = text.trim().toLowerCase().replace(/,/g, " ").replace(/\s+/g, " ");
  const near = NEAR[input];
  if (near !== undefined) return shift(today, near);

  if (means === "next") {
    const ahead = dayAhead(input, today, weekStart);
    if (ahead) return ahead;
  }
  const weekday = weekdayOf(input);
  if (weekday >= 0) {
    const now = new Date(writeDay(today)).getUTCDay();
    return shift(today, means === "next" ? (weekday - now + 7) % 7 : -((now - weekday + 7) % 7));
  }

  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(input) ?? [];
  if (isoYear) return real(isoYear, isoMonth, isoDay);
  const written = inNumbers(input, dayFirst) ?? inWords(input);
  if (!written || (past && !yearless && !written.year)) return null;
  if (!written.year && !yearless && means) return nearest(written, today, means);
  const isUnknown = yearless && !written.year;
  return inYear(
    written,
    isUnknown ? NO_YEAR : fullYear(written.year, past ? today.year : today.year + 10, today),
  );
}

function weekdayOf(input: string): number {
  return input.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(input.replace(/s$/, "")));
}

/** "Next week" is its Monday. */
function dayAhead(input: string, today: Day, weekStart: number): Day | null {
  const [, some, unit] = /^in (a|an|one|[1-9]\d{0,2}) (day|week|month)s?$/.exec(input) ?? [];
  const count = Number(some) || 1;
  if (unit === "month") return readDay(addMonths(isoDay(today), count));
  if (unit) return shift(today, unit === "week" ? 7 * count : count);
  const [, next] = /^next ([a-z]+)$/.exec(input) ?? [];
  const weekday = next === "week" ? 1 : weekdayOf(next ?? "");
  if (weekday < 0) return null;
  const now = new Date(writeDay(today)).getUTCDay();
  const dayInWeek = (day: number) => (day - weekStart + 7) % 7;
  return shift(today, 7 - dayInWeek(now) + dayInWeek(weekday));
}

type Written = { year?: string; month: unknown; day: unknown; swappable?: boolean };

function inYear({ month, day, swappable }: Written, year: number): Day | null {
  return real(year, month, day) ?? (swappable ? real(year, day, month) : null);
}

/** The most consecutive years without a February 29. */
const MAX_COMMON_YEARS = 7;

function nearest(written: Written, today: Day, means: "last" | "next"): Day | null {
  const step = means === "next" ? 1 : -1;
  for (let away = 0; away <= MAX_COMMON_YEARS + 1; away++) {
    const found = inYear(written, today.year + step * away);
    if (found && step * (Date.parse(writeDay(found)) - Date.parse(writeDay(today))) >= 0) return found;
  }
  return null;
}

function inNumbers(input: string, dayFirst: boolean): Written | null {
  const [, first, separator, second, year] =
    /^(\d{1,2})([/.-])(\d{1,2})(?:[/.-](\d{4}|\d{2}))?\.?$/.exec(input) ?? [];
  if (!first) return null;
  return separator === "." || dayFirst
    ? { year, month: second, day: first, swappable: separator === "." && !dayFirst }
    : { year, month: first, day: second };
}

function inWords(input: string): Written | null {
  let [, name, day, year] = /^([a-z]{3,9})\.? (\d{1,2})(?: (\d{4}))?$/.exec(input) ?? [];
  if (!name) [, day, name, year] = /^(\d{1,2})\.? ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(input) ?? [];
  return name ? { year, month: month(name), day } : null;
}

/** "03/14/1968"; "03/14" without a year; "14/03/1968" with the day first. */
export function typedDay({ year, month, day }: Day, dayFirst = false): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const monthDay = dayFirst ? `${two(day)}/${two(month)}` : `${two(month)}/${two(day)}`;
  return year === NO_YEAR ? monthDay : `${monthDay}/${String(year).padStart(4, "0")}`;
}

function month(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

// Two digits reach no further than `latest`: "68" is 1968, "26" is 2026.
function fullYear(year: string | undefined, latest: number, today: Day): number {
  if (year === undefined) return today.year;
  if (year.length === 4) return Number(year);
  const guess = Math.floor(today.year / 100) * 100 + Number(year);
  return guess > latest ? guess - 100 : guess;
}

function real(year: unknown, month: unknown, day: unknown): Day | null {
  const found = { year: Number(year), month: Number(month), day: Number(day) };
  const date = new Date(Date.UTC(2000, found.month - 1, found.day));
  date.setUTCFullYear(found.year, found.month - 1, found.day);
  const exists = date.getUTCMonth() + 1 === found.month && date.getUTCDate() === found.day;
  return exists && found.year > 0 ? found : null;
}

function shift(day: Day, days: number): Day | null {
  return readDay(addDays(writeDay(day), days));
}

/** Now if the day is today in `timezone`, else its noon there. */
export function writeInstant(day: Day, timezone?: string): string {
  const zone = timezone && isKnown(timezone) ? timezone : undefined;
  const noon = Date.parse(writeDay(day));
  const now = Date.now();
  const isToday = dayOf(now, zone) === dayOf(noon, "UTC");
  return new Date(isToday ? now : instantOf(noon, zone)).toISOString();
}
