import { and, eq, gte, inArray, like, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { byId, nextVersion } from "#server/db/record.ts";
import { bookings, type Undo } from "#server/db/schema-calendar.ts";
import { mails } from "#server/db/schema-mail.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { lockStore, orTaken } from "./book.ts";
import type { Booking } from "./booking-mails.ts";
import { changeTime } from "./change.ts";

/** So long may staff take back what they did: until then no mail of it leaves. */
export const UNDO_MS = 10_000;

/** What to keep of an appointment that is about to be moved. */
export function undoOf(booking: Booking): Undo {
  const { userId, minutesBefore, minutesAfter, allowed, allowedBy, isOverlap, sequence } = booking;
  const confirmedAt = booking.confirmedAt?.toISOString() ?? null;
  return {
    what: "moved",
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    ...{ userId, minutesBefore, minutesAfter, allowed, allowedBy, isOverlap, sequence, confirmedAt },
  };
}

/** Takes back what staff have just done with an appointment, as if it had never been; 409 once its mail may leave. */
export async function undo(host: Host, { organizationId, id }: Booking, version: number): Promise<void> {
  await orTaken(
    host.database.tenant(organizationId, async (db) => {
      await lockStore(db, organizationId);
      const now = host.clock();
      const [current] = await db
        .select()
        .from(bookings)
        .where(byId(bookings, { organizationId }, id, version));
      if (!current) throw new HttpError(409, "Changed by someone else");
      const { undo: done, undoUntil } = current;
      if (!done || !undoUntil || undoUntil <= now) {
        throw new HttpError(409, "This cannot be undone any more. Please change the appointment.");
      }
      const since = new Date(undoUntil.getTime() - UNDO_MS);
      if (done.what === "booked") await unmake(db, organizationId, done.made);
      else await unmove(db, host, current, done, since);
    }),
  );
  host.wake();
}

/** Nobody was told of it, its calendar neither. */
async function unmake(db: Db, organizationId: string, made: string[]): Promise<void> {
  const own = eq(mails.organizationId, organizationId);
  const occurrences = made.map((id) => like(mails.occurrence, `booking:${id}`));
  await db.delete(mails).where(and(own, or(inArray(mails.bookingId, made), ...occurrences)));
  await db
    .delete(bookings)
    .where(and(eq(bookings.organizationId, organizationId), inArray(bookings.id, made)));
}

async function unmove(
  db: Db,
  host: Host,
  booking: Booking,
  { what: _, startsAt, endsAt, sequence, confirmedAt, ...before }: Extract<Undo, { what: "moved" }>,
  since: Date,
): Promise<void> {
  const { organizationId, id } = booking;
  const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const changed = await changeTime(db, host, booking, { ...before, ...span, undo: null, undoUntil: null });
  if (!changed) throw new HttpError(409, "Changed by someone else");
  // Nobody heard of it: the links of its mails work as before.
  await db
    .update(bookings)
    .set({ sequence, confirmedAt: confirmedAt ? new Date(confirmedAt) : null, ...nextVersion(bookings) })
    .where(and(eq(bookings.organizationId, organizationId), eq(bookings.id, id)));
  const about = and(eq(mails.organizationId, organizationId), eq(mails.bookingId, id));
  await db.delete(mails).where(and(about, eq(mails.state, "queued"), gte(mails.createdAt, since)));
  await db
    .update(mails)
    .set({ state: "queued", reason: null, updatedAt: sql`now()` })
    .where(and(about, eq(mails.state, "skipped"), gte(mails.updatedAt, since)));
}
