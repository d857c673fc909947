import { changeBetween, startOfDay } from "#lib/time/clock.ts";
import { addDays } from "#lib/time/days.ts";
import { DAY, MINUTE, wallAt } from "#lib/time/zone.ts";

export const DAY_MINUTES = DAY / MINUTE;

/** Part of a day without a clock change: instants (ms) and minutes of the clock. */
export type Run = { start: number; end: number; from: number; to: number };

/** From `start` to `end` (ms); two runs if the clocks change. */
export type CalendarDay = { date: string; start: number; end: number; runs: Run[] };

export function calendarDay(date: string, timezone: string): CalendarDay {
  const midnight = Date.parse(date);
  const start = startOfDay(date, timezone);
  const end = startOfDay(addDays(date, 1), timezone);
  const change = changeBetween(start, end - 1, timezone);
  const edges = change === null ? [start, end] : [start, change, end];
  const runs = edges.slice(1).map((runEnd, index) => {
    const runStart = edges[index] ?? start;
    const from = (wallAt(runStart, timezone) - midnight) / MINUTE;
    return { start: runStart, end: runEnd, from, to: from + (runEnd - runStart) / MINUTE };
  });
  return { date, start, end, runs };
}

export function clockMinute({ runs }: CalendarDay, instant: number): number | null {
  const run = runs.find(({ start, end }) => start <= instant && instant < end);
  return run ? run.from + (instant - run.start) / MINUTE : null;
}

/** The first instant at which the clock shows a minute, or the end of a gap. */
export function instantAt({ runs, end }: CalendarDay, minute: number): number {
  const run = runs.find(({ to }) => minute < to);
  return run ? run.start + Math.max(0, minute - run.from) * MINUTE : end;
}

export function skipped({ runs }: CalendarDay): [from: number, to: number][] {
  const edges = [0, ...runs.flatMap(({ from, to }) => [from, to]), DAY_MINUTES];
  const pairs = edges.flatMap((from, index): [number, number][] =>
    index % 2 === 0 ? [[from, edges[index + 1] ?? DAY_MINUTES]] : [],
  );
  return pairs.filter(([from, to]) => from < to);
}

export function repeated({ runs: [first, second] }: CalendarDay): [from: number, to: number] | null {
  return first && second && second.from < first.to ? [second.from, first.to] : null;
}
