import type { Reason } from "#lib/contract/bookings.ts";
import { instantsOf } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import { formatter, MINUTE, wallAt } from "#lib/time/zone.ts";
import { joined } from "../text.ts";
import type { Appointment, Visit } from "./appointments.ts";

/** "November 2026" */
export const monthText = dateFormat({ month: "long", year: "numeric" });

/** "Monday, November 16" */
export const dayText = dateFormat({ weekday: "long", month: "long", day: "numeric" });

export const weekdayText = dateFormat({ weekday: "short" });

const shortDay = dateFormat({ month: "short", day: "numeric" });
const shortDayOfWeek = dateFormat({ weekday: "short", month: "short", day: "numeric" });
const fullDay = dateFormat({ weekday: "long", month: "long", day: "numeric", year: "numeric" });

/** "Nov 15 – 21", "Nov 29 – Dec 5"; a single day "Sun, Nov 15". */
export function rangeText(from: string, to: string): string {
  if (from === to) return shortDayOfWeek(from);
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${shortDay(from)} – ${sameMonth ? Number(to.slice(8)) : shortDay(to)}`;
}

export function hourText(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`;
}

export function clockText(instant: number, timezone: string): string {
  const clock = new Date(wallAt(instant, timezone));
  const [hour, minute] = [clock.getUTCHours(), String(clock.getUTCMinutes()).padStart(2, "0")];
  return hourText(hour).replace(" ", `:${minute} `);
}

/** "10:00 AM to 11:00 AM"; with the day if it ends on another, with the zone around a clock change. */
export function timeText(appointment: Appointment, timezone: string): string {
  const [start, end] = edges(appointment, timezone);
  if (appointment.allDay) return start === end ? "all day" : `all day, ${start} to ${end}`;
  return start === end ? start : `${start} to ${end}`;
}

/** "10:00 – 11:00 AM" */
export function shortTimeText(appointment: Appointment, timezone: string): string {
  const [start, end] = edges(appointment, timezone);
  if (appointment.allDay) return start === end ? "All day" : `${start} – ${end}`;
  if (start === end) return start;
  return start.slice(-3) === end.slice(-3) && /^[\d: APM]+$/.test(start + end)
    ? `${start.slice(0, -3)} – ${end}`
    : `${start} – ${end}`;
}

/** "Ring fitting · Amara Okafor, 10:00 AM to 11:00 AM" */
export function labelOf(appointment: Appointment, timezone: string, continued = false): string {
  const { title, of } = appointment;
  return joined(
    ", ",
    title,
    continued && "continued",
    timeText(appointment, timezone),
    of && `with ${of.name}`,
  );
}

export function datesText(appointment: Appointment, timezone: string): string {
  return [...new Set(daysOf(appointment, timezone).map(fullDay))].join(" – ");
}

/** "PST", or "GMT+11" without an abbreviation. */
export function zoneName(instant: number, timezone: string): string {
  const parts = formatter({ timeZoneName: "short" }, timezone).formatToParts(instant);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** "1 h 30 min" */
export function durationText({ start, end }: Appointment): string {
  const minutes = Math.round((end - start) / MINUTE);
  const hours = Math.floor(minutes / 60);
  return joined(" ", hours > 0 && `${hours} h`, (minutes % 60 > 0 || hours === 0) && `${minutes % 60} min`);
}

function edges(appointment: Appointment, timezone: string): [string, string] {
  const { start, end, allDay } = appointment;
  const [first, last] = daysOf(appointment, timezone);
  if (allDay) return [shortDay(first), shortDay(last)];
  const offsets = new Set([start, end].map((instant) => wallAt(instant, timezone) - instant));
  const unclear = offsets.size > 1 || [start, end].some((instant) => isTwice(instant, timezone));
  const text = (instant: number) =>
    joined(
      " ",
      first !== last && `${shortDay(dayOf(instant, timezone))},`,
      clockText(instant, timezone),
      unclear && zoneName(instant, timezone),
    );
  return [text(start), text(end)];
}

function daysOf({ start, end }: Appointment, timezone: string): [string, string] {
  return [dayOf(start, timezone), dayOf(Math.max(start, end - 1), timezone)];
}

function isTwice(instant: number, timezone: string): boolean {
  return instantsOf(wallAt(instant, timezone), timezone).length > 1;
}

function dateFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  return (date) => formatter(options, "UTC").format(new Date(date));
}

export const reasonWords: Record<Reason, string> = {
  HOURS: "Outside hours",
  OVERLAP: "Overlap",
  NOTICE: "Short notice",
  AHEAD: "Far ahead",
  LIMIT: "Full day",
  PERSON: "Not theirs",
  UNREAD: "Calendar not read",
  HELD: "Reserved for the waiting list",
};

/** Warnings that staff overrode: "Outside hours, overlap, by Jonas". */
export function allowedText({ allowed, allowedBy }: Pick<Visit, "allowed" | "allowedBy">): string {
  const [first, ...others] = allowed.map((reason) => reasonWords[reason]);
  const by = allowedBy?.split(" ")[0];
  return joined(", ", first, ...others.map((words) => words.toLowerCase()), first && by && `by ${by}`);
}
