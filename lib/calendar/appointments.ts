import type { CalendarEvent, PeopleCalendar } from "#lib/contract/calendar.ts";
import { instantOf } from "#lib/time/clock.ts";
import { DAY, MINUTE, wallAt } from "#lib/time/zone.ts";
import type { CalendarDay } from "./days.ts";

type PersonEvent = PeopleCalendar["people"][number]["events"][number];
export type Visit = NonNullable<PersonEvent["booking"]>;

/** `allDay`: `end` is the midnight after the last day. */
export type Appointment = {
  key: string;
  title: string;
  start: number;
  end: number;
  allDay: boolean;
  booking: string | null;
  /** With several people: person, booking and color. */
  of?: {
    id: string;
    name: string;
    visit: Visit | null;
    color: string | null;
    isFree: boolean;
    held?: PersonEvent["held"];
  };
};

export function readAppointments(events: readonly CalendarEvent[], timezone: string): Appointment[] {
  const read = events.flatMap((event) => readAppointment(event, timezone) ?? []);
  // A host with pages may send an event twice.
  return inOrder([...new Map(read.map((appointment) => [appointment.key, appointment])).values()]);
}

export function inOrder(appointments: Appointment[]): Appointment[] {
  return appointments.sort((a, b) => a.start - b.start || b.end - a.end || a.key.localeCompare(b.key));
}

export function isLong({ allDay, start, end }: Appointment): boolean {
  return allDay || end - start >= DAY;
}

export function isOn({ start, end }: Appointment, day: CalendarDay): boolean {
  return start < day.end && (end > day.start || (start === end && start === day.start));
}

function readAppointment(event: CalendarEvent, timezone: string): Appointment | null {
  const start = readTime(event.start.date_time, timezone);
  const end = readTime(event.end.date_time, timezone);
  if (start === null || end === null) return null;
  const bothDays = isBareDate(event.start.date_time) && isBareDate(event.end.date_time);
  // Some hosts send the last day instead of the day after it.
  const last = bothDays && end <= start ? midnightNear(start, timezone, 1) : Math.max(start, end);
  return {
    // Occurrences may share an id, and a booking's event gets another id in an external calendar.
    key: `${event.booking?.id ?? event.id} ${start}`,
    title: event.title.trim() || "Untitled",
    start,
    end: last,
    allDay: isWholeDays(start, last, timezone),
    booking: event.booking?.id ?? null,
  };
}

export function isWholeDays(start: number, end: number, timezone: string): boolean {
  return end > start && [start, end].every((instant) => midnightNear(instant, timezone) === instant);
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** An instant with an offset, else a time in `timezone`; a date is its first instant there. */
function readTime(written: string, timezone: string): number | null {
  const [, date, time = "00:00", seconds = "00", offset] = ISO.exec(written.trim()) ?? [];
  const clock = Date.parse(`${date}T${time}:${seconds}Z`);
  if (Number.isNaN(clock)) return null;
  if (!offset) return instantOf(clock, timezone, isBareDate(written) ? "after" : "later");
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):?(\d{2})?/.exec(offset) ?? [];
  return clock - (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1) * MINUTE;
}

function isBareDate(written: string): boolean {
  return written.trim().length === "2026-11-16".length;
}

function midnightNear(instant: number, timezone: string, days = 0): number {
  const midnight = Math.floor(wallAt(instant, timezone) / DAY) * DAY;
  return instantOf(midnight + days * DAY, timezone, "after");
}
