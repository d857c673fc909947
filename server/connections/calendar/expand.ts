import ICAL from "ical.js";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, wallAt, zoneOf } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded, createBudget } from "./budget.ts";
import { isWellFormed } from "./grammar.ts";
import { neededLines, repairLines } from "./lines.ts";
import { instant, isUtc, type Moment, momentOf, momentsOf, wallTime, type Zones, zonesOf } from "./moment.ts";
import { floorTo, startsOf } from "./rule.ts";

/** An object with more is unreadable, because a partial result would show busy time as free. */
const MAX_INSTANCES = 5_000;
const OBJECT_STEPS = 600_000;
export const CALENDAR_STEPS = 4_000_000;
const MAX_TEXT = 500;
// Wall times differ from UTC by at most 14 hours, plus clock changes.
const SLACK = 2 * DAY;

/** All-day events end at an exclusive midnight in the organization's timezone. Transparent events don't block time. */
export type CalendarEvent = {
  id: string;
  uid: string;
  title: string;
  startsAt: Date;
  endsAt: Date;
  isAllDay: boolean;
  isTransparent: boolean;
};

type Part = { event: ICAL.Component; start: Moment };
type Override = Part & { of: Moment; isFuture: boolean };
type Window = { from: number; to: number };
type Jcal = ConstructorParameters<typeof ICAL.Component>[0];

/**
 * Unordered. Floating times and whole days are in `timezone`. Calls `onBroken` for each repaired line. Throws if an
 * event could be at any time, and BudgetExceeded.
 */
export function expand(
  ics: string,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
  { budget: whole, onBroken = () => {} }: { budget?: Budget; onBroken?: () => void } = {},
): CalendarEvent[] {
  const budget = createBudget(OBJECT_STEPS, whole);
  const window = { from: from.getTime(), to: to.getTime() };
  const lines = neededLines(ics, budget);
  const isWhole = lines.every((line) => {
    budget.spend(1 + line.length / 50);
    return isWellFormed(line);
  });
  try {
    if (isWhole) return eventsOf(lines, window, timezone, budget);
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
  }
  onBroken();
  return eventsOf(repairLines(lines, budget), window, timezone, budget);
}

function eventsOf(lines: string[], window: Window, timezone: string, budget: Budget): CalendarEvent[] {
  const parsed = ICAL.parse(lines.join("\r\n"));
  const calendars: Jcal[] = typeof parsed[0] === "string" ? [parsed] : parsed;
  const found: CalendarEvent[] = [];
  for (const jcal of calendars) {
    const calendar = new ICAL.Component(jcal);
    const zones = zonesOf(calendar, zoneOf(timezone), budget);
    const byUid = Map.groupBy(calendar.getAllSubcomponents("vevent"), (event) => textOf(event, "uid"));
    for (const events of byUid.values()) {
      for (const event of seriesOf(events, zones, window, budget)) {
        if (found.push(event) > MAX_INSTANCES) throw new BudgetExceeded(`“${event.title}” repeats too often`);
      }
    }
  }
  return found;
}

function* seriesOf(
  events: ICAL.Component[],
  zones: Zones,
  window: Window,
  budget: Budget,
): Generator<CalendarEvent> {
  const isOverride = (event: ICAL.Component) => event.hasProperty("recurrence-id");
  budget.spend(20 * events.length);
  const overrides = events.filter(isOverride).map((event) => overrideOf(event, zones));
  const mains = events.filter((event) => !isOverride(event)).map((event) => partOf(event, zones));
  const futures = overrides.filter(({ isFuture }) => isFuture).sort((a, b) => instant(a.of) - instant(b.of));
  for (const { event, start, of } of overrides) {
    yield* instancesOf(
      event,
      start,
      { wall: start.wall, length: lengthOf(event, start, zones) },
      instant(of),
      window,
    );
  }
  const margin = [...futures, ...mains].reduce((most, part) => Math.max(most, reachOf(part, zones)), SLACK);
  const wide = { from: window.from - margin, to: window.to + margin };
  for (const { event, start } of mains) {
    const isRecurring = event.hasProperty("rrule") || event.hasProperty("rdate");
    const isReplaced = matchesAny(
      start,
      overrides.map(({ of }) => of),
    );
    for (const occurrence of occurrencesOf(event, start, zones, wide)) {
      budget.spend(5 + futures.length);
      if (isReplaced(occurrence.wall)) continue;
      const original = instantOf(occurrence.wall, start.zone);
      const future = futures.findLast(({ of }) => instant(of) <= original);
      const id = isRecurring ? original : null;
      if (!future) yield* instancesOf(event, start, occurrence, id, window);
      else
        yield* instancesOf(future.event, future.start, shiftOccurrence(future, original, zones), id, window);
    }
  }
}

function partOf(event: ICAL.Component, zones: Zones): Part {
  return { event, start: readMoment(event, "dtstart", zones) };
}

function overrideOf(event: ICAL.Component, zones: Zones): Override {
  const of = readMoment(event, "recurrence-id", zones);
  const range = event.getFirstProperty("recurrence-id")?.getFirstParameter("range");
  return { ...partOf(event, zones), of, isFuture: range?.toUpperCase() === "THISANDFUTURE" };
}

/** Throws if invalid, because the event could be at any time. */
function readMoment(event: ICAL.Component, name: string, zones: Zones): Moment {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  const moment =
    value instanceof ICAL.Time ? momentOf(value, property?.getFirstParameter("tzid"), zones) : null;
  if (!moment || Number.isNaN(moment.wall)) throw new Error(`The ${name} of an event cannot be read`);
  return moment;
}

/** THISANDFUTURE moves later occurrences by as much as its own. */
function shiftOccurrence({ event, start, of }: Override, original: number, zones: Zones): Occurrence {
  const by = start.wall - wallAt(instant(of), start.zone);
  return { wall: wallAt(original, start.zone) + by, length: lengthOf(event, start, zones) };
}

function reachOf(part: Part | Override, zones: Zones): number {
  const { days, ms } = lengthOf(part.event, part.start, zones);
  const shift = "of" in part ? Math.abs(instant(part.start) - instant(part.of)) : 0;
  return days * DAY + ms + shift;
}

function* instancesOf(
  event: ICAL.Component,
  start: Moment,
  occurrence: Occurrence,
  original: number | null,
  { from, to }: Window,
): Generator<CalendarEvent> {
  const startsAt = instantOf(occurrence.wall, start.zone);
  const endsAt = endOf(start, occurrence);
  const isInside = startsAt < to && (endsAt > from || startsAt >= from);
  if (!isInside || textOf(event, "status").toUpperCase() === "CANCELLED") return;
  const uid = textOf(event, "uid");
  yield {
    id: original === null ? uid : `${uid}/${new Date(original).toISOString()}`,
    uid,
    title: textOf(event, "summary").trim() || "Busy",
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    isAllDay: start.isDay,
    isTransparent: textOf(event, "transp").toUpperCase() === "TRANSPARENT",
  };
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name);
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : "";
}

const MAX_RULES = 5;
const ZONES_APART = 2 * DAY;

/** A day with a clock change has 23 or 25 hours. */
type Length = { days: number; ms: number };
type Occurrence = { wall: number; length: Length };

/** Without an end, one day for a date and zero for a time. */
function lengthOf(event: ICAL.Component, start: Moment, zones: Zones): Length {
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

function endOf({ zone }: Pick<Moment, "zone">, { wall, length }: Occurrence): number {
  return instantOf(wall + length.days * DAY, zone) + length.ms;
}

function* occurrencesOf(event: ICAL.Component, start: Moment, zones: Zones, window: Window) {
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

function matchesAny(start: Moment, moments: Moment[]): (wall: number) => boolean {
  const isByDay = (moment: Moment) => moment.isDay || start.isDay;
  const byDay = new Set(moments.filter(isByDay).map((moment) => floorTo(sameWall(moment, start), DAY)));
  const instants = new Set(moments.filter((moment) => !isByDay(moment)).map(instant));
  return (wall) => byDay.has(floorTo(wall, DAY)) || instants.has(instantOf(wall, start.zone));
}
