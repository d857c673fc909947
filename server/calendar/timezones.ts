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
