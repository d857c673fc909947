import { and, eq, gt, inArray, lt, or } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/calendar/expand.ts";
import type { Db } from "#server/db/client.ts";
import { isId } from "#server/db/id.ts";
import { bookings as table } from "#server/db/schema-calendar.ts";
import { eventTitle } from "./words.ts";

type Period = { organizationId: string; from: Date; to: Date };
type Booking = typeof table.$inferSelect;
type Booked = { id: string; status: string; contact: { id: string | null; name: string } };
type Shown = Pick<CalendarEvent, "id" | "title" | "startsAt" | "endsAt"> & { booking: Booked | null };

// No booking is longer than a day; the index is by start.
const LONGEST_MS = DAY;

/**
 * What a calendar holds, with the bookings behind its events, whose uid is the booking's id. A booking counts more than
 * a calendar that was not told of it yet: made or moved, it is where it is now; cancelled, it is gone. One whose event
 * was deleted in the calendar is still an appointment that somebody comes to.
 */
export async function withBookings(db: Db, { organizationId, from, to }: Period, events: CalendarEvent[]) {
  const uids = [...new Set(events.map(({ uid }) => uid).filter(isId))];
  const isNear = and(gt(table.startsAt, new Date(from.getTime() - LONGEST_MS)), lt(table.startsAt, to));
  const found = await db
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), or(inArray(table.id, uids), isNear)));
  const bookings = new Map(found.map((booking) => [booking.id, booking]));

  const told = events.flatMap((event): Shown[] => {
    const booking = bookings.get(event.uid);
    if (!booking) return [{ ...event, booking: null }];
    const isTold = booking.calendarState === "written";
    return isTold && isOn(booking) ? [{ ...event, booking: booked(booking) }] : [];
  });
  const shown = new Set(told.map(({ booking }) => booking?.id));
  const missing = found
    .filter((booking) => isOn(booking) && !shown.has(booking.id))
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .map((booking) => ({ ...booking, title: eventTitle(booking), booking: booked(booking) }));
  return [...told, ...missing]
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.title < b.title ? -1 : 1))
    .map(({ id, title, startsAt, endsAt, booking }) => ({
      id,
      title,
      start: { date_time: startsAt.toISOString() },
      end: { date_time: endsAt.toISOString() },
      booking,
    }));
}

function isOn({ status }: Booking): boolean {
  return status !== "CANCELLED";
}

function booked({ id, status, contactId, name }: Booking): Booked {
  return { id, status, contact: { id: contactId, name } };
}
