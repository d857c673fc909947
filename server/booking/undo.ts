import { and, desc, eq, gte, inArray, isNull, like, ne, or, type SQL, sql } from "drizzle-orm";
import { WHAT_MAX } from "#lib/contract/task-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { setChangeReason } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { byId, countRows, patchRecord, updateRecord } from "#server/platform/db/record.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import {
  type Away,
  type Before,
  bookings,
  formerEvents,
  hoursExceptions,
  type Undo,
} from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { tasks } from "#server/platform/db/schema-records.ts";
import { referencesTo } from "#server/platform/db/tables.ts";
import { dueOn } from "#server/platform/db/task-days.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { isOverlap, lockStore, place } from "./book.ts";
import { mailBooked, mailMoved } from "./booking-mails.ts";
import { calendarPending, changeTime, followPerson } from "./change.ts";
import { onlyTheirs } from "./hours.ts";
import { withdrawOffers } from "./offers.ts";
import { type Booking, type Store, storeOf } from "./store.ts";
import { dropPhone, visitorLines } from "./visitor-contact.ts";
import { momentIn } from "./words.ts";

export const UNDO_MS = 10_000;

// A forgotten page must not delay email forever.
const MAX_UNDO_MS = 60_000;

export function stateBefore(booking: Booking): Before {
  const { userId, minutesBefore, minutesAfter, allowed, allowedBy, isOverlap, sequence } = booking;
  const confirmedAt = booking.confirmedAt?.toISOString() ?? null;
  return {
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    ...{ userId, minutesBefore, minutesAfter, allowed, allowedBy, isOverlap, sequence, confirmedAt },
  };
}

/**
 * 409 once its email may have left. The change for an absent person can be undone later; customers then get a new
 * email. Returns how many of that person's appointments couldn't be moved back.
 */
export function undo(host: Host, user: SignedIn, booking: Booking, version: number): Promise<number> {
  return place(host, booking.organizationId, async (db) => {
    const known = await currentOf(db, booking, version);
    if (known.undo?.what === "away" && !isRecent(host, known))
      return moveBack(db, host, user, known, known.undo);
    const { current, done } = await stillUndoable(db, host, booking, version);
    if (done.what === "booked") await unmake(db, current, done);
    else if (done.what === "away") await unaway(db, host, user, current, done);
    else await unmove(db, host, current, done);
    return 0;
  });
}

/** While staff look at the toast. Emails and calendars wait. Returns the new end. */
export function hold(host: Host, booking: Booking, version: number): Promise<Date> {
  const { organizationId, id } = booking;
  return host.database.tenant(organizationId, async (db) => {
    await lockStore(db);
    const { done, since, undoUntil } = await stillUndoable(db, host, booking, version);
    const longer = Math.min(host.clock().getTime() + UNDO_MS, since.getTime() + MAX_UNDO_MS);
    if (longer <= undoUntil.getTime()) return undoUntil;
    const until = new Date(longer);
    const made = bookingsOf(done, id);
    const ours = inArray(bookings.id, made);
    await db
      .update(bookings)
      .set({
        undoUntil: until,
        calendarDueAt: sql`case when ${bookings.calendarDueAt} = ${undoUntil.toISOString()}::timestamptz
          then ${until.toISOString()}::timestamptz else ${bookings.calendarDueAt} end`,
      })
      .where(and(ours, eq(bookings.undoUntil, undoUntil)));
    await db
      .update(formerEvents)
      .set({ dueAt: until })
      .where(and(inArray(formerEvents.bookingId, made), eq(formerEvents.dueAt, undoUntil)));
    const due = and(mailsOf(made), eq(mails.dueAt, undoUntil));
    await db
      .update(mails)
      .set({ dueAt: until })
      .where(and(due, eq(mails.state, "queued")));
    // The sender may have claimed one already.
    if ((await countRows(db, mails, and(due, ne(mails.state, "skipped")))) > 0) throw tooLate();
    return until;
  });
}

function bookingsOf(done: Undo, id: string): string[] {
  if (done.what === "booked") return done.made;
  return done.what === "away" ? [id, ...done.before.map((one) => one.id)] : [id];
}

function tooLate(): HttpError {
  return new HttpError(409, "This can no longer be undone. Change the appointment instead.");
}

async function currentOf(db: Db, { id }: Booking, version: number): Promise<Booking> {
  const [current] = await db
    .select()
    .from(bookings)
    .where(byId(bookings, id, version));
  if (!current) throw new HttpError(409, "Changed by someone else");
  return current;
}

function isRecent(host: Host, { undoUntil }: Booking): boolean {
  return undoUntil !== null && undoUntil > host.clock();
}

/** Needs the store's lock. */
async function stillUndoable(db: Db, host: Host, booking: Booking, version: number) {
  const current = await currentOf(db, booking, version);
  const { undo: done, undoUntil } = current;
  if (!done || !undoUntil || !isRecent(host, current)) throw tooLate();
  const since = new Date(done.at ?? undoUntil.getTime() - UNDO_MS);
  return { current, done, since, undoUntil };
}

/** The bookings' emails, and emails of automations that the bookings triggered. */
function mailsOf(made: string[]): SQL | undefined {
  const occurrences = made.map((id) => like(mails.occurrence, `booking:${id}`));
  return or(inArray(mails.bookingId, made), ...occurrences);
}

async function unmake(
  db: Db,
  booking: Booking,
  { made, contactId, ...done }: Extract<Undo, { what: "booked" }>,
): Promise<void> {
  await setChangeReason(db, "revert");
  await db.delete(mails).where(mailsOf(made));
  const asMade = and(inArray(bookings.id, made), eq(bookings.version, 1));
  const gone = await db.delete(bookings).where(asMade).returning({ id: bookings.id });
  if (gone.length < made.length) throw new HttpError(409, "Changed by someone else");
  if (contactId) await unmakeContact(db, contactId);
  await dropPhone(db, booking, done);
}

async function unmakeContact(db: Db, id: string): Promise<void> {
  // The lock makes concurrent additions wait.
  const [untouched] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(byId(contacts, id), eq(contacts.updatedAt, contacts.createdAt)))
    .for("update");
  if (!untouched) return;
  const uses = referencesTo("contacts")
    .filter(({ onDelete }) => onDelete)
    .map(
      ({ table, column }) => sql`exists (select from ${owned(table.table)}
        where ${sql.identifier(column)} = ${id}::uuid)`,
    );
  const { rows } = await db.execute<{ used: boolean }>(sql`select ${sql.join(uses, sql` or `)} as used`);
  if (rows[0]?.used) return;
  await db.delete(contacts).where(byId(contacts, id));
}

/** Emails on hold after a restore stay on hold. */
function asBefore(): SQL {
  return sql`case when ${mails.createdAt} <= (select ${organizations.heldSince} from ${organizations}
    where ${organizations.id} = ${storeId}) then 'held' else 'queued' end`;
}

async function unmove(
  db: Db,
  host: Host,
  booking: Booking,
  { what: _, at: __, startsAt, endsAt, sequence, confirmedAt, ...before }: Extract<Undo, { what: "moved" }>,
): Promise<void> {
  const { id } = booking;
  const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const changed = await changeTime(db, host, booking, { ...before, ...span, undo: null, undoUntil: null });
  if (!changed) throw new HttpError(409, "Changed by someone else");
  // No emails were sent, so earlier links keep working.
  await updateRecord(db, bookings, id, {
    sequence,
    confirmedAt: confirmedAt ? new Date(confirmedAt) : null,
  });
  await restoreMails(db, booking);
}

/** `since`: by the database's clock, like the times of its emails. */
async function restoreMails(db: Db, { id, updatedAt: since }: Booking): Promise<void> {
  const about = eq(mails.bookingId, id);
  await db.delete(mails).where(and(about, eq(mails.state, "queued"), gte(mails.createdAt, since)));
  await db
    .update(mails)
    .set({ state: asBefore(), reason: null, updatedAt: sql`now()` })
    .where(and(about, eq(mails.state, "skipped"), gte(mails.updatedAt, since)));
}

async function unaway(db: Db, host: Host, user: SignedIn, lead: Booking, done: Away): Promise<void> {
  onlyTheirs(user, done.personId, "appointments");
  await setChangeReason(db, "revert");
  for (const before of done.before) {
    const confirmedAt = before.confirmedAt ? new Date(before.confirmedAt) : null;
    const back = await restoreBooking(db, host, before, { confirmedAt, sequence: before.sequence });
    if (!back) throw new HttpError(409, "Changed by someone else");
    await restoreMails(db, back.booking);
  }
  await endAway(db, lead, done);
}

/** `back`: the appointments that moved back, if others stay. */
async function endAway(db: Db, lead: Booking, done: Away, back?: Booking[]): Promise<void> {
  await patchRecord(db, bookings, lead.id, { undo: null, undoUntil: null });
  const isNeedless = back && inArray(tasks.contactId, contactIdsOf(back));
  await db.delete(tasks).where(and(inArray(tasks.id, done.taskIds), isNull(tasks.doneAt), isNeedless));
  if (done.exceptionId) await db.delete(hoursExceptions).where(eq(hoursExceptions.id, done.exceptionId));
}

const OPEN_DAYS = 62;

/** The newest change for this absent person. Null if all of its old times have passed. */
export async function earlierAway(db: Db, host: Host, personId: string) {
  const now = host.clock();
  const since = new Date(now.getTime() - OPEN_DAYS * DAY);
  const of = (key: "what" | "personId" | "at") => sql`${bookings.undo} ->> ${sql.raw(`'${key}'`)}`;
  const [lead] = await db
    .select()
    .from(bookings)
    .where(
      and(gte(bookings.startsAt, since), sql`${of("what")} = 'away'`, sql`${of("personId")} = ${personId}`),
    )
    .orderBy(desc(of("at")))
    .limit(1);
  if (lead?.undo?.what !== "away") return null;
  const { at, before, counts } = lead.undo;
  if (before.every(({ startsAt }) => new Date(startsAt) <= now)) return null;
  const { moved, cancelled, emails } = counts;
  return { booking: { id: lead.id, version: lead.version }, at, moved, cancelled, emails };
}

/** Customers who got an email get another one. Returns how many stay. */
async function moveBack(db: Db, host: Host, user: SignedIn, lead: Booking, done: Away): Promise<number> {
  onlyTheirs(user, done.personId, "appointments");
  await setChangeReason(db, "revert");
  const store = await storeOf(db);
  const back: Booking[] = [];
  for (const before of done.before) {
    const restored = await db
      .transaction((tx) => bringBack(tx as Db, host, store, before, done.counts.emails === 0))
      .catch((error) => {
        if (isOverlap(error)) return null;
        throw error;
      });
    if (restored) back.push(restored);
  }
  const stayed = done.before.length - back.length;
  await endAway(db, lead, done, stayed > 0 ? back : undefined);
  await callAgain(db, { host, user, store }, done, back);
  return stayed;
}

const contactIdsOf = (found: Booking[]) => found.flatMap(({ contactId }) => contactId ?? []);

type By = { host: Host; user: SignedIn; store: Store };

/** Adds a second call task for each customer whose first one was about the change. */
async function callAgain(db: Db, by: By, done: Away, back: Booking[]): Promise<void> {
  const called = await db
    .select({ contactId: tasks.contactId, userId: tasks.userId })
    .from(tasks)
    .where(and(inArray(tasks.id, done.taskIds), inArray(tasks.contactId, contactIdsOf(back))));
  const values = back.flatMap((booking) => {
    const task = called.find(({ contactId }) => contactId === booking.contactId);
    const what = `the appointment is at ${momentIn(by.store.timezone, booking.startsAt)} after all`;
    return task ? [callTask(by, booking, what, task.userId)] : [];
  });
  if (values.length > 0) await db.insert(tasks).values(values);
}

export function callTask({ host, user, store }: By, booking: Booking, what: string, userId: string | null) {
  return {
    ...{ id: newId(), kind: "CALL" as const, contactId: booking.contactId, userId },
    name: `Call ${booking.name}: ${what}`.slice(0, WHAT_MAX),
    detail: `${booking.title}, ${momentIn(store.timezone, booking.startsAt)}\n${visitorLines(booking)}`,
    ...dueOn(dayOf(host.clock(), store.timezone)),
    createdBy: nameOf(user),
  };
}

async function bringBack(
  db: Db,
  host: Host,
  store: Store,
  before: Away["before"][number],
  isSilent: boolean,
): Promise<Booking | null> {
  if (new Date(before.startsAt) <= host.clock()) return null;
  const back = await restoreBooking(db, host, before, { confirmedAt: null });
  if (!back) return null;
  const { booking, restored } = back;
  const happening = { store, booking: restored, before: booking, by: "staff", isSilent } as const;
  await (booking.status === "CANCELLED" ? mailBooked : mailMoved)(db, host, happening);
  return restored;
}

/** `booking` is the appointment before it was restored. Null if it changed since. */
async function restoreBooking(
  db: Db,
  host: Host,
  { id, version, startsAt, endsAt, sequence: _, confirmedAt: __, ...before }: Away["before"][number],
  changes: { confirmedAt: Date | null; sequence?: number },
): Promise<{ booking: Booking; restored: Booking } | null> {
  const here = byId(bookings, id, version);
  const [booking] = await db.select().from(bookings).where(here);
  const span = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const [restored] = await db
    .update(bookings)
    .set({
      ...{ ...before, ...span, ...calendarPending(host), ...changes },
      ...{ status: "CONFIRMED", undo: null, undoUntil: null },
    })
    .where(here)
    .returning();
  if (!booking || !restored) return null;
  await withdrawOffers(db, restored, host.clock());
  await followPerson(db, booking, restored, host.clock());
  return { booking, restored };
}
