import { IANAZone } from "luxon";
import { findIana } from "windows-iana";

const DAY = 86_400_000;

/**
 * Wall time is kept as the milliseconds that it would be in UTC: 9:00 in any zone is 9:00 Z.
 * `offsetAt`: by how many milliseconds the wall is ahead of UTC at an instant.
 */
export type Zone = { offsetAt(instant: number): number };

export function wallOf(zone: Zone, instant: number): number {
  return instant + zone.offsetAt(instant);
}

/** RFC 5545 section 3.3.5: in a gap the offset before it counts, of a repeated time the first. */
export function instantOf(zone: Zone, wall: number): number {
  const [before, after] = [zone.offsetAt(wall - DAY), zone.offsetAt(wall + DAY)];
  const [early, late] = [wall - before, wall - after];
  const isOnlyLate = zone.offsetAt(early) !== before && zone.offsetAt(late) === after;
  return isOnlyLate ? late : early;
}

const zones = new Map<string, Zone>();

/** A zone by its IANA name. */
export function ianaZone(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const iana = IANAZone.create(name);
  const zone =
    name === "UTC" ? { offsetAt: () => 0 } : remembered((instant) => iana.offset(instant) * 60_000);
  // Their names are any calendar's, in any spelling.
  if (zones.size >= MOST_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

const MOST_ZONES = 200;
const QUARTER = 900_000;
const MOST_REMEMBERED = 5_000;

/** Intl is slow, and calendars ask it the same over and over. Clocks change on a quarter of an hour. */
function remembered(offsetAt: Zone["offsetAt"]): Zone {
  const offsets = new Map<number, number>();
  return {
    offsetAt: (instant) => {
      const quarter = Math.floor(instant / QUARTER);
      const known = offsets.get(quarter);
      if (known !== undefined) return known;
      const offset = offsetAt(quarter * QUARTER);
      if (offsets.size >= MOST_REMEMBERED) offsets.clear();
      offsets.set(quarter, offset);
      return offset;
    },
  };
}

/**
 * The IANA name that a TZID means: itself, Windows' name of it, or the end of a path ("/vendor/2026/Europe/London").
 * Null for names that only their own VTIMEZONE explains.
 */
export function ianaName(tzid: string): string | null {
  if (/^(utc|gmt|z)$/i.test(tzid)) return "UTC";
  const parts = tzid.split("/").filter(Boolean);
  const ends = [1, 2, 3].map((count) => parts.slice(-count).join("/"));
  // The longest: America/Indiana/Knox is not Knox.
  const names = [tzid, ...(parts.length > 1 ? ends.reverse() : [])];
  return names.find(isIana) ?? findIana(tzid)[0] ?? null;
}

function isIana(name: string): boolean {
  // Neither EST nor EST5EDT, which mean different things to different programs.
  return /\/|^[A-Z][a-z]+$/.test(name) && IANAZone.isValidZone(name);
}
