import ICAL from "ical.js";
import { instantOf } from "#lib/time/clock.ts";
import { type Zone, zoneOf } from "#lib/time/zone.ts";
import type { Budget } from "./budget.ts";
import { ianaName } from "./timezones.ts";
import { wallTime, zoneOfComponent } from "./zone-component.ts";

export type Moment = { wall: number; zone: Zone; isDay: boolean };

export type Zones = { own: Zone; find: (tzid: string) => Zone; budget: Budget };

const UTC = zoneOf("UTC");

/**
 * IANA and Windows names always mean the current zone, because VTIMEZONE descriptions are often wrong.
 * VTIMEZONE is used for other names only.
 */
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
