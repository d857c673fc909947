import ICAL from "ical.js";
import type { ProviderEvent } from "../providers/provider.ts";
import { instant, type Moment, momentOf, type Zones, zonesOf } from "./moment.ts";
import { DAY } from "./rule.ts";
import { endOf, lengthOf, type Occurrence, occurrencesOf, outOf } from "./series.ts";
import { ianaZone, instantOf, wallOf } from "./zone.ts";

/** More of one calendar object is nobody's calendar. */
const MOST = 5_000;
// Wall times are at most 14 hours from UTC, and clocks change by an hour or two.
const SLACK = 2 * DAY;

type Part = { event: ICAL.Component; start: Moment };
/** A VEVENT that stands for one occurrence of a series, or for all from that one on. */
type Override = Part & { of: Moment; isFuture: boolean };
type Window = { from: number; to: number };

/**
 * The events of an iCalendar object that overlap [from, to), recurring ones expanded, in no order. Times without zone
 * and whole days are those of `timezone`. Throws on text that is no iCalendar.
 */
export function expand(ics: string, from: Date, to: Date, timezone: string): ProviderEvent[] {
  const window = { from: from.getTime(), to: to.getTime() };
  const parsed = ICAL.parse(ics);
  const calendars = typeof parsed[0] === "string" ? [parsed] : parsed;
  return calendars.flatMap((jcal: ConstructorParameters<typeof ICAL.Component>[0]) => {
    const calendar = new ICAL.Component(jcal);
    const zones = zonesOf(calendar, ianaZone(timezone));
    const byUid = Map.groupBy(calendar.getAllSubcomponents("vevent"), (event) => textOf(event, "uid"));
    return [...byUid.values()].flatMap((events) => [...seriesOf(events, zones, window)].slice(0, MOST));
  });
}

function* seriesOf(events: ICAL.Component[], zones: Zones, window: Window): Generator<ProviderEvent> {
  const isOverride = (event: ICAL.Component) => event.hasProperty("recurrence-id");
  const overrides = events.filter(isOverride).flatMap((event) => overrideOf(event, zones));
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
  const margin = Math.max(0, ...[...futures, ...mains()].map((part) => reachOf(part, zones))) + SLACK;
  const wide = { from: window.from - margin, to: window.to + margin };
  for (const { event, start } of mains()) {
    const isRecurring = event.hasProperty("rrule") || event.hasProperty("rdate");
    const replaced = outOf(
      start,
      overrides.map(({ of }) => of),
    );
    let count = 0;
    for (const occurrence of occurrencesOf(event, start, zones, wide)) {
      if (replaced(occurrence.wall)) continue;
      if (count++ >= MOST) return;
      const original = instantOf(start.zone, occurrence.wall);
      const future = futures.findLast(({ of }) => instant(of) <= original);
      const id = isRecurring ? original : null;
      if (!future) yield* shown(event, start, occurrence, id, window);
      else yield* shown(future.event, future.start, moved(future, original, zones), id, window);
    }
  }

  function mains(): Part[] {
    return events.filter((event) => !isOverride(event)).flatMap((event) => partOf(event, zones));
  }
}

function partOf(event: ICAL.Component, zones: Zones): Part[] {
  const start = readMoment(event, "dtstart", zones);
  return start ? [{ event, start }] : [];
}

function overrideOf(event: ICAL.Component, zones: Zones): Override[] {
  const of = readMoment(event, "recurrence-id", zones);
  const range = event.getFirstProperty("recurrence-id")?.getFirstParameter("range");
  const isFuture = range?.toUpperCase() === "THISANDFUTURE";
  return of ? partOf(event, zones).map((part) => ({ ...part, of, isFuture })) : [];
}

function readMoment(event: ICAL.Component, name: string, zones: Zones): Moment | null {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  return value instanceof ICAL.Time ? momentOf(value, property?.getFirstParameter("tzid"), zones) : null;
}

/** An occurrence after one that was moved with all that follow: it moves as far. */
function moved({ event, start, of }: Override, original: number, zones: Zones): Occurrence {
  const by = start.wall - wallOf(start.zone, instant(of));
  return { wall: wallOf(start.zone, original) + by, length: lengthOf(event, start, zones) };
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
): Generator<ProviderEvent> {
  const startsAt = instantOf(start.zone, occurrence.wall);
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
  return typeof value === "string" ? value : "";
}
