import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { endIncident, reportOnce } from "#server/db/incidents.ts";
import { bookings, formerEvents } from "#server/db/schema-calendar.ts";
import { STORE_CALENDAR } from "./local.ts";

export const EVENTS_LEFT = "Your former calendar still shows appointments";

type CalendarChange = {
  organizationId: string;
  now: Date;
  from: string | null;
  to: string | null;
  isReachable?: (calendarId: string) => boolean;
};

/**
 * Another calendar gets the appointments that are still to come, and the one before loses them: both by jobs. Of what
 * is out of reach staff are told.
 */
export async function changeCalendar(
  db: Db,
  { organizationId, now, from, to, isReachable = () => true }: CalendarChange,
): Promise<void> {
  const left = await db
    .select({ calendarId: formerEvents.calendarId, leftAt: formerEvents.leftAt })
    .from(formerEvents)
    .where(eq(formerEvents.organizationId, organizationId));
  const gone = new Set(left.map(({ calendarId }) => calendarId).filter((id) => !isReachable(id)));
  if (from !== to) {
    if (from && isReachable(from)) await leaveCalendar(db, { organizationId, calendarId: from, now });
    else if (from && (await hasEvents(db, organizationId, now))) gone.add(from);
    await writeAgain(db, { organizationId, now });
  }
  const over = [...gone, ...(to ? [to] : [])];
  if (over.length > 0) {
    await db
      .delete(formerEvents)
      .where(and(eq(formerEvents.organizationId, organizationId), inArray(formerEvents.calendarId, over)));
  }
  if (gone.size > 0) await reportEventsLeft(db, { organizationId, leftAt: now, now });
}

/**
 * With the account goes the way to its calendars. Appointments that are booked stay there; of what should not stand
 * there any more staff are told.
 */
export async function abandonCalendars(
  db: Db,
  { organizationId, now, from }: Omit<CalendarChange, "to" | "isReachable">,
): Promise<void> {
  const left = await db
    .delete(formerEvents)
    .where(and(eq(formerEvents.organizationId, organizationId), ne(formerEvents.calendarId, STORE_CALENDAR)))
    .returning({ id: formerEvents.bookingId });
  await endIncident(db, now, { organizationId, kind: "eventsLeft" }, { isGone: true });
  const isWrong = from && from !== STORE_CALENDAR && (await hasEvents(db, organizationId, now, changedSince));
  if (left.length > 0 || isWrong) await reportEventsLeft(db, { organizationId, leftAt: now, now });
}

/** To be written into the chosen calendar once more. */
export async function writeAgain(
  db: Db,
  { organizationId, now, bookingId }: { organizationId: string; now: Date; bookingId?: string },
): Promise<void> {
  await db
    .update(bookings)
    .set({ calendarState: "pending", calendarAttempts: 0, calendarDueAt: now })
    .where(
      and(
        eq(bookings.organizationId, organizationId),
        eq(bookings.status, "CONFIRMED"),
        gt(bookings.endsAt, now),
        bookingId ? eq(bookings.id, bookingId) : undefined,
      ),
    );
}

/** What may stand in a calendar of what is still to come; what was cancelled may not have been removed yet. */
function maybeWritten(organizationId: string, now: Date, bookingId?: string) {
  return and(
    eq(bookings.organizationId, organizationId),
    or(ne(bookings.status, "CANCELLED"), ne(bookings.calendarState, "written")),
    gt(bookings.endsAt, now),
    bookingId ? eq(bookings.id, bookingId) : undefined,
  );
}

/** Written once, but not as it is now. */
const changedSince = and(ne(bookings.calendarState, "written"), gt(bookings.sequence, 0));

async function hasEvents(
  db: Db,
  organizationId: string,
  now: Date,
  which = or(eq(bookings.calendarState, "written"), changedSince),
): Promise<boolean> {
  const [found] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(maybeWritten(organizationId, now), which))
    .limit(1);
  return found !== undefined;
}

/** Our events of a calendar, or one of them, are to be removed from there. */
export async function leaveCalendar(
  db: Db,
  {
    organizationId,
    calendarId,
    now,
    bookingId,
  }: { organizationId: string; calendarId: string; now: Date; bookingId?: string },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into former_events (organization_id, calendar_id, booking_id, ends_at, left_at, due_at)
    select ${bookings.organizationId}, ${calendarId}, ${bookings.id}, ${bookings.endsAt}, ${at}, ${at}
    from ${bookings} where ${maybeWritten(organizationId, now, bookingId)}
    on conflict (organization_id, calendar_id, booking_id) do update set due_at = excluded.due_at, attempts = 0`);
}

/** Nobody but the store's people can remove them: said once for each change of calendar. */
export async function reportEventsLeft(
  db: Db,
  { organizationId, leftAt, now }: { organizationId: string; leftAt: Date; now: Date },
): Promise<void> {
  await reportOnce(db, now, {
    organizationId,
    kind: "eventsLeft",
    key: leftAt.toISOString(),
    title: EVENTS_LEFT,
    text: "We cannot remove your appointments from the calendar that was used before. Please delete them there.",
    href: "/dashboard/settings/integrations",
  });
}
