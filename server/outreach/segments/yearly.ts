import { type SQL, sql } from "drizzle-orm";
import type { Period } from "#lib/contract/segment-parts.ts";
import type { NamedPeriod } from "#lib/contract/segment-terms.ts";
import { addDays, addMonths } from "#lib/time/days.ts";
import type { yearlyColumns } from "#server/platform/db/built-in.ts";

/** An instant, whose day is that of the organization's time zone. */
export type Moment = { timezone: string; now: Date };

/** Days as "2026-11-21"; undefined at an open end. */
export function daysOf(
  period: Period,
  today: string,
): { from?: string | undefined; to?: string | undefined } {
  if ("last" in period) return { from: moved(today, -period.last.count, period.last.unit), to: today };
  if ("next" in period) return { from: today, to: moved(today, period.next.count, period.next.unit) };
  if ("in" in period) return calendarDays(period.in, today);
  return period;
}

function calendarDays(named: NamedPeriod, today: string) {
  const isMonth = named.endsWith("Month");
  const first = isMonth ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`;
  const months = isMonth ? 1 : 12;
  const from = named.startsWith("last") ? addMonths(first, -months) : first;
  return { from, to: addDays(addMonths(from, months), -1) };
}

type Unit = Extract<Period, { last: unknown }>["last"]["unit"];

function moved(day: string, count: number, unit: Unit): string {
  switch (unit) {
    case "days":
      return addDays(day, count);
    case "weeks":
      return addDays(day, 7 * count);
    case "months":
      return addMonths(day, count);
    case "years":
      return addMonths(day, 12 * Math.max(count, 1 - Number(day.slice(0, 4))));
  }
}

type Day = ReturnType<typeof yearlyColumns>["day"];

/** 29 February becomes 28 in common years. */
export function inYear(column: Day, year: number): SQL {
  return sql`(${column} + make_interval(years => ${year}::int - extract(year from ${column})::int))::date`;
}

/** Includes today. A future wedding is its own first occurrence. */
export function nextOccurrence(column: Day, today: string): SQL {
  const thisYear = inYear(column, yearOf(today));
  const nextYear = inYear(column, yearOf(today) + 1);
  return sql`greatest(${column}, case when ${thisYear} >= ${today}::date then ${thisYear} else ${nextYear} end)`;
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** Ranges for the index, with one more day at each end because of 29 February. */
export function monthDaysWithin(today: string, days: number): [from: number, to: number][] {
  const [first, last] = [addDays(today, -1), addDays(today, days + 1)];
  const [from, to] = [monthDay(first), monthDay(last)];
  if (days > 360) return [[101, 1231]];
  if (from <= to) return [[from, to]];
  return [
    [from, 1231],
    [101, to],
  ];
}

export function monthDay(day: string): number {
  return Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));
}
