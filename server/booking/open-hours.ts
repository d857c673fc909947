import { changeBetween, startOfDay } from "#lib/time/clock.ts";
import { addDays } from "#lib/time/days.ts";
import { DAY, HOUR, QUARTER, zoneOf } from "#lib/time/zone.ts";

/** Milliseconds since 1970, the end exclusive. */
export type Interval = { start: number; end: number };

/** A day of the store: the calendar's date, "2026-03-08". */
export type StoreDay = string;

/** 24 hours by the store's clock, or 96 quarters of an hour. */
type Hours = readonly boolean[];

/** 7 days, Sunday first. */
export type Availability = readonly Hours[];

/** The hours of a day that is not as its weekday is; undefined for one that is. */
export type Exceptions = { get(day: StoreDay): Hours | undefined };

/**
 * Runs of open time from the first to the last day, both included. Open hours that follow each other are one run, also
 * across midnight and into the next week; an hour that the spring change leaves out still parts its neighbours where it
 * is closed, and one that the autumn change repeats counts twice. So are quarters of an hour, on days that have them.
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
    const { weekday, next } = storeDay(timezone, day);
    const hours = exceptions?.get(day) ?? availability[weekday] ?? [];
    // A store that never closes has no opening to count its grid from: its week begins one.
    if (alwaysOpen && weekday === 0) joins = false;
    let following = 0;
    for (const piece of piecesOf(timezone, day, hours)) {
      const { at } = piece;
      if (!hours[at]) joins = false;
      else if (joins && open && areOpen(hours, following, at)) open.end = piece.end;
      else {
        open = { start: piece.start, end: piece.end };
        runs.push(open);
        joins = true;
      }
      following = at + 1;
    }
    joins &&= areOpen(hours, following, hours.length);
    day = next;
  }
  return runs;
}

/** What some runs have and others have not; both in order, none of either overlapping. */
export function without(runs: readonly Interval[], others: readonly Interval[]): Interval[] {
  return runs.flatMap(({ start, end }) => {
    const left: Interval[] = [];
    let from = start;
    for (const other of others) {
      if (other.end <= from || other.start >= end) continue;
      if (other.start > from) left.push({ start: from, end: other.start });
      from = Math.max(from, other.end);
    }
    return from < end ? [...left, { start: from, end }] : left;
  });
}

/** Whether a day has any open time: the clocks may leave out all that it has. */
export function isOpenOn(timezone: string, day: StoreDay, hours: Hours): boolean {
  return piecesOf(timezone, day, hours).some(({ at }) => hours[at]);
}

/** Whether all hours from one up to another are open: those that the clocks leave out. */
function areOpen(hours: Hours, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!hours[at]) return false;
  return true;
}

/** By hours where each is wholly open or closed, else by quarters. */
export function shortest(hours: Hours): boolean[] {
  const whole = wholeHours(hours);
  return hours.every((open, at) => open === whole[Math.floor((at * 24) / hours.length)]) ? whole : [...hours];
}

/** The hours of which at least a part is open, for those who know of whole ones alone. */
export function wholeHours(hours: Hours): boolean[] {
  const size = hours.length / 24;
  return Array.from({ length: 24 }, (_, hour) => hours.slice(hour * size, (hour + 1) * size).includes(true));
}

/** A day as `whole` hours say; what they leave as it is keeps its quarters. */
export function withHours(before: Hours | undefined, whole: Hours): boolean[] {
  if (!before) return [...whole];
  const told = wholeHours(before);
  const size = before.length / 24;
  return shortest(
    before.map((open, at) => {
      const hour = Math.floor(at / size);
      return whole[hour] === told[hour] ? open : whole[hour] === true;
    }),
  );
}

/** A day's hours where both are open. */
export function both(one: Hours, other: Hours): Hours {
  const length = Math.max(one.length, other.length);
  const isOpen = (hours: Hours, at: number) => hours[Math.floor((at * hours.length) / length)] === true;
  return Array.from({ length }, (_, at) => isOpen(one, at) && isOpen(other, at));
}

/** `weekday` counts from Sunday; `hours` and `quarters` are its pieces, made when somebody asks for them. */
type Day = Interval & {
  weekday: number;
  next: StoreDay;
  hours?: readonly Piece[];
  quarters?: readonly Piece[];
};
/** Where in a day's hours, or quarters of an hour, it stands. */
type Piece = Interval & { at: number };

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
  const made: Day = { ...span, weekday, next };
  if (countKnown++ >= MOST_KNOWN) {
    known.clear();
    countKnown = 1;
  }
  known.set(timezone, (known.get(timezone) ?? new Map<StoreDay, Day>()).set(day, made));
  return made;
}

/**
 * Hours or quarters of an hour by the store's clock, as a day has them, in the order of time: one has no piece where the
 * clocks leave it out, and two where they repeat it or a part of it.
 */
function piecesOf(timezone: string, day: StoreDay, { length }: Hours): readonly Piece[] {
  const known = storeDay(timezone, day);
  const kind = length === 96 ? "quarters" : "hours";
  known[kind] ??= cut(timezone, day, known, kind === "hours" ? HOUR : QUARTER);
  return known[kind];
}

function cut(timezone: string, day: StoreDay, { start: from, end: to }: Interval, size: number): Piece[] {
  const midnight = Date.parse(day);
  const { offsetAt } = zoneOf(timezone);
  const change = changeBetween(from, to - 1, timezone) ?? to;
  // Between two changes of the clocks, the wall is a fixed step away from UTC.
  const parts = [
    { start: from, end: change, offset: offsetAt(from) },
    { start: change, end: to, offset: offsetAt(change) },
  ];
  return parts.flatMap(({ start, end, offset }) =>
    Array.from({ length: DAY / size }, (_, at) => ({
      at,
      start: Math.max(start, midnight + at * size - offset),
      end: Math.min(end, midnight + (at + 1) * size - offset),
    })).filter((piece) => piece.end > piece.start),
  );
}
