import { and, eq, gt, inArray, lt, or } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { bookings as table } from "#server/platform/db/schema-calendar.ts";
import { eventTitle } from "./words.ts";

type Period = { organizationId: string; userId?: string; from: Date; to: Date };
type Booked = { id: string; status: Booking["status"]; contact: { id: string | null; name: string } };
type Shown = Pick<CalendarEvent, "id" | "title" | "startsAt" | "endsAt"> & { booking: Booked | null };

type Booking = typeof table.$inferSelect;

/**
 * Merges bookings into a calendar's events; an event's uid is its booking's id. The booking wins over a
 * calendar that wasn't updated yet. `bookings`: all uncancelled ones that begin in the period or on the day
 * before.
 */
export async function mergeBookings<E extends { uid: string }>(
  db: Db,
  { organizationId, userId, from, to }: Period,
  events: readonly E[],
): Promise<{ events: { event: E; booking: Booking | null }[]; bookings: Booking[] }> {
  const uids = [...new Set(events.map(({ uid }) => uid).filter(isId))];
  // No booking is longer than a day; the index is by start.
  const isNear = and(
    gt(table.startsAt, new Date(from.getTime() - DAY)),
    lt(table.startsAt, to),
    userId ? eq(table.userId, userId) : undefined,
  );
  const found = await db
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), or(inArray(table.id, uids), isNear)));
  const isTheirs = (booking: Booking) => userId === undefined || booking.userId === userId;
  const known = new Map(found.map((booking) => [booking.id, booking]));
  return {
    events: events.flatMap((event) => {
      const booking = known.get(event.uid) ?? null;
      const isTrue = !booking || (booking.calendarState === "written" && isOn(booking) && isTheirs(booking));
      return isTrue ? [{ event, booking }] : [];
    }),
    bookings: found.filter((booking) => isOn(booking) && isTheirs(booking)),
  };
}

/** For staff. A booking whose event was deleted in the calendar is still an appointment. */
export async function withBookings(db: Db, period: Period, events: CalendarEvent[]) {
  const { from, to } = period;
  const { events: laid, bookings } = await mergeBookings(db, period, events);
  const shown = laid.map(({ event, booking }): Shown => ({ ...event, booking: booking && booked(booking) }));
  const withEvent = new Set(shown.map(({ booking }) => booking?.id));
  const missing = bookings
    .filter((booking) => !withEvent.has(booking.id))
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .map((booking) => ({ ...booking, title: eventTitle(booking), booking: booked(booking) }));
  return [...shown, ...missing]
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.title < b.title ? -1 : 1))
    .map(({ id, title, startsAt, endsAt, booking }) => ({
      id,
      title,
      start: { date_time: startsAt.toISOString() },
      end: { date_time: endsAt.toISOString() },
      booking,
    }));
}

function isOn({ status }: Pick<Booking, "status">): boolean {
  return status !== "CANCELLED";
}

function booked({ id, status, contactId, name }: Booking): Booked {
  return { id, status, contact: { id: contactId, name } };
}
