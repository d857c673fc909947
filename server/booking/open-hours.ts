import { DateTime, IANAZone } from "luxon";

const HOUR = 3_600_000;
const QUARTER = 900_000;

/** Milliseconds since 1970, the end exclusive. */
export type Interval = { start: number; end: number };

/** A day of the store: the calendar's date, "2026-03-08". */
export type StoreDay = string;

/** 7 days (Sunday first) of 24 hours by the store's clock. */
export type Availability = readonly (readonly boolean[])[];

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
): Interval[] {
  const alwaysOpen = availability.every((hours) => hours.every(Boolean));
  const runs: Interval[] = [];
  let joins = false;
  for (let day = first; day <= last; ) {
    const { weekday, hours, next } = storeDay(timezone, day);
    // A store that never closes has no opening to count its grid from: its week begins one.
    if (alwaysOpen && weekday === 0) joins = false;
    hours.forEach(({ start, end }, hour) => {
      const open = availability[weekday]?.[hour] ?? false;
      if (open && end > start) {
        const run = runs.at(-1);
        if (joins && run?.end === start) run.end = end;
        else runs.push({ start, end });
      }
      joins = open && (joins || end > start);
    });
    day = next;
  }
  return runs;
}

/** `hours` are 24, empty (start = end) where the clocks leave one out; `weekday` counts from Sunday. */
type Day = Interval & { weekday: number; hours: readonly Interval[]; next: StoreDay };

// What a day is never changes while the host runs, and every look at a page asks for weeks of them.
const known = new Map<string, Day>();
const KNOWN = 5_000;

/** A store's day as instants. */
export function storeDay(timezone: string, day: StoreDay): Day {
  const key = day + timezone;
  const found = known.get(key);
  if (found) return found;
  const zone = IANAZone.create(timezone);
  const next = dayAfter(day);
  const span = { start: startOfDay(zone, day), end: startOfDay(zone, next) };
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const made = { ...span, weekday, hours: hoursOf(zone, day, span), next };
  if (known.size >= KNOWN) known.clear();
  known.set(key, made);
  return made;
}

function hoursOf(zone: IANAZone, day: StoreDay, { start: from, end: to }: Interval): Interval[] {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const change = changeWithin(zone, from, to);
  // Between two changes of the clocks, the wall is a fixed step away from UTC.
  const parts = [
    { start: from, end: change, offset: offsetAt(zone, from) },
    { start: change, end: to, offset: offsetAt(zone, change) },
  ];
  return Array.from({ length: 24 }, (_, hour) => {
    const pieces = parts
      .map(({ start, end, offset }) => ({
        start: Math.max(start, midnight + hour * HOUR - offset),
        end: Math.min(end, midnight + (hour + 1) * HOUR - offset),
      }))
      .filter(({ start, end }) => end > start);
    const [piece] = pieces;
    return piece ? { start: piece.start, end: pieces.at(-1)?.end ?? piece.end } : { start: 0, end: 0 };
  });
}

/** The instant within a day at which its offset changes; `to` where it does not. Zones change on quarter hours. */
function changeWithin(zone: IANAZone, from: number, to: number): number {
  const before = offsetAt(zone, from);
  if (offsetAt(zone, to - 1) === before) return to;
  let [low, high] = [from, to];
  while (high - low > QUARTER) {
    const middle = low + Math.floor((high - low) / 2 / QUARTER) * QUARTER;
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function startOfDay(zone: IANAZone, day: StoreDay): number {
  return DateTime.fromISO(day, { zone }).startOf("day").toMillis();
}

function offsetAt(zone: IANAZone, instant: number): number {
  return zone.offset(instant) * 60_000;
}

export function dayAfter(day: StoreDay, days = 1): StoreDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The store's day in which an instant falls. */
export function dayOf(timezone: string, instant: number): StoreDay {
  const day = new Date(instant).toISOString().slice(0, 10);
  const { start, end, next } = storeDay(timezone, day);
  return instant < start ? dayAfter(day, -1) : instant < end ? day : next;
}
