import { and, eq, sql } from "drizzle-orm";
import type { VisitorForm } from "#lib/contract/bookings.ts";
import { dayOf } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { raiseEvent } from "#server/outreach/automations/events.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { answersTo, isSameAnswers, phoneOf } from "./answers.ts";
import { type Booking, mailBooked } from "./booking-mails.ts";
import { checkCaptcha } from "./captcha.ts";
import { fairest, type Judged, judge, offeredBy, type Wanted } from "./free-times.ts";
import { withdrawHeld } from "./holds.ts";
import { checkLimits, countMail } from "./limits.ts";
import {
  calendarForBooking,
  type Known,
  type ReadCalendar,
  readCalendars,
  unavailable,
} from "./read-calendars.ts";
import { type AppointmentType, offeredTypeOf, type Person, peopleOf, type Store } from "./store.ts";
import { type Placed, placed } from "./visitor-answer.ts";
import { contactOfVisitor } from "./visitor-contact.ts";

type Visit = {
  store: Store;
  type: AppointmentType;
  /** With whom; anyone who gives it, where nobody is named. */
  personId: string | null;
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
  { store, type, personId, address, calendar = calendarForBooking(host, store) }: Visit,
  form: VisitorForm,
): Promise<Placed> {
  const { organizationId } = store;
  const startsAt = instantToStore(form.startsAt);
  const asked = { organizationId, form, startsAt, typeId: type.id };
  const same = () => host.database.read(organizationId, (db) => sameRequest(db, asked));
  const before = await same();
  if (before) return before;
  let known: Known[];
  try {
    await checkCaptcha(host.captcha, form.captcha);
    const givers = await host.database.read(organizationId, (db) => giversOf(db, store, type, personId));
    if (givers.length === 0) throw unavailable();
    const people = offeredBy({ host, store, people: givers }, wantedOf(type), startsAt.getTime());
    if (people.length === 0) throw never();
    const day = dayOf(startsAt.getTime(), store.timezone);
    known = await readCalendars(people, day, day, calendar);
  } catch (error) {
    // The captcha's token was used by this very request perhaps, which was sent twice at once.
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
      const now = host.clock().getTime();
      const current = await currentType(db, store, type.id);
      if (form.minutes != null && form.minutes !== current.minutes) {
        throw new HttpError(
          409,
          `This appointment takes ${current.minutes} minutes now. Please choose a time again.`,
        );
      }
      const stillKnown = still(known, await giversOf(db, store, current, personId));
      const judged = await judge(
        db,
        { store, known: stillKnown },
        wantedOf(current),
        startsAt.getTime(),
        now,
      );
      const { person } = await chosen(db, store, judged, startsAt.getTime());
      const { name, email, phoneNumber, note, timezone, key } = form;
      const answers = answersTo({ questions: current.questions, by: "visitor" }, form.answers);
      const visitor = { organizationId, name, email, phoneNumber: phoneNumber || phoneOf(answers) || null };
      const contactId = await contactOfVisitor(db, host.secret, visitor);
      const made = await insertBooking(db, host.clock(), {
        organizationId,
        userId: person.id,
        appointmentTypeId: current.id,
        title: current.name,
        contactId,
        ...{ name, email, phoneNumber, note, answers, timezone },
        ...spanOfBooking(startsAt, current),
        requestKey: key,
      });
      await countMail(db, made);
      await mailBooked(db, host, { store, booking: made, by: "visitor" });
      return { booking: made, person: person.firstName };
    }),
  );
  host.wake();
  return booked;
}

/** What is asked of free times for a type. */
export function wantedOf(type: AppointmentType): Wanted {
  return { ...type, typeId: type.id };
}

/** The people who give a type, or the one of them who was chosen. */
export async function giversOf(
  db: Db,
  { organizationId }: Store,
  { people }: Pick<AppointmentType, "people">,
  personId: string | null,
): Promise<Person[]> {
  if (personId === null) return peopleOf(db, organizationId, people);
  if (people && !people.includes(personId)) return [];
  return peopleOf(db, organizationId, [personId]);
}

/** A type's rules may have changed since somebody looked. */
async function currentType(db: Db, { organizationId }: Store, id: string): Promise<AppointmentType> {
  const found = await offeredTypeOf(db, organizationId, id);
  if (!found)
    throw new HttpError(409, "This kind of appointment is not offered any more. Please ask the store.");
  return found;
}

/** Of those whose calendars were read: who gives it now, with their hours and in the same calendar as they are now. */
export function still(known: readonly Known[], people: readonly Person[]): Known[] {
  const now = new Map(people.map((person) => [person.id, person]));
  return known.flatMap(({ person: { id, calendarId }, events }) => {
    const person = now.get(id);
    return person?.calendarId === calendarId ? [{ person, events }] : [];
  });
}

/** Who gets it, decided where it is booked. */
export async function chosen(
  db: Db,
  store: Store,
  judged: readonly Judged[],
  start: number,
): Promise<Judged> {
  const free = judged.filter(({ verdict }) => verdict === "free");
  const one = await fairest(db, store, free, start);
  if (one) return one;
  throw judged.some(({ verdict }) => verdict === "taken") ? taken() : never();
}

/** From when to when it is, and what it takes of its person's time. */
export function spanOfBooking(
  startsAt: Date,
  {
    minutes,
    minutesBefore = 0,
    minutesAfter = 0,
  }: Pick<Wanted, "minutes" | "minutesBefore" | "minutesAfter">,
) {
  return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE), minutesBefore, minutesAfter };
}

/** The row, and the automations' event; its calendar hears of it from `at` on. Wants the store's lock. */
export async function insertBooking(
  db: Db,
  at: Date,
  values: Omit<typeof bookings.$inferInsert, "id" | "calendarDueAt">,
): Promise<Booking> {
  const [made] = await db
    .insert(bookings)
    .values({ ...values, id: newId(), calendarDueAt: at })
    .returning();
  if (!made) throw new Error("an insert without conflict answers its row");
  await withdrawHeld(db, made, at);
  const { organizationId, id: recordId, contactId } = made;
  if (contactId) {
    await raiseEvent(db, { organizationId, kind: "booking", recordId, contactId }, at);
  }
  return made;
}

type Asked = { organizationId: string; form: VisitorForm; startsAt: Date; typeId: string };

/**
 * The booking that this very request made before. A key is its visitor's: another address that guesses it learns
 * nothing. A booking that was changed since does not tell any more what was asked for at first.
 */
async function sameRequest(
  db: Db,
  { organizationId, form, startsAt, typeId }: Asked,
): Promise<Placed | null> {
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
    isSameAnswers(found.answers, form.answers) &&
    found.appointmentTypeId === typeId &&
    (found.sequence > 0 || found.startsAt.getTime() === startsAt.getTime());
  if (!isSame) throw new HttpError(422, "key: was used for another request");
  return placed(db, found);
}

/** One booking of a store at a time: the exclusion constraint alone lets two that wait for each other deadlock. */
export async function lockStore(db: Db, organizationId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bookings ${organizationId}`}, 0))`);
}

export function never(): HttpError {
  return new HttpError(409, "This time cannot be booked. Please choose another one.");
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

export function isOverlap(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "23P01") || isOverlap(error.cause);
}
