import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, isKnown, type Zone, zoneOf } from "#lib/time/zone.ts";
import type { Budget } from "./budget.ts";
import { startsOf } from "./rule.ts";

/** From an IANA or Windows name, or a path's end ("/vendor/2026/Europe/London"). Null if only VTIMEZONE explains it. */
export function ianaName(tzid: string): string | null {
  if (/^(utc|gmt|z)$/i.test(tzid)) return "UTC";
  const parts = tzid.split("/").filter(Boolean);
  const ends = [1, 2, 3].map((count) => parts.slice(-count).join("/"));
  // Longest first: America/Indiana/Knox is not Knox.
  const names = [tzid, ...(parts.length > 1 ? ends.reverse() : [])];
  return names.find(isIana) ?? findIana(tzid)[0] ?? null;
}

const MAX_NAMES = 200;
const MAX_LENGTH = 64;
const known = new Map<string, boolean>();

function isIana(name: string): boolean {
  // Excludes EST and EST5EDT, which programs interpret differently.
  if (name.length > MAX_LENGTH || !/\/|^[A-Z][a-z]+$/.test(name)) return false;
  const found = known.get(name) ?? isKnown(name);
  if (known.size >= MAX_NAMES) known.clear();
  known.set(name, found);
  return found;
}

type Change = { at: number; offset: number };

function zoneOfComponent(component: ICAL.Component, budget: Budget): Zone {
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

export type Moment = { wall: number; zone: Zone; isDay: boolean };

export type Zones = { own: Zone; find: (tzid: string) => Zone; budget: Budget };

const UTC = zoneOf("UTC");

/** IANA and Windows names always mean the current zone, because VTIMEZONE descriptions are often wrong. */
export function zonesOf(calendar: ICAL.Component, own: Zone, budget: Budget): Zones {
  const found = new Map<string, Zone>();
  const described = Map.groupBy(calendar.getAllSubcomponents("vtimezone"), (component) =>
    component.getFirstPropertyValue("tzid"),
  );
  const find = (tzid: string) => {
    budget.spend(200 + tzid.length);
    const name = ianaName(tzid);
    if (name) return zoneOf(name);
    const [component] = described.get(tzid) ?? [];
    return component ? zoneOfComponent(component, budget) : own;
  };
  return {
    own,
    budget,
    find: (tzid) => {
      const zone = found.get(tzid) ?? find(tzid);
      found.set(tzid, zone);
      return zone;
    },
  };
}

export function momentOf(time: ICAL.Time, tzid: string | undefined, zones: Zones): Moment {
  const wall = wallTime(time);
  if (time.isDate) return { wall, zone: zones.own, isDay: true };
  const zone = isUtc(time) ? UTC : tzid ? zones.find(tzid) : zones.own;
  return { wall, zone, isDay: false };
}

export function isUtc(time: ICAL.Time): boolean {
  return time.zone === ICAL.Timezone.utcTimezone;
}

export function instant({ wall, zone }: Moment): number {
  return instantOf(wall, zone);
}

export function momentsOf(component: ICAL.Component, name: string, zones: Zones): Moment[] {
  return component.getAllProperties(name).flatMap((property) => {
    const values = property.getValues();
    zones.budget.spend(values.length);
    return values
      .filter((value): value is ICAL.Time => value instanceof ICAL.Time)
      .map((time) => momentOf(time, property.getFirstParameter("tzid"), zones));
  });
}
