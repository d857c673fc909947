import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { endIncident, reportOnce } from "#server/platform/db/incidents.ts";
import { owned } from "#server/platform/db/owned.ts";
import { bookings, formerEvents } from "#server/platform/db/schema-calendar.ts";
import { STORE_CALENDAR } from "./local.ts";

export const EVENTS_LEFT = "Your former calendar still shows appointments";

type CalendarChange = {
  userId: string;
  now: Date;
  from: string | null;
  to: string | null;
  isReachable?: (calendarId: string) => boolean;
};

/** Reports appointments in a calendar that can't be reached. */
export async function changeCalendar(
  db: Db,
  { userId, now, from, to, isReachable = () => true }: CalendarChange,
): Promise<void> {
  const former = eq(formerEvents.userId, userId);
  const left = await db
    .select({ calendarId: formerEvents.calendarId, leftAt: formerEvents.leftAt })
    .from(formerEvents)
    .where(former);
  const gone = new Set(left.map(({ calendarId }) => calendarId).filter((id) => !isReachable(id)));
  if (from !== to) {
    if (from && isReachable(from)) await leaveCalendar(db, { userId, calendarId: from, now });
    else if (from && (await hasEvents(db, userId, now))) gone.add(from);
    await queueRewrite(db, { userId, now });
  }
  const over = [...gone, ...(to ? [to] : [])];
  if (over.length > 0) {
    await db.delete(formerEvents).where(and(former, inArray(formerEvents.calendarId, over)));
  }
  if (gone.size > 0) await reportEventsLeft(db, { leftAt: now, now });
}

export async function abandonCalendars(
  db: Db,
  { userId, now, from }: Omit<CalendarChange, "to" | "isReachable">,
): Promise<void> {
  const left = await db
    .delete(formerEvents)
    .where(and(eq(formerEvents.userId, userId), ne(formerEvents.calendarId, STORE_CALENDAR)))
    .returning({ id: formerEvents.bookingId });
  await endEventsLeft(db, now, { isGone: true });
  if (from === STORE_CALENDAR) return;
  const isWrong = from !== null && (await hasEvents(db, userId, now, changedSince));
  if (left.length > 0 || isWrong) await reportEventsLeft(db, { leftAt: now, now });
  await queueRewrite(db, { userId, now });
}

export async function endEventsLeft(db: Db, now: Date, how?: { isGone: boolean }): Promise<void> {
  const [left] = await db.select({ id: formerEvents.bookingId }).from(formerEvents).limit(1);
  if (!left) await endIncident(db, now, { kind: "eventsLeft" }, how);
}

type BookingFilter = { userId: string; now: Date; bookingId?: string };

export async function queueRewrite(db: Db, { userId, now, bookingId }: BookingFilter): Promise<void> {
  await db
    .update(bookings)
    .set({ calendarState: "pending", calendarAttempts: 0, calendarDueAt: now })
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.status, "CONFIRMED"),
        gt(bookings.endsAt, now),
        bookingId ? eq(bookings.id, bookingId) : undefined,
      ),
    );
}

function maybeWritten({ userId, now, bookingId }: BookingFilter) {
  return and(
    bookingId ? undefined : eq(bookings.userId, userId),
    or(ne(bookings.status, "CANCELLED"), ne(bookings.calendarState, "written")),
    gt(bookings.endsAt, now),
    bookingId ? eq(bookings.id, bookingId) : undefined,
  );
}

const changedSince = and(ne(bookings.calendarState, "written"), gt(bookings.sequence, 0));

async function hasEvents(
  db: Db,
  userId: string,
  now: Date,
  which = or(eq(bookings.calendarState, "written"), changedSince),
): Promise<boolean> {
  const [found] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(maybeWritten({ userId, now }), which))
    .limit(1);
  return found !== undefined;
}

export async function leaveCalendar(
  db: Db,
  { calendarId, ...which }: BookingFilter & { calendarId: string },
): Promise<void> {
  const at = sql`${which.now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into former_events (organization_id, user_id, calendar_id, booking_id, ends_at, left_at, due_at)
    select ${bookings.organizationId}, ${which.userId}, ${calendarId}, ${bookings.id}, ${bookings.endsAt}, ${at}, ${at}
    from ${owned(bookings)} where ${maybeWritten(which)}
    on conflict (organization_id, user_id, calendar_id, booking_id) do update set due_at = excluded.due_at, attempts = 0`);
}

/** Only staff can remove these events. */
export async function reportEventsLeft(db: Db, { leftAt, now }: { leftAt: Date; now: Date }): Promise<void> {
  await reportOnce(db, now, {
    kind: "eventsLeft",
    key: leftAt.toISOString(),
    title: EVENTS_LEFT,
    text: "We can't remove your appointments from the calendar you used before. Please delete them there.",
    href: "/dashboard/settings/integrations",
  });
}
