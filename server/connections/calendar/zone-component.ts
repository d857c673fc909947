import ICAL from "ical.js";
import { DAY, type Zone } from "#lib/time/zone.ts";
import type { Budget } from "./budget.ts";
import { startsOf } from "./rule.ts";

type Change = { at: number; offset: number };

export function zoneOfComponent(component: ICAL.Component, budget: Budget): Zone {
  const observances = ["standard", "daylight"].flatMap((name) => component.getAllSubcomponents(name));
  const [first] = observances;
  const initial = first ? offsetOf(first, "tzoffsetfrom") : 0;
  const years = new Map<number, Change[]>();

  const changesUntil = (year: number) => {
    const known = years.get(year);
    if (known) return known;
    const changes = observances.flatMap((observance) => changesOf(observance, year, budget));
    changes.sort((a, b) => a.at - b.at);
    years.set(year, changes);
    return changes;
  };
  return {
    offsetAt: (instant) => {
      const changes = changesUntil(new Date(instant).getUTCFullYear());
      budget.spend(changes.length / 10);
      return changes.findLast(({ at }) => at <= instant)?.offset ?? initial;
    },
  };
}

/** Up to the end of a year, with the last one before that year. */
function changesOf(observance: ICAL.Component, year: number, budget: Budget): Change[] {
  const dtstart = observance.getFirstPropertyValue("dtstart");
  if (!(dtstart instanceof ICAL.Time)) return [];
  const start = wallTime(dtstart);
  const before = offsetOf(observance, "tzoffsetfrom");
  const offset = offsetOf(observance, "tzoffsetto");
  const to = Date.UTC(year + 1, 0, 2);
  const walls = [start];
  budget.spend(10);
  for (const property of observance.getAllProperties("rrule")) {
    const rule = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur)) continue;
    const until = rule.until ? wallTime(rule.until) + before : Number.POSITIVE_INFINITY;
    const from = Math.min(Date.UTC(year - 1, 0), until - 366 * DAY);
    for (const wall of startsOf(rule, { start, from, to, until }, budget)) walls.push(wall);
  }
  for (const property of observance.getAllProperties("rdate")) {
    const values = property.getValues();
    budget.spend(values.length);
    for (const value of values) if (value instanceof ICAL.Time) walls.push(wallTime(value));
  }
  return walls.filter((wall) => wall <= to).map((wall) => ({ at: wall - before, offset }));
}

export function wallTime({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetOf(observance: ICAL.Component, name: string): number {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : 0;
}
