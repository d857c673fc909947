import { findIana } from "windows-iana";
import { isKnown } from "#lib/time/zone.ts";

// Node still lists these by the names they had before.
const RENAMED: Record<string, string> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** Every IANA timezone that this Node lists, and UTC, which it leaves out. */
export const timezones: readonly string[] = [...Intl.supportedValuesOf("timeZone"), "UTC"]
  .map((name) => RENAMED[name] ?? name)
  .sort();

const LONGEST = 64;

/** Also true for a zone's other names, listed or not. */
export function isTimezone(name: string): boolean {
  // Intl takes offsets too, but +02:00 knows no summer.
  return name.length <= LONGEST && /^[A-Z]/.test(name) && isKnown(name);
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
  return /\/|^[A-Z][a-z]+$/.test(name) && isKnown(name);
}
