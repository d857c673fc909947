import ICAL from "ical.js";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, wallAt } from "#lib/time/zone.ts";
import { BudgetExceeded } from "./budget.ts";
import { instant, isUtc, type Moment, momentOf, momentsOf, wallTime, type Zones } from "./moment.ts";
import { floorTo, startsOf } from "./rule.ts";

const MAX_RULES = 5;
const ZONES_APART = 2 * DAY;

/** A day with a clock change has 23 or 25 hours. */
type Length = { days: number; ms: number };
export type Occurrence = { wall: number; length: Length };
type Window = { from: number; to: number };

/** Without an end, one day for a date and zero for a time. */
export function lengthOf(event: ICAL.Component, start: Moment, zones: Zones): Length {
  const [end] = momentsOf(event, "dtend", zones);
  if (end) {
    // An end within a day includes the whole day.
    const wall = end.isDay ? end.wall : wallAt(instant(end), start.zone) + DAY - 1;
    return start.isDay
      ? { days: Math.max(1, Math.round((floorTo(wall, DAY) - start.wall) / DAY)), ms: 0 }
      : { days: 0, ms: Math.max(0, instant(end) - instant(start)) };
  }
  const duration = event.getFirstPropertyValue("duration");
  if (duration instanceof ICAL.Duration) return durationOf(duration);
  return { days: start.isDay ? 1 : 0, ms: 0 };
}

function durationOf({ weeks, days, hours, minutes, seconds, isNegative }: ICAL.Duration): Length {
  if (isNegative) return { days: 0, ms: 0 };
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

export function endOf({ zone }: Pick<Moment, "zone">, { wall, length }: Occurrence): number {
  return instantOf(wall + length.days * DAY, zone) + length.ms;
}

/** Occurrences that start roughly within the window. */
export function* occurrencesOf(event: ICAL.Component, start: Moment, zones: Zones, window: Window) {
  const length = lengthOf(event, start, zones);
  const exceptions = momentsOf(event, "exdate", zones).filter(({ wall }) => isNear(wall, window));
  const isExcluded = matchesAny(start, exceptions);
  zones.budget.spend(10 * exceptions.length);
  const seen = new Set<number>();
  for (const occurrence of everyOccurrence(event, start, length, zones, window)) {
    zones.budget.spend(2);
    if (seen.has(occurrence.wall) || isExcluded(occurrence.wall)) continue;
    seen.add(occurrence.wall);
    yield occurrence;
  }
}

function* everyOccurrence(
  event: ICAL.Component,
  start: Moment,
  length: Length,
  zones: Zones,
  window: Window,
): Generator<Occurrence> {
  const { budget } = zones;
  const rules = event.getAllProperties("rrule").map((property) => property.getFirstValue());
  if (rules.length > MAX_RULES) throw new BudgetExceeded("An event has too many recurrence rules");
  if (rules.length === 0) yield { wall: start.wall, length };
  for (const rule of rules) {
    if (!(rule instanceof ICAL.Recur)) throw new Error("A recurrence rule can't be read");
    const until = rule.until ? lastWall(rule.until, start, zones) : Number.POSITIVE_INFINITY;
    for (const wall of startsOf(rule, { start: start.wall, ...window, until }, budget))
      yield { wall, length };
  }
  for (const property of event.getAllProperties("rdate")) {
    const tzid = property.getFirstParameter("tzid");
    const values = property.getValues();
    budget.spend(values.length);
    for (const value of values) {
      const time = value instanceof ICAL.Period ? value.start : value;
      if (!(time instanceof ICAL.Time)) throw new Error("A time of an event can't be read");
      const own = value instanceof ICAL.Period ? periodLength(value) : null;
      if (!own && !isNear(wallTime(time), window)) continue;
      budget.spend(10);
      yield { wall: sameWall(momentOf(time, tzid, zones), start), length: own ?? length };
    }
  }
}

function isNear(wall: number, { from, to }: Window): boolean {
  return wall >= from - ZONES_APART && wall <= to + ZONES_APART;
}

function periodLength({ start, end, duration }: ICAL.Period): Length {
  if (duration) return durationOf(duration);
  return { days: 0, ms: Math.max(0, wallTime(end) - wallTime(start)) };
}

/** UNTIL as wall time. A date means the end of that day. */
function lastWall(until: ICAL.Time, start: Moment, { own }: Zones): number {
  const wall = wallTime(until);
  if (until.isDate) return start.isDay ? wall : wall + DAY - 1;
  return isUtc(until) ? wallAt(wall, start.isDay ? own : start.zone) : wall;
}

function sameWall(moment: Moment, start: Moment): number {
  if (moment.isDay) return start.isDay ? moment.wall : moment.wall + start.wall - floorTo(start.wall, DAY);
  const wall = wallAt(instant(moment), start.zone);
  return start.isDay ? floorTo(wall, DAY) : wall;
}

export function matchesAny(start: Moment, moments: Moment[]): (wall: number) => boolean {
  const isByDay = (moment: Moment) => moment.isDay || start.isDay;
  const byDay = new Set(moments.filter(isByDay).map((moment) => floorTo(sameWall(moment, start), DAY)));
  const instants = new Set(moments.filter((moment) => !isByDay(moment)).map(instant));
  return (wall) => byDay.has(floorTo(wall, DAY)) || instants.has(instantOf(wall, start.zone));
}
