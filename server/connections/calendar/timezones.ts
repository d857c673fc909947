import { findIana } from "windows-iana";
import { isKnown } from "#lib/time/zone.ts";

// Node lists these zones under their old names.
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

export const timezones: readonly string[] = [...Intl.supportedValuesOf("timeZone"), "UTC"]
  .map((name) => RENAMED[name] ?? name)
  .sort();

const MAX_NAME = 64;

/** Also true for aliases. */
export function isTimezone(name: string): boolean {
  // Intl also accepts offsets, but these have no daylight-saving time.
  return name.length <= MAX_NAME && /^[A-Z]/.test(name) && isKnown(name);
}

/**
 * From an IANA or Windows name, or the end of a path ("/vendor/2026/Europe/London"). Null for names that only
 * their VTIMEZONE explains.
 */
export function ianaName(tzid: string): string | null {
  if (/^(utc|gmt|z)$/i.test(tzid)) return "UTC";
  const parts = tzid.split("/").filter(Boolean);
  const ends = [1, 2, 3].map((count) => parts.slice(-count).join("/"));
  // Longest first: America/Indiana/Knox is not Knox.
  const names = [tzid, ...(parts.length > 1 ? ends.reverse() : [])];
  return names.find(isIana) ?? findIana(tzid)[0] ?? null;
}

function isIana(name: string): boolean {
  // Excludes EST and EST5EDT, which programs interpret differently.
  return /\/|^[A-Z][a-z]+$/.test(name) && isKnown(name);
}
