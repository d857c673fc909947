const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// Offsets come from Intl and not from luxon: the calendar is a first view, and every browser has it.

/** Minutes by which the clocks of a timezone are ahead of UTC at an instant (ms). */
export function offsetAt(instant: number, timezone: string): number {
  const [, sign, hours = 0, minutes = 0] =
    /([+-])(\d+):(\d+)/.exec(zonePart(instant, timezone, "longOffset")) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/** "PST"; "GMT+11" where a zone has no such name. */
export function zoneName(instant: number, timezone: string): string {
  return zonePart(instant, timezone, "short");
}

/** What the clocks read at an instant, as a date whose UTC fields say it. */
export function clockAt(instant: number, timezone: string): Date {
  return new Date(instant + offsetAt(instant, timezone) * MINUTE);
}

/** "2026-11-16". */
export function dateAt(instant: number, timezone: string): string {
  return clockAt(instant, timezone).toISOString().slice(0, 10);
}

/**
 * The instants at which the clocks read `clock` (a time written as if it were UTC, ms), earliest first: two when they
 * go back, none when they skip it.
 */
export function instantsOf(clock: number, timezone: string): number[] {
  const offsets = new Set([clock - DAY, clock + DAY].map((near) => offsetAt(near, timezone)));
  return [...offsets]
    .map((offset) => clock - offset * MINUTE)
    .filter((instant) => clockAt(instant, timezone).getTime() === clock)
    .sort((a, b) => a - b);
}

/** The first instant at which the clocks read it. What they skip is as much later as they go forward: 2:30 is 3:30. */
export function instantOf(clock: number, timezone: string): number {
  return instantsOf(clock, timezone)[0] ?? clock - offsetAt(clock - DAY, timezone) * MINUTE;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function zonePart(instant: number, timeZone: string, timeZoneName: "short" | "longOffset"): string {
  const key = `${timeZoneName} ${timeZone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    try {
      formatter = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName });
    } catch {
      // A host may name a zone that this browser does not know.
      formatter = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", timeZoneName });
    }
    formatters.set(key, formatter);
  }
  return formatter.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
}
