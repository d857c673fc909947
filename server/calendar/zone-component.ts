import ICAL from "ical.js";
import { DAY, startsOf } from "./rule.ts";
import type { Zone } from "./zone.ts";

type Change = { at: number; offset: number };

/** A zone by its VTIMEZONE: from each of its observances' starts on, that one's offset holds. */
export function zoneOfComponent(component: ICAL.Component): Zone {
  const observances = ["standard", "daylight"].flatMap((name) => component.getAllSubcomponents(name));
  const [first] = observances;
  const initial = first ? offsetOf(first, "tzoffsetfrom") : 0;
  const years = new Map<number, Change[]>();

  const changesUntil = (year: number) => {
    const known = years.get(year);
    if (known) return known;
    const changes = observances.flatMap((observance) => changesOf(observance, year));
    changes.sort((a, b) => a.at - b.at);
    years.set(year, changes);
    return changes;
  };
  return {
    offsetAt: (instant) =>
      changesUntil(new Date(instant).getUTCFullYear()).findLast(({ at }) => at <= instant)?.offset ?? initial,
  };
}

/** When an observance begins in a year and before; its last beginning before the year, if it has one, is among them. */
function changesOf(observance: ICAL.Component, year: number): Change[] {
  const dtstart = observance.getFirstPropertyValue("dtstart");
  if (!(dtstart instanceof ICAL.Time)) return [];
  const start = timeOf(dtstart);
  const before = offsetOf(observance, "tzoffsetfrom");
  const offset = offsetOf(observance, "tzoffsetto");
  const to = Date.UTC(year + 1, 0, 2);
  const walls = [start];
  for (const property of observance.getAllProperties("rrule")) {
    const rule = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur)) continue;
    const until = rule.until ? timeOf(rule.until) + before : Number.POSITIVE_INFINITY;
    // What has ended counts from its end on.
    const from = Math.min(Date.UTC(year - 1, 0), until - 366 * DAY);
    walls.push(...startsOf(rule, { start, from, to, until }));
  }
  for (const property of observance.getAllProperties("rdate")) {
    walls.push(
      ...property
        .getValues()
        .filter((value) => value instanceof ICAL.Time)
        .map(timeOf),
    );
  }
  return walls.filter((wall) => wall <= to).map((wall) => ({ at: wall - before, offset }));
}

function timeOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetOf(observance: ICAL.Component, name: string): number {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : 0;
}
