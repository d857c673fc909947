import { and, eq, sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/db/client.ts";
import { byId, nextVersion } from "#server/db/record.ts";
import { bookings } from "#server/db/schema-calendar.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { lockStore, onlyFree, orTaken } from "./book.ts";
import { type Booking, mailCancelled, mailMoved } from "./booking-mails.ts";
import { type ReadCalendar, verdictOn, type Wanted } from "./free-times.ts";
import { countMail, noteMail } from "./limits.ts";
import type { Store } from "./store.ts";

type Change = { store: Store; booking: Booking; by: "visitor" | "staff" };

// Visitors choose among the times that are offered; staff shift an appointment as the day needs it.
const STAFF_STEP = 15;

/** A booking keeps its length when it is moved, whatever became of its type; its own time is free for it. */
export function wantedFor(
  { id, startsAt, endsAt }: Booking,
  daysInAdvance: number,
  by: Change["by"],
): Wanted {
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE;
  return { minutes, step: by === "staff" ? STAFF_STEP : undefined, daysInAdvance, except: id };
}

/** Moves a booking to another slot; 409 where that is none, or the one that it has. */
export async function move(
  host: Host,
  { store, booking, by }: Change,
  to: { startsAt: Date; daysInAdvance: number },
  calendar?: ReadCalendar,
): Promise<Booking> {
  onlyComing(host, booking);
  const { startsAt, daysInAdvance } = to;
  if (startsAt.getTime() === booking.startsAt.getTime()) {
    throw new HttpError(409, "The appointment is at this time already. Please choose another one.");
  }
  const wanted = wantedFor(booking, daysInAdvance, by);
  onlyFree(await verdictOn(host, store, wanted, startsAt.getTime(), calendar));
  const endsAt = new Date(startsAt.getTime() + wanted.minutes * MINUTE);

  const hasMoved = (now: Booking) =>
    now.status === "CONFIRMED" && now.startsAt.getTime() === startsAt.getTime();

  const moved = await orTaken(
    host.database.tenant(store.organizationId, async (db) => {
      await lockStore(db, store.organizationId);
      const [changed] = await db
        .update(bookings)
        .set({ startsAt, endsAt, ...calendarPending(host) })
        .where(unchanged(booking))
        .returning();
      if (!changed) return orAsItIs(db, booking, hasMoved);
      if (by === "visitor") await countMail(db, booking);
      await mailMoved(db, host, { store, booking: changed, by });
      return changed;
    }),
  );
  host.wake();
  return moved;
}

/** Cancelling twice is cancelling once. */
export async function cancel(host: Host, { store, booking, by }: Change): Promise<Booking> {
  if (booking.status === "CANCELLED") return booking;
  onlyComing(host, booking);
  const cancelled = await host.database.tenant(store.organizationId, async (db) => {
    const [changed] = await db
      .update(bookings)
      .set({ status: "CANCELLED", ...calendarPending(host) })
      .where(unchanged(booking))
      .returning();
    if (!changed) return orAsItIs(db, booking, ({ status }) => status === "CANCELLED");
    if (by === "visitor") await noteMail(db, booking);
    await mailCancelled(db, host, { store, booking: changed, by });
    return changed;
  });
  host.wake();
  return cancelled;
}

/** The visitor did not come. That can be said once the appointment has begun. */
export async function markNoShow(host: Host, booking: Booking): Promise<void> {
  if (booking.status === "NO_SHOW") return;
  if (booking.status === "CANCELLED") throw new HttpError(409, "This appointment was cancelled");
  if (booking.startsAt > host.clock()) throw new HttpError(409, "This appointment has not begun yet");
  await host.database.tenant(booking.organizationId, async (db) => {
    const changed = await db
      .update(bookings)
      .set({ status: "NO_SHOW", ...nextVersion(bookings) })
      .where(unchanged(booking))
      .returning({ id: bookings.id });
    if (changed.length === 0) await orAsItIs(db, booking, ({ status }) => status === "NO_SHOW");
  });
}

/** Whoever asked for the same in the same moment was quicker; 409 if it was for something else. */
async function orAsItIs(
  db: Db,
  { organizationId, id }: Booking,
  isDone: (booking: Booking) => boolean,
): Promise<Booking> {
  const [found] = await db
    .select()
    .from(bookings)
    .where(byId(bookings, { organizationId }, id));
  if (!found || !isDone(found)) throw new HttpError(409, "Changed by someone else");
  return found;
}

function onlyComing(host: Host, { status, startsAt }: Booking): void {
  if (status === "CANCELLED") throw new HttpError(409, "This appointment was cancelled");
  if (startsAt <= host.clock()) throw new HttpError(409, "This appointment is over");
}

/** The calendar and the links in mails have to hear of it. */
function calendarPending(host: Host) {
  return {
    sequence: sql`${bookings.sequence} + 1`,
    calendarState: "pending" as const,
    calendarAttempts: 0,
    calendarDueAt: host.clock(),
    ...nextVersion(bookings),
  };
}

function unchanged({ organizationId, id, version }: Booking) {
  return and(byId(bookings, { organizationId }, id, version), eq(bookings.status, "CONFIRMED"));
}
