import { DateTime } from "luxon";
import type { CalendarEvent } from "#lib/contract/calendar.ts";
import { type CalendarDay, zoneOf } from "./days.ts";

const DAY = 24 * 60 * 60_000;

/** An event as the calendar draws it. `allDay`: whole days without times, the last one's midnight in `end`. */
export type Appointment = {
  key: string;
  title: string;
  start: number;
  end: number;
  allDay: boolean;
  event: CalendarEvent;
};

/** What the host answered, earliest first; events whose times cannot be read are left out. */
export function readAppointments(events: readonly CalendarEvent[], timezone: string): Appointment[] {
  const read = events.flatMap((event) => readAppointment(event, timezone) ?? []);
  // A host that reads page by page may answer one twice.
  return [...new Map(read.map((appointment) => [appointment.key, appointment])).values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.key.localeCompare(b.key),
  );
}

/** Whether it stands above the hours: whole days, and whatever lasts 24 hours or longer. */
export function isLong({ allDay, start, end }: Appointment): boolean {
  return allDay || end - start >= DAY;
}

export function isOn({ start, end }: Appointment, day: CalendarDay): boolean {
  return start < day.end && (end > day.start || (start === end && start === day.start));
}

function readAppointment(event: CalendarEvent, timezone: string): Appointment | null {
  const start = readTime(event.start.date_time, timezone);
  const end = readTime(event.end.date_time, timezone);
  if (!start || !end) return null;
  const bothDays = isBareDate(event.start.date_time) && isBareDate(event.end.date_time);
  // Some hosts name the last day itself, and not the one after it.
  const last = bothDays && end <= start ? start.plus({ days: 1 }) : DateTime.max(start, end);
  const allDay = last > start && [start, last].every(isMidnight);
  return {
    // An occurrence of a series may carry the series' id.
    key: `${event.id} ${start.toMillis()}`,
    title: event.title.trim() || "Untitled",
    start: start.toMillis(),
    end: last.toMillis(),
    allDay,
    event,
  };
}

/** With an offset, an instant; without one, the clock of `timezone`; a bare date is its first moment there. */
function readTime(written: string, timezone: string): DateTime<true> | null {
  const time = DateTime.fromISO(written.trim().replace(" ", "T"), { zone: zoneOf(timezone) });
  return time.isValid ? time : null;
}

function isBareDate(written: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(written.trim());
}

function isMidnight(time: DateTime): boolean {
  return time.toMillis() === time.startOf("day").toMillis();
}
