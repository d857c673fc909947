import { formatDay, readDay } from "#lib/dates.ts";

/** "Nov 20, 2026", with the time if there is one. */
export function showMoment(iso: string, timezone: string): string {
  const day = readDay(iso, timezone);
  if (/T12:00:00\.000Z$/.test(iso)) return formatDay(day);
  const time = new Date(iso).toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: timezone,
  });
  return `${formatDay(day)}, ${time.replace(/\s/g, " ")}`;
}

// The supported years, with a margin for the length of appointments.
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T00:00:00Z");

/** ISO text; null outside the supported years. */
export function inReach(instant: number): string | null {
  return instant >= EARLIEST && instant < LATEST ? new Date(instant).toISOString() : null;
}
