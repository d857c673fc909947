import { changeBetween, startOfDay } from "#lib/time/clock.ts";
import { addDays } from "#lib/time/days.ts";
import { DAY, HOUR, QUARTER, zoneOf } from "#lib/time/zone.ts";

/** Milliseconds since 1970, with an exclusive end. */
export type Interval = { start: number; end: number };

/** In the store's time zone, "2026-03-08". */
export type StoreDay = string;

type Hours = readonly boolean[];

export type Availability = readonly Hours[];

export type Exceptions = { get(day: StoreDay): Hours | undefined };

/** Adjacent open hours are one run. Closed hours that a clock change skips still separate; repeated ones count twice. */
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

/** A clock change may skip all of a day's open time. */
export function isOpenOn(timezone: string, day: StoreDay, hours: Hours): boolean {
  return piecesOf(timezone, day, hours).some(({ at }) => hours[at]);
}

function areOpen(hours: Hours, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!hours[at]) return false;
  return true;
}

export function shortest(hours: Hours): boolean[] {
  const whole = wholeHours(hours);
  return hours.every((open, at) => open === whole[Math.floor((at * 24) / hours.length)]) ? whole : [...hours];
}

/** For clients that only know whole hours. */
export function wholeHours(hours: Hours): boolean[] {
  const size = hours.length / 24;
  return Array.from({ length: 24 }, (_, hour) => hours.slice(hour * size, (hour + 1) * size).includes(true));
}

export function withHours(before: Hours | undefined, whole: Hours): boolean[] {
  if (!before) return [...whole];
  const hoursBefore = wholeHours(before);
  const size = before.length / 24;
  return shortest(
    before.map((open, at) => {
      const hour = Math.floor(at / size);
      return whole[hour] === hoursBefore[hour] ? open : whole[hour] === true;
    }),
  );
}

export function both(one: Hours, other: Hours): Hours {
  const length = Math.max(one.length, other.length);
  const isOpen = (hours: Hours, at: number) => hours[Math.floor((at * hours.length) / length)] === true;
  return Array.from({ length }, (_, at) => isOpen(one, at) && isOpen(other, at));
}

/** `weekday` counts from Sunday; `hours` and `quarters` are created on demand. */
type Day = Interval & {
  weekday: number;
  next: StoreDay;
  hours?: readonly Piece[];
  quarters?: readonly Piece[];
};
type Piece = Interval & { at: number };

// Days never change, and each page view needs weeks of them.
const known = new Map<string, Map<StoreDay, Day>>();
const MAX_CACHED = 5_000;
let countKnown = 0;

export function storeDay(timezone: string, day: StoreDay): Day {
  return known.get(timezone)?.get(day) ?? remembered(timezone, day);
}

function remembered(timezone: string, day: StoreDay): Day {
  const next = addDays(day, 1);
  const span = { start: startOfDay(day, timezone), end: startOfDay(next, timezone) };
  const weekday = new Date(day).getUTCDay();
  const made: Day = { ...span, weekday, next };
  if (countKnown++ >= MAX_CACHED) {
    known.clear();
    countKnown = 1;
  }
  known.set(timezone, (known.get(timezone) ?? new Map<StoreDay, Day>()).set(day, made));
  return made;
}

/** In order of time: none if a clock change skips the piece, two if it repeats. */
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
  // Between clock changes, the UTC offset is constant.
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
