import { and, eq, sql } from "drizzle-orm";
import type { VisitorForm } from "#lib/contract/bookings.ts";
import { raiseEvent } from "#server/automations/events.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { bookings } from "#server/db/schema-calendar.ts";
import { instantToStore } from "#server/db/values.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { type Booking, mailBooked } from "./booking-mails.ts";
import { checkCaptcha } from "./captcha.ts";
import { type ReadCalendar, type Verdict, verdictOn } from "./free-times.ts";
import { checkLimits, countMail } from "./limits.ts";
import type { AppointmentType, Store } from "./store.ts";
import { contactOfVisitor } from "./visitor-contact.ts";

type Visit = {
  store: Store;
  type: AppointmentType;
  /** Who asks. */
  address: string;
  calendar?: ReadCalendar;
};

/**
 * Books a slot for a visitor, with everything that follows from it, or throws a 409. The same key books once; a 422 where
 * it comes with something else.
 */
export async function book(
  host: Host,
  { store, type, address, calendar }: Visit,
  form: VisitorForm,
): Promise<Booking> {
  const { organizationId } = store;
  const startsAt = instantToStore(form.startsAt);
  const asked = { organizationId, form, startsAt, typeId: type.id };
  const same = () => host.database.read(organizationId, (db) => sameRequest(db, asked));
  const before = await same();
  if (before) return before;
  try {
    await checkCaptcha(host.captcha, form.captcha);
    if (form.minutes != null && form.minutes !== type.minutes) {
      throw new HttpError(
        409,
        `This appointment takes ${type.minutes} minutes now. Please choose a time again.`,
      );
    }
    onlyFree(await verdictOn(host, store, type, startsAt.getTime(), calendar));
  } catch (error) {
    // The time, or the captcha's token, was used by this very request perhaps, which was sent twice at once.
    const meanwhile = error instanceof HttpError && (await same());
    if (meanwhile) return meanwhile;
    throw error;
  }

  const booked = await orTaken(
    host.database.tenant(organizationId, async (db) => {
      await lockStore(db, organizationId);
      const again = await sameRequest(db, asked);
      if (again) return again;
      await checkLimits(db, { store, email: form.email, address, now: host.clock() });
      const { name, email, phoneNumber, note, timezone, key } = form;
      const contactId = await contactOfVisitor(db, { organizationId, name, email, phoneNumber });
      const [made] = await db
        .insert(bookings)
        .values({
          organizationId,
          id: newId(),
          appointmentTypeId: type.id,
          title: type.name,
          contactId,
          name,
          email,
          phoneNumber,
          note,
          timezone,
          startsAt,
          endsAt: new Date(startsAt.getTime() + type.minutes * 60_000),
          requestKey: key,
          calendarDueAt: host.clock(),
        })
        .returning();
      if (!made) throw new Error("an insert without conflict answers its row");
      await raiseEvent(db, { organizationId, kind: "booking", recordId: made.id, contactId }, host.clock());
      await countMail(db, made);
      await mailBooked(db, host, { store, booking: made, by: "visitor" });
      return made;
    }),
  );
  host.wake();
  return booked;
}

type Asked = { organizationId: string; form: VisitorForm; startsAt: Date; typeId: string };

/**
 * The booking that this very request made before. A key is its visitor's: another address that guesses it learns
 * nothing. A booking that was changed since does not tell any more what was asked for at first.
 */
async function sameRequest(
  db: Db,
  { organizationId, form, startsAt, typeId }: Asked,
): Promise<Booking | null> {
  const [found] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.organizationId, organizationId), eq(bookings.requestKey, form.key)));
  if (!found) return null;
  const isSame =
    found.email.toLowerCase() === form.email.toLowerCase() &&
    found.name === form.name &&
    (found.phoneNumber ?? null) === form.phoneNumber &&
    (found.note ?? null) === form.note &&
    found.appointmentTypeId === typeId &&
    (found.sequence > 0 || found.startsAt.getTime() === startsAt.getTime());
  if (!isSame) throw new HttpError(422, "key: was used for another request");
  return found;
}

/** One booking of a store at a time: the exclusion constraint alone lets two that wait for each other deadlock. */
export async function lockStore(db: Db, organizationId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bookings ${organizationId}`}, 0))`);
}

export function onlyFree(verdict: Verdict): void {
  if (verdict === "taken") throw taken();
  if (verdict === "never") throw new HttpError(409, "This time cannot be booked. Please choose another one.");
}

/** Says so where the database knew of an overlap that nobody could see before. */
export async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOverlap(error) ? taken() : error;
  }
}

function taken(): HttpError {
  return new HttpError(409, "This time was just taken. Please choose another one.");
}

function isOverlap(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "23P01") || isOverlap(error.cause);
}
