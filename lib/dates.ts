import { DAY, formatter, wallAt } from "./time/zone.ts";

/**
 * A *day* (birthday) is stored as noon UTC; an *instant* (sale) is shown in the user's time zone. Midnight
 * and noon UTC mean a day, so no time zone shifts a birthday (DESIGN.md).
 */
export type Day = { year: number; month: number; day: number };

/** A birthday without a year, as address books write it: a leap year before everyone's birth. */
export const NO_YEAR = 1604;

const WRITTEN_DAY = /^(\d{4})-(\d{2})-(\d{2})(?:T(?:00|12):00(?::00(?:\.0+)?)?(?:Z|\+00:00))?$/;

/** In `timezone` if it is an instant; null if it isn't a date. */
export function readDay(iso: string | null | undefined, timezone?: string): Day | null {
  const instant = new Date(iso ?? "");
  if (!iso || Number.isNaN(instant.getTime())) return null;
  const [, year, month, day] = WRITTEN_DAY.exec(iso) ?? [];
  if (year && month && day) return { year: Number(year), month: Number(month), day: Number(day) };
  return dayOf(instant, timezone);
}

function dayOf(instant: Date, timezone?: string): Day {
  const wall = new Date(wallAt(instant, timezone));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/** "1968-03-14T12:00:00.000Z" */
export function writeDay({ year, month, day }: Day): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T12:00:00.000Z`;
}

/** "1968-03-14" */
export function isoDay(day: Day): string {
  return writeDay(day).slice(0, 10);
}

export function today(timezone?: string): Day {
  return dayOf(new Date(), timezone);
}

/** "Nov 20, 2026"; "Nov 20" this year when `short`, and without a year; "" without a date. */
export function formatDay(
  day: Day | null,
  { short = false, timezone }: { short?: boolean; timezone?: string } = {},
): string {
  if (!day) return "";
  const isKnown = day.year !== NO_YEAR && !(short && day.year === today(timezone).year);
  const year = isKnown ? "numeric" : undefined;
  return formatter({ year, month: "short", day: "numeric" }, "UTC").format(new Date(writeDay(day)));
}

export function formatDate(
  iso: string | null | undefined,
  timezone?: string,
  { short = false }: { short?: boolean } = {},
): string {
  return formatDay(readDay(iso, timezone), { short, timezone });
}

/** "1968-03-14"; "--03-14" without a year, which spreadsheets don't convert to this year. */
export function dayInFile(iso: string): string {
  return iso.startsWith(`${NO_YEAR}-`) ? `--${iso.slice(5, 10)}` : iso.slice(0, 10);
}

/** "Nov 2026"; "" without a date. */
export function formatMonth(day: Day | null): string {
  return day ? formatter({ year: "numeric", month: "short" }, "UTC").format(new Date(writeDay(day))) : "";
}

/** "Nov 22, 2026, 9:00 AM"; "" without an instant. */
export function formatMoment(iso: string | null | undefined, timezone?: string): string {
  return formatInstant(iso, { year: "numeric", month: "short", day: "numeric" }, timezone);
}

/** "10:30 AM"; "" without an instant. */
export function formatTime(iso: string | null | undefined, timezone?: string): string {
  return formatInstant(iso, {}, timezone);
}

function formatInstant(
  iso: string | null | undefined,
  date: Intl.DateTimeFormatOptions,
  timezone: string | undefined,
): string {
  const moment = new Date(iso ?? "");
  if (Number.isNaN(moment.getTime())) return "";
  const format = formatter({ ...date, hour: "numeric", minute: "2-digit" }, timezone);
  // Browsers and Node use different spaces before AM.
  return format.format(moment).replace(/\s/g, " ");
}

/** "21:00" → "9:00 PM" */
export function formatClock(time: string): string {
  return formatTime(`2000-01-01T${time}:00Z`, "UTC");
}

/** "Fri, Nov 27"; "" without a date. */
export function formatWeekdayAndDay(written: string): string {
  const day = readDay(written);
  return day ? `${formatWeekday(day)}, ${formatDay(day, { short: true })}` : "";
}

export function formatWeekday(day: Day): string {
  return formatter({ weekday: "short" }, "UTC").format(new Date(writeDay(day)));
}

/** Until the next anniversary; February 29 counts as 28 in common years. */
export function daysUntil(day: Day, from: Day): number {
  const start = Date.UTC(from.year, from.month - 1, from.day);
  const inYear = (year: number) => {
    const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
    return Date.UTC(year, day.month - 1, day.month === 2 && day.day === 29 && !leap ? 28 : day.day);
  };
  const next = inYear(from.year) >= start ? inYear(from.year) : inYear(from.year + 1);
  return Math.round((next - start) / DAY);
}
