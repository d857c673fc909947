import { DAY, isKnown, QUARTER, zoneOf } from "./zone.ts";

// Intl keeps the names that these zones had when ICU first listed them.
const RENAMED: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

export const timezones: readonly string[] = [...Intl.supportedValuesOf("timeZone"), "UTC"]
  .map((name) => RENAMED[name] ?? name)
  .sort();

const MAX_NAME = 64;

export function isTimezone(name: string): boolean {
  // Intl also accepts offsets, but these have no daylight-saving time.
  return name.length <= MAX_NAME && /^[A-Z]/.test(name) && isKnown(name);
}

/** The name that `timezones` lists for a zone or one of its aliases. Null if unknown. */
export function currentTimezone(name: string): string | null {
  if (!isTimezone(name)) return null;
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return RENAMED[timeZone] ?? timeZone;
}

/** Of the tz database that Intl uses, like "2026c". */
export const TZ_VERSION = process.versions.tz ?? "";

/** A zone's offsets from UTC (ms), each from an instant on, as one version of the tz database has them. */
export type Clocks = {
  version: string;
  timezone: string;
  changes: [from: number, offset: number][];
  until: number;
};

const YEARS = 5;
// No zone changes its clocks twice within two weeks.
const STEP = 14 * DAY;

/** For the next five years. */
export function clocksOf(timezone: string, now: number): Clocks {
  const zone = zoneOf(timezone);
  const changes: Clocks["changes"] = [[now, zone.offsetAt(now)]];
  const until = now + YEARS * 366 * DAY;
  for (let from = now; from < until; from += STEP) {
    const offset = zone.offsetAt(from + STEP);
    if (offset === zone.offsetAt(from)) continue;
    let [before, after] = [from, from + STEP];
    while (after - before > QUARTER) {
      const middle = Math.floor((before + after) / 2);
      if (zone.offsetAt(middle) === offset) after = middle;
      else before = middle;
    }
    changes.push([Math.floor(after / QUARTER) * QUARTER, offset]);
  }
  return { version: TZ_VERSION, timezone, changes, until };
}

export function offsetIn({ changes }: Clocks, instant: number): number {
  return (changes.findLast(([from]) => from <= instant) ?? changes[0])?.[1] ?? 0;
}

/** Whether two versions disagree about an instant after `now` that both know. */
export function differ(one: Clocks, other: Clocks, now: number): boolean {
  return [...one.changes, ...other.changes]
    .map(([from]) => Math.max(from, now))
    .filter((instant) => instant < Math.min(one.until, other.until))
    .some((instant) => offsetIn(one, instant) !== offsetIn(other, instant));
}
