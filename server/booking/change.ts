import { and, eq, or, sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { byId, findRecord, nextVersion, patchRecord } from "#server/platform/db/record.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { assign, place, readOffered, spanOfBooking, wantedOf } from "./book.ts";
import { mailCancelled, mailMoved } from "./booking-mails.ts";
import { changePerson } from "./former-calendar.ts";
import type { Wanted } from "./free-times.ts";
import { countMail, noteMail } from "./limits.ts";
import { withdrawOffers } from "./offers.ts";
import { calendarForBooking, type ReadCalendar } from "./read-calendars.ts";
import { type AppointmentType, type Booking, peopleOf, type Store, staffOf, typeOf } from "./store.ts";
import { type Placed, placed } from "./visitor-answer.ts";

const DAYS_IN_ADVANCE = 60;

type Change = { store: Store; booking: Booking; by: "visitor" | "staff" };

/** Keeps length and buffers. The booking's own time counts as free. */
export function wantedFor(
  { id, startsAt, endsAt, minutesBefore, minutesAfter }: Booking,
  type: AppointmentType | null,
): Wanted {
  return {
    daysInAdvance: DAYS_IN_ADVANCE,
    ...(type && wantedOf(type)),
    minutes: (endsAt.getTime() - startsAt.getTime()) / MINUTE,
    minutesBefore,
    minutesAfter,
    except: id,
  };
}

/** A booking's own person may be invited only. */
export async function peopleFor(db: Db, { userId }: Booking, type: AppointmentType | null) {
  if (!userId) return peopleOf(db, type?.people ?? null);
  const person = await staffOf(db, userId);
  return person?.hasHours ? [person] : [];
}

export async function move(
  host: Host,
  { store, booking }: Omit<Change, "by">,
  { startsAt, type }: { startsAt: Date; type: AppointmentType },
  calendar: ReadCalendar = calendarForBooking(host, store),
): Promise<Placed> {
  onlyComing(host, booking);
  if (startsAt.getTime() === booking.startsAt.getTime()) {
    throw new HttpError(409, "The appointment is already at this time. Please choose another one.");
  }
  const { organizationId } = store;
  const people = await host.database.read(organizationId, (db) => peopleFor(db, booking, type));
  const wanted = wantedFor(booking, type);
  const known = await readOffered(host, { store, people }, wanted, startsAt, calendar);

  const hasMoved = (now: Booking) =>
    now.status === "CONFIRMED" && now.startsAt.getTime() === startsAt.getTime();

  return place(host, organizationId, async (db) => {
    const current = (await typeOf(db, type.id)) ?? type;
    const now = { store, known, people: await peopleFor(db, booking, current) };
    const person = await assign(db, host.clock(), now, wantedFor(booking, current), startsAt);
    const time = { ...spanOfBooking(startsAt, wanted), userId: person.id };
    const changed = await changeTime(db, host, booking, time);
    if (!changed) return placed(db, await orAsItIs(db, booking, hasMoved));
    await countMail(db, booking);
    await mailMoved(db, host, { store, booking: changed, by: "visitor" });
    return { booking: changed, person: person.firstName };
  });
}

type NewTime = ReturnType<typeof spanOfBooking> &
  Partial<
    Pick<Booking, "userId" | "allowed" | "allowedBy" | "isOverlap" | "undo" | "undoUntil" | "confirmedAt">
  >;

/** Undefined if the booking changed in the meantime. Requires the store's lock. */
export async function changeTime(
  db: Db,
  host: Host,
  booking: Booking,
  { userId, ...time }: NewTime,
): Promise<Booking | undefined> {
  const at = time.undoUntil ?? host.clock();
  const asked = {
    allowed: null,
    allowedBy: null,
    isOverlap: false,
    undo: null,
    undoUntil: null,
    confirmedAt: null,
  };
  await moveAwayUndo(db, booking);
  const [changed] = await db
    .update(bookings)
    .set({ ...asked, ...time, ...(userId && { userId }), ...calendarPending(host), calendarDueAt: at })
    .where(unchanged(booking))
    .returning();
  if (!changed) return;
  await withdrawOffers(db, changed, host.clock());
  await followPerson(db, booking, changed, at);
  return changed;
}

/** Moves the undo of an absence to another of its appointments. */
async function moveAwayUndo(db: Db, booking: Booking): Promise<void> {
  // Another appointment may have handed its undo to this one since it was read.
  const [{ undo } = { undo: null }] = await db
    .select({ undo: bookings.undo })
    .from(bookings)
    .where(unchanged(booking))
    .for("update");
  const others = undo?.what === "away" ? undo.before.filter((one) => one.id !== booking.id) : [];
  if (others.length === 0) return;
  const [next] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(or(...others.map((one) => byId(bookings, one.id, one.version))))
    .limit(1)
    .for("update");
  if (next) await patchRecord(db, bookings, next.id, { undo });
}

export async function followPerson(db: Db, before: Booking, { id, userId }: Booking, now: Date) {
  if (!before.userId || !userId || before.userId === userId) return;
  await changePerson(db, { bookingId: id, from: before.userId, to: userId, now });
}

export async function cancel(host: Host, { store, booking, by }: Change): Promise<Booking> {
  if (booking.status === "CANCELLED") return booking;
  onlyComing(host, booking);
  const cancelled = await host.database.tenant(store.organizationId, async (db) => {
    const changed = await setCancelled(db, host, booking);
    if (!changed) return orAsItIs(db, booking, ({ status }) => status === "CANCELLED");
    if (by === "visitor") await noteMail(db, booking);
    await mailCancelled(db, host, { store, booking: changed, by });
    return changed;
  });
  host.wake();
  return cancelled;
}

/** Undefined if the booking changed in the meantime. */
export async function setCancelled(
  db: Db,
  host: Host,
  booking: Booking,
  undoUntil: Date | null = null,
): Promise<Booking | undefined> {
  const due = undoUntil && { undo: null, undoUntil, calendarDueAt: undoUntil };
  if (due) await moveAwayUndo(db, booking);
  const [changed] = await db
    .update(bookings)
    .set({ status: "CANCELLED", ...calendarPending(host), ...due })
    .where(unchanged(booking))
    .returning();
  return changed;
}

export async function confirm(host: Host, booking: Booking): Promise<Booking> {
  if (booking.confirmedAt && booking.status === "CONFIRMED") return booking;
  onlyComing(host, booking);
  const [confirmed] = await host.database.tenant(booking.organizationId, (db) =>
    db
      .update(bookings)
      .set({ confirmedAt: host.clock(), updatedAt: host.clock() })
      .where(unchanged(booking))
      .returning(),
  );
  if (!confirmed)
    throw new HttpError(409, "This appointment has changed. Please use the link in your latest email.");
  return confirmed;
}

export async function markNoShow(host: Host, booking: Booking): Promise<void> {
  if (booking.status === "NO_SHOW") return;
  if (booking.status === "CANCELLED") throw new HttpError(409, "This appointment was cancelled");
  if (booking.startsAt > host.clock()) throw new HttpError(409, "This appointment hasn't started yet");
  await host.database.tenant(booking.organizationId, async (db) => {
    const changed = await db
      .update(bookings)
      .set({ status: "NO_SHOW", ...nextVersion(bookings) })
      .where(unchanged(booking))
      .returning({ id: bookings.id });
    if (changed.length === 0) await orAsItIs(db, booking, ({ status }) => status === "NO_SHOW");
  });
}

export async function orAsItIs(db: Db, { id }: Booking, isDone: (booking: Booking) => boolean) {
  const found = await findRecord(db, bookings, id);
  if (!found || !isDone(found)) throw new HttpError(409, "Changed by someone else");
  return found;
}

function onlyComing(host: Host, { status, startsAt }: Booking): void {
  if (status === "CANCELLED") throw new HttpError(409, "This appointment was cancelled");
  if (startsAt <= host.clock()) throw new HttpError(409, "This appointment is over");
}

export function calendarPending(host: Host) {
  return {
    sequence: sql`${bookings.sequence} + 1`,
    calendarState: "pending" as const,
    calendarAttempts: 0,
    calendarDueAt: host.clock(),
    ...nextVersion(bookings),
  };
}

function unchanged({ id, version }: Booking) {
  return and(byId(bookings, id, version), eq(bookings.status, "CONFIRMED"));
}
