import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import { accountOf, calendarOf } from "#server/connections/providers/account.ts";
import { leaveCalendar } from "#server/connections/providers/calendar-change.ts";
import { calendarsOf, type PersonCalendar } from "#server/connections/providers/connections.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { findRecord } from "#server/platform/db/record.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Log, traceOf, log as writeLog } from "#server/platform/log.ts";
import { mailUnwritten } from "./booking-mails.ts";
import type { Booking } from "./store.ts";
import { eventDescription, eventTitle } from "./words.ts";

const BATCH = 10;
const LEASE_MS = 120_000;
const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;
const REPORTED_AT_ATTEMPT = 4;

/** Safe on several hosts: each booking is leased, and concurrent changes make it due again. */
export function writeBookings(host: Host, log: Log = writeLog): Promise<number> {
  const due = {
    due: bookings.calendarDueAt,
    key: [bookings.organizationId, bookings.id],
    now: host.clock(),
    leaseMs: LEASE_MS,
    most: BATCH,
    only: eq(bookings.calendarState, "pending"),
    set: { calendarAttempts: sql`${bookings.calendarAttempts} + 1` },
  };
  return claimDue(host.database, bookings, due, async (booking) =>
    settle(host, booking, await outcome(host, booking, log)),
  );
}

function settle(host: Host, booking: Booking, { state, dueAt, isReported, calendarId }: Outcome) {
  const { organizationId, userId } = booking;
  return host.database.tenant(organizationId, async (db) => {
    if (calendarId && userId) {
      const now = await findRecord(db, bookings, booking.id);
      const isTheirs = now?.userId === userId;
      // The calendar or person has changed, and nothing else knows about this event.
      if (!isTheirs || calendarOf(await accountOf(db, userId)) !== calendarId) {
        const left = { userId, calendarId, bookingId: booking.id };
        await leaveCalendar(db, { ...left, now: host.clock() });
      }
      // A newer version that was written meanwhile may have been overwritten.
      const isLeased = and(eq(bookings.calendarState, "pending"), gt(bookings.calendarAttempts, 0));
      const isOther = and(eq(bookings.userId, userId), ne(bookings.sequence, booking.sequence));
      await db
        .update(bookings)
        .set({ calendarState: "pending", calendarDueAt: host.clock() })
        .where(
          and(eq(bookings.id, booking.id), isOther, or(eq(bookings.calendarState, "written"), isLeased)),
        );
    }
    const changed = await db
      .update(bookings)
      .set({ calendarState: state, calendarDueAt: dueAt })
      .where(
        and(
          eq(bookings.id, booking.id),
          eq(bookings.calendarState, "pending"),
          booking.calendarDueAt ? eq(bookings.calendarDueAt, booking.calendarDueAt) : undefined,
          eq(bookings.sequence, booking.sequence),
        ),
      )
      .returning({ id: bookings.id });
    if (changed.length > 0 && isReported) {
      await mailUnwritten(db, host, booking, { isFinal: state === "failed" });
    }
  });
}

/** `isReported`: staff are notified. `calendarId`: where the event may be now. */
type Outcome = {
  state: "pending" | "written" | "failed";
  dueAt: Date | null;
  isReported?: boolean;
  calendarId?: string | null;
};

async function outcome(host: Host, booking: Booking, log: Log): Promise<Outcome> {
  const { organizationId, userId } = booking;
  if (!userId) return { state: "written", dueAt: null };
  let calendarId: string | null | undefined;
  try {
    const calendars = await calendarsOf(host, { organizationId, userId });
    calendarId = calendars.calendarId;
    const isWritten = await write(host, booking, calendars);
    const done: Outcome = isWritten ? { state: "written", dueAt: null } : later(host, MAX_WAIT_MS);
    return { ...done, calendarId };
  } catch (error) {
    return { ...failure(host, booking, error, log), calendarId };
  }
}

function failure(host: Host, booking: Booking, error: unknown, log: Log): Outcome {
  const { organizationId, id, calendarAttempts } = booking;
  if (!(error instanceof ProviderError)) {
    log("booking not written", { organization: organizationId, booking: id, ...traceOf(error) });
  }
  if (booking.endsAt < host.clock()) return { state: "failed", dueAt: null };
  const isRefused = error instanceof ProviderError && error.kind === "never";
  if (isRefused) return { state: "failed", dueAt: null, isReported: true };
  const wait = Math.min(FIRST_WAIT_MS * 2 ** calendarAttempts, MAX_WAIT_MS);
  return { ...later(host, wait), isReported: calendarAttempts === REPORTED_AT_ATTEMPT };
}

function later(host: Host, milliseconds: number): Outcome {
  return { state: "pending", dueAt: new Date(host.clock().getTime() + milliseconds) };
}

async function write(host: Host, booking: Booking, { calendarId, ...provider }: PersonCalendar) {
  const { id, sequence, status, startsAt, endsAt } = booking;
  if (!calendarId) return status === "CANCELLED" || endsAt < host.clock();
  if (status === "CANCELLED") {
    await provider.removeEvent(calendarId, id);
    return true;
  }
  const [title, description] = [eventTitle(booking), eventDescription(booking)];
  const event = { uid: id, sequence, title, description, startsAt, endsAt };
  await provider.saveEvent(calendarId, event);
  return true;
}
