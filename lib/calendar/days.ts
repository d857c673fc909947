import { instantOf, offsetAt } from "./clock.ts";

const MINUTE = 60_000;
export const DAY_MINUTES = 24 * 60;

/** A stretch of a day in which nobody changes the clocks: its instants (ms), and the minutes that the clock reads. */
export type Run = { start: number; end: number; from: number; to: number };

/** A day as the clocks of a timezone tell it, "2026-11-16": from `start` to `end` (ms), in two runs if they change. */
export type CalendarDay = { date: string; start: number; end: number; runs: Run[] };

export function calendarDay(date: string, timezone: string): CalendarDay {
  const midnight = midnightOf(date);
  // The first instant of a day, also where its midnight is skipped or comes twice.
  const start = instantOf(midnight, timezone);
  const end = instantOf(midnightOf(addDays(date, 1)), timezone);
  const change = changeBetween(start, end, timezone);
  const edges = change === null ? [start, end] : [start, change, end];
  const runs = edges.slice(1).map((runEnd, index) => {
    const runStart = edges[index] ?? start;
    const from = (runStart - midnight) / MINUTE + offsetAt(runStart, timezone);
    return { start: runStart, end: runEnd, from, to: from + (runEnd - runStart) / MINUTE };
  });
  return { date, start, end, runs };
}

export function addDays(date: string, days: number): string {
  return new Date(midnightOf(date) + days * DAY_MINUTES * MINUTE).toISOString().slice(0, 10);
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00Z`);
}

/** The minute of the day that the clock reads at an instant; null on another day. */
export function clockMinute({ runs }: CalendarDay, instant: number): number | null {
  const run = runs.find(({ start, end }) => start <= instant && instant < end);
  return run ? run.from + (instant - run.start) / MINUTE : null;
}

/** The minutes that the clock leaves out when it goes forward. */
export function skipped({ runs }: CalendarDay): [from: number, to: number][] {
  const edges = [0, ...runs.flatMap(({ from, to }) => [from, to]), DAY_MINUTES];
  const pairs = edges.flatMap((from, index): [number, number][] =>
    index % 2 === 0 ? [[from, edges[index + 1] ?? DAY_MINUTES]] : [],
  );
  return pairs.filter(([from, to]) => from < to);
}

/** The minutes that come twice when the clock goes back. */
export function repeated({ runs: [first, second] }: CalendarDay): [from: number, to: number] | null {
  return first && second && second.from < first.to ? [second.from, first.to] : null;
}

/** The instant (a whole minute) at which the clocks change; they do so once a day at the most. */
function changeBetween(start: number, end: number, timezone: string): number | null {
  const before = offsetAt(start, timezone);
  if (offsetAt(end - 1, timezone) === before) return null;
  let [low, high] = [start, end];
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle, timezone) === before) low = middle;
    else high = middle;
  }
  return high;
}
