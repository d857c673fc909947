import { startOfDay } from "#lib/time/clock.ts";
import { addDays, addMonths } from "#lib/time/days.ts";

type Days = { from: string; to: string };

export function monthsOf({ from, to }: Days): Days[] {
  const months: Days[] = [];
  for (let first = from; first <= to; ) {
    const last = lastOfMonth(first);
    months.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return months;
}

export function edgesOf(months: Days[], timezone: string): Date[] {
  const days = months.map(({ from }) => from);
  const last = months.at(-1);
  return [...days, ...(last ? [addDays(last.to, 1)] : [])].map((day) => new Date(startOfDay(day, timezone)));
}

/** The last day of a month stays the last day, also in February. */
export function yearBefore({ from, to }: Days): Days {
  const end = addMonths(to, -12);
  return { from: addMonths(from, -12), to: to === lastOfMonth(to) ? lastOfMonth(end) : end };
}

function lastOfMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
