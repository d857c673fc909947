import { changeBetween, startOfDay } from "#lib/time/clock.ts";
import { addDays } from "#lib/time/days.ts";
import { HOUR, zoneOf } from "#lib/time/zone.ts";

/** Milliseconds since 1970, the end exclusive. */
export type Interval = { start: number; end: number };

/** A day of the store: the calendar's date, "2026-03-08". */
export type StoreDay = string;

/** 7 days (Sunday first) of 24 hours by the store's clock. */
export type Availability = readonly (readonly boolean[])[];

/** The hours of a day that is not as its weekday is; undefined for one that is. */
export type Exceptions = { get(day: StoreDay): readonly boolean[] | undefined };

/**
 * Runs of open time from the first to the last day, both included. Open hours that follow each other are one run, also
 * across midnight and into the next week; an hour that the spring change leaves out still parts its neighbours where it
 * is closed, and one that the autumn change repeats counts twice.
 */
export function openRuns(
  availability: Availability,
  timezone: string,
  first: StoreDay,
  last: StoreDay,
  exceptions?: Exceptions,
): Interval[] {
  const alwaysOpen = availability.every((hours) => hours.every(Boolean));
  const runs: Interval[] = [];
  let open: Interval | undefined;
  let joins = false;
  for (let day = first; day <= last; ) {
    const { weekday, pieces, next } = storeDay(timezone, day);
    const hours = exceptions?.get(day) ?? availability[weekday] ?? [];
    // A store that never closes has no opening to count its grid from: its week begins one.
    if (alwaysOpen && weekday === 0) joins = false;
    let following = 0;
    for (const piece of pieces) {
      const { hour } = piece;
      if (!hours[hour]) joins = false;
      else if (joins && open && areOpen(hours, following, hour)) open.end = piece.end;
      else {
        open = { start: piece.start, end: piece.end };
        runs.push(open);
        joins = true;
      }
      following = hour + 1;
    }
    joins &&= areOpen(hours, following, 24);
    day = next;
  }
  return runs;
}

/** Whether all hours from one up to another are open: those that the clocks leave out. */
function areOpen(hours: readonly boolean[], from: number, to: number): boolean {
  for (let hour = from; hour < to; hour++) if (!hours[hour]) return false;
  return true;
}

/**
 * `pieces` of hours by the store's clock, in the order of time: an hour has none where the clocks leave it out, and two
 * where they repeat it or a part of it. `weekday` counts from Sunday.
 */
type Day = Interval & { weekday: number; pieces: readonly Piece[]; next: StoreDay };
type Piece = Interval & { hour: number };

// What a day is never changes while the host runs, and every look at a page asks for weeks of them.
const known = new Map<string, Map<StoreDay, Day>>();
const MOST_KNOWN = 5_000;
let countKnown = 0;

/** A store's day as instants. */
export function storeDay(timezone: string, day: StoreDay): Day {
  return known.get(timezone)?.get(day) ?? remembered(timezone, day);
}

function remembered(timezone: string, day: StoreDay): Day {
  const next = addDays(day, 1);
  const span = { start: startOfDay(day, timezone), end: startOfDay(next, timezone) };
  const weekday = new Date(day).getUTCDay();
  const made = { ...span, weekday, pieces: piecesOf(timezone, day, span), next };
  if (countKnown++ >= MOST_KNOWN) {
    known.clear();
    countKnown = 1;
  }
  known.set(timezone, (known.get(timezone) ?? new Map<StoreDay, Day>()).set(day, made));
  return made;
}

function piecesOf(timezone: string, day: StoreDay, { start: from, end: to }: Interval): Piece[] {
  const midnight = Date.parse(day);
  const { offsetAt } = zoneOf(timezone);
  const change = changeBetween(from, to - 1, timezone) ?? to;
  // Between two changes of the clocks, the wall is a fixed step away from UTC.
  const parts = [
    { start: from, end: change, offset: offsetAt(from) },
    { start: change, end: to, offset: offsetAt(change) },
  ];
  return parts.flatMap(({ start, end, offset }) =>
    Array.from({ length: 24 }, (_, hour) => ({
      hour,
      start: Math.max(start, midnight + hour * HOUR - offset),
      end: Math.min(end, midnight + (hour + 1) * HOUR - offset),
    })).filter((piece) => piece.end > piece.start),
  );
}
