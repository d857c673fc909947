import ICAL from "ical.js";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, wallAt, zoneOf } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded, createBudget } from "./budget.ts";
import { isWellFormed } from "./grammar.ts";
import { neededLines, repairLines } from "./lines.ts";
import { instant, type Moment, momentOf, type Zones, zonesOf } from "./moment.ts";
import { endOf, lengthOf, matchesAny, type Occurrence, occurrencesOf } from "./series.ts";

/** An object with more is unreadable, because a partial result would show busy time as free. */
const MAX_INSTANCES = 5_000;
const OBJECT_STEPS = 600_000;
export const CALENDAR_STEPS = 4_000_000;
const MAX_TEXT = 500;
// Wall times differ from UTC by at most 14 hours, plus clock changes.
const SLACK = 2 * DAY;

/**
 * All-day events end at an exclusive midnight in the organization's timezone. Transparent events don't block
 * time.
 */
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
 * The events that overlap [from, to), unordered. Floating times and whole days are in `timezone`. Calls
 * `onBroken` for each repaired line. Throws if an event could be at any time, and BudgetExceeded.
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
