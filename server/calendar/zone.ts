import { findIana } from "windows-iana";
import { isKnown } from "#lib/time/zone.ts";

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
