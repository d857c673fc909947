import { DateTime } from "luxon";
import type { Appointment } from "./appointments.ts";
import { zoneOf } from "./days.ts";

/** "November 2026" of "2026-11". */
export function monthText(month: string): string {
  return onDay(`${month}-01`).toFormat("LLLL yyyy");
}

/** "Monday, November 16" of "2026-11-16". */
export function dayText(date: string): string {
  return onDay(date).toFormat("cccc, LLLL d");
}

/** "Nov 15 – 21", "Nov 29 – Dec 5". */
export function rangeText(from: string, to: string): string {
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return from === to
    ? onDay(from).toFormat("ccc, LLL d")
    : `${onDay(from).toFormat("LLL d")} – ${onDay(to).toFormat(sameMonth ? "d" : "LLL d")}`;
}

export function weekdayText(date: string): string {
  return onDay(date).toFormat("ccc");
}

/** "9 AM". */
export function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
}

/** "10:25 AM". */
export function clockText(instant: number, timezone: string): string {
  return at(instant, zoneOf(timezone)).toFormat("h:mm a");
}

/**
 * "10:00 AM to 11:00 AM". With the day where it ends on another one, and with the zone's name where the clocks change
 * or read the same twice. Whole days: "all day", or "all day, Nov 16 to Nov 18".
 */
export function timeText(appointment: Appointment, timezone: string): string {
  const [start, end] = edges(appointment, timezone);
  if (appointment.allDay) return start === end ? "all day" : `all day, ${start} to ${end}`;
  return start === end ? start : `${start} to ${end}`;
}

/** The same, shorter: "10:00 – 11:00 AM". */
export function shortTimeText(appointment: Appointment, timezone: string): string {
  const [start, end] = edges(appointment, timezone);
  if (appointment.allDay) return start === end ? "All day" : `${start} – ${end}`;
  if (start === end) return start;
  return start.slice(-3) === end.slice(-3) && /^[\d: APM]+$/.test(start + end)
    ? `${start.slice(0, -3)} – ${end}`
    : `${start} – ${end}`;
}

/** "Monday, November 16, 2026", or the first and the last of several days. */
export function datesText({ start, end }: Appointment, timezone: string): string {
  const zone = zoneOf(timezone);
  const days = [start, Math.max(start, end - 1)].map((instant) =>
    at(instant, zone).toFormat("cccc, LLLL d, yyyy"),
  );
  return [...new Set(days)].join(" – ");
}

/** "45 min", "1 h", "1 h 30 min". */
export function durationText({ start, end }: Appointment): string {
  const minutes = Math.round((end - start) / 60_000);
  const hours = Math.floor(minutes / 60);
  return [hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`]
    .filter(Boolean)
    .join(" ");
}

function edges({ start, end, allDay }: Appointment, timezone: string): [string, string] {
  const zone = zoneOf(timezone);
  const [first, last] = [at(start, zone), at(allDay ? Math.max(start, end - 1) : end, zone)];
  if (allDay) return [first.toFormat("LLL d"), last.toFormat("LLL d")];
  const twoDays = dayOf(first) !== dayOf(at(Math.max(start, end - 1), zone));
  const unclear =
    first.offset !== last.offset || [first, last].some((time) => time.getPossibleOffsets().length > 1);
  const format = `${twoDays ? "LLL d, " : ""}h:mm a${unclear ? " ZZZZ" : ""}`;
  return [first.toFormat(format), last.toFormat(format)];
}

function dayOf(time: DateTime): string {
  return time.toFormat("yyyy-MM-dd");
}

function at(instant: number, zone: ReturnType<typeof zoneOf>): DateTime {
  return DateTime.fromMillis(instant, { zone, locale: "en-US" });
}

function onDay(date: string): DateTime {
  return DateTime.fromISO(date, { zone: "UTC", locale: "en-US" });
}
