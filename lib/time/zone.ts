export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Offset from UTC in milliseconds. */
export type Zone = { offsetAt(instant: number): number };

// Every clock change is on a quarter of an hour (St. John's since 2011).
export const QUARTER = 15 * MINUTE;
// Limited, because calendars and visitors may send any spelling.
const MAX_ZONES = 200;
const MAX_OFFSETS = 5_000;
const zones = new Map<string | undefined, Zone>();

/** UTC if unknown, the machine's zone without a name. */
export function zoneOf(timezone?: string): Zone {
  const known = zones.get(timezone);
  if (known) return known;
  const zone = remembered(offsets(timezone));
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

/* A *wall* is a local time as the milliseconds that it would be in UTC: nine o'clock anywhere is 9:00 Z. A
   day is the wall's date, "2026-11-16". */

export type Place = Zone | string | undefined;

export function wallAt(instant: number | Date, place: Place): number {
  return Number(instant) + zoneAt(place).offsetAt(Number(instant));
}

export function zoneAt(place: Place): Zone {
  return typeof place === "object" ? place : zoneOf(place);
}

export function isKnown(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}

/** "GMT-05:00", or before standard time "GMT-04:56:02". */
const OFFSET = /GMT([+-])(\d+):(\d+):?(\d*)/;

// From Intl instead of a package, to keep the calendar's first view small.
function offsets(timezone?: string): Zone["offsetAt"] {
  const format = formatter({ timeZoneName: "longOffset" }, timezone);
  return (instant) => {
    const [, sign, hours, minutes, seconds] = OFFSET.exec(format.format(instant)) ?? [];
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE + Number(seconds ?? 0) * 1000;
    return sign === "-" ? -ahead : ahead;
  };
}

/** Intl is slow, and calendars repeat the same instants. */
function remembered(offsetAt: Zone["offsetAt"]): Zone {
  const offsets = new Map<number, number>();
  return {
    offsetAt: (instant) => {
      const quarter = Math.floor(instant / QUARTER);
      const known = offsets.get(quarter);
      if (known !== undefined) return known;
      const offset = Math.abs(instant) <= LATEST ? offsetAt(quarter * QUARTER) : Number.NaN;
      if (offsets.size >= MAX_OFFSETS) offsets.clear();
      offsets.set(quarter, offset);
      return offset;
    },
  };
}

/** JavaScript dates end 100 million days after 1970. */
const LATEST = 100_000_000 * DAY;

const MAX_FORMATTERS = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** US English. Cached, because creating a format costs far more than using it. */
export function formatter(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  let found = formatters.get(key);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    } catch {
      // This browser may not know the host's zone.
      found = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    }
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatters.set(key, found);
  }
  return found;
}
