import ICAL from "ical.js";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, wallAt, zoneOf } from "#lib/time/zone.ts";
import { type Budget, BudgetExceeded, budgetOf } from "./budget.ts";
import { isWellFormed } from "./grammar.ts";
import { neededLines, repairLines } from "./lines.ts";
import { instant, type Moment, momentOf, type Zones, zonesOf } from "./moment.ts";
import { endOf, lengthOf, type Occurrence, occurrencesOf, outOf } from "./series.ts";

/** More of one calendar object is nobody's calendar, and counts as unread: a part of it would free what it holds. */
const MOST = 5_000;
/** What one object may cost, and a whole calendar. */
const OBJECT_STEPS = 600_000;
export const CALENDAR_STEPS = 4_000_000;
/** Titles are shown, names are compared: what is longer is neither. */
const LONGEST_TEXT = 500;
// Wall times are at most 14 hours from UTC, and clocks change by an hour or two.
const SLACK = 2 * DAY;

/**
 * One instance of an event, recurring ones expanded. All-day events run from midnight to midnight of the organization's
 * timezone, the end exclusive. Transparent ones do not block. `uid` is iCalendar's.
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
/** A VEVENT that stands for one occurrence of a series, or for all from that one on. */
type Override = Part & { of: Moment; isFuture: boolean };
type Window = { from: number; to: number };
type Jcal = ConstructorParameters<typeof ICAL.Component>[0];

/**
 * The events of an iCalendar object that overlap [from, to), recurring ones expanded, in no order. Times without zone
 * and whole days are those of `timezone`. Of an object with broken lines what can be read of it counts, and `onBroken`
 * is told. Throws on what is no iCalendar or leaves open which days an event takes, and BudgetExceeded on what is endless.
 */
export function expand(
  ics: string,
  { from, to, timezone }: { from: Date; to: Date; timezone: string },
  { whole, onBroken = () => {} }: { whole?: Budget; onBroken?: () => void } = {},
): CalendarEvent[] {
  const budget = budgetOf(OBJECT_STEPS, whole);
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
        if (found.push(event) > MOST) throw new BudgetExceeded(`“${event.title}” repeats too often`);
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
    yield* shown(
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
    const replaced = outOf(
      start,
      overrides.map(({ of }) => of),
    );
    for (const occurrence of occurrencesOf(event, start, zones, wide)) {
      // A look at the clock is what takes time.
      budget.spend(5 + futures.length);
      if (replaced(occurrence.wall)) continue;
      const original = instantOf(occurrence.wall, start.zone);
      const future = futures.findLast(({ of }) => instant(of) <= original);
      const id = isRecurring ? original : null;
      if (!future) yield* shown(event, start, occurrence, id, window);
      else yield* shown(future.event, future.start, moved(future, original, zones), id, window);
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

/** An event that does not tell when it is could be at any time. */
function readMoment(event: ICAL.Component, name: string, zones: Zones): Moment {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  const moment =
    value instanceof ICAL.Time ? momentOf(value, property?.getFirstParameter("tzid"), zones) : null;
  if (!moment || Number.isNaN(moment.wall)) throw new Error(`The ${name} of an event cannot be read`);
  return moment;
}

/** An occurrence after one that was moved with all that follow: it moves as far. */
function moved({ event, start, of }: Override, original: number, zones: Zones): Occurrence {
  const by = start.wall - wallAt(instant(of), start.zone);
  return { wall: wallAt(original, start.zone) + by, length: lengthOf(event, start, zones) };
}

/** How far an event's occurrences may reach out of the window that their own starts are looked for in. */
function reachOf(part: Part | Override, zones: Zones): number {
  const { days, ms } = lengthOf(part.event, part.start, zones);
  const shift = "of" in part ? Math.abs(instant(part.start) - instant(part.of)) : 0;
  return days * DAY + ms + shift;
}

function* shown(
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
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT) : "";
}
