/** Milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The clocks of a place: by how many milliseconds they are ahead of UTC at an instant. */
export type Zone = { offsetAt(instant: number): number };

// Every clock changes on a quarter of an hour. (Until 2011 St. John's did at a minute past midnight: fourteen minutes of
// those nights read an hour early.)
export const QUARTER = 15 * MINUTE;
// Names come in any spelling from calendars and visitors.
const MOST_ZONES = 200;
const MOST_OFFSETS = 5_000;
const zones = new Map<string | undefined, Zone>();

/** The zone of an IANA name: UTC for one that Intl does not know, the machine's own without any. */
export function zoneOf(timezone?: string): Zone {
  const known = zones.get(timezone);
  if (known) return known;
  const zone = remembered(offsets(timezone));
  if (zones.size >= MOST_ZONES) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

/*
 * What the clocks of a place read is a *wall*: the milliseconds that it would be if it were UTC, so nine o'clock anywhere
 * is 9:00 Z. A day is the wall's date, "2026-11-16".
 */

/** A zone, or its name. */
export type Place = Zone | string | undefined;

/** What the clocks read at an instant. */
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

/** "GMT-05:00", in years before standard time "GMT-04:56:02". */
const OFFSET = /GMT([+-])(\d+):(\d+):?(\d*)/;

// From Intl and not from a package: the calendar is a first view, and every browser and Node have it.
function offsets(timezone?: string): Zone["offsetAt"] {
  const format = formatter({ timeZoneName: "longOffset" }, timezone);
  return (instant) => {
    const [, sign, hours, minutes, seconds] = OFFSET.exec(format.format(instant)) ?? [];
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE + Number(seconds ?? 0) * 1000;
    return sign === "-" ? -ahead : ahead;
  };
}

/** Intl is slow, and calendars ask it the same over and over. */
function remembered(offsetAt: Zone["offsetAt"]): Zone {
  const offsets = new Map<number, number>();
  return {
    offsetAt: (instant) => {
      const quarter = Math.floor(instant / QUARTER);
      const known = offsets.get(quarter);
      if (known !== undefined) return known;
      // What is no instant has no offset.
      const offset = Math.abs(instant) <= LATEST ? offsetAt(quarter * QUARTER) : Number.NaN;
      if (offsets.size >= MOST_OFFSETS) offsets.clear();
      offsets.set(quarter, offset);
      return offset;
    },
  };
}

/** Dates of JavaScript end 100 million days after 1970. */
const LATEST = 100_000_000 * DAY;

const MOST_FORMATTERS = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Writes dates in US English by a timezone's clocks. Making one costs far more than using it, and a list of 50 rows uses
 * it 50 times.
 */
export function formatter(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  let found = formatters.get(key);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    } catch {
      // A host may name a zone that this browser does not know.
      found = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    }
    if (formatters.size >= MOST_FORMATTERS) formatters.clear();
    formatters.set(key, found);
  }
  return found;
}
