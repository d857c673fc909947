import { formatDay, readDay } from "#lib/dates.ts";

/** "Nov 20, 2026", with the time where there is one. */
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
