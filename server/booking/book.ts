import { eq, sql } from "drizzle-orm";
import type { VisitorForm } from "#lib/contract/bookings.ts";
import { dayOf } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { raiseEvent } from "#server/outreach/automations/events.ts";
import type { Db } from "#server/platform/db/client.ts";
import { hasCode } from "#server/platform/db/errors.ts";
import { newId } from "#server/platform/db/id.ts";
import { storeId } from "#server/platform/db/owned.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { mailBooked } from "./booking-mails.ts";
import { checkStart, leastBooked, peopleOffering, type Wanted } from "./free-times.ts";
import { checkCaptcha, checkLimits, countMail } from "./limits.ts";
import { withdrawOffers } from "./offers.ts";
import {
  calendarForBooking,
  type Known,
  type ReadCalendar,
  readCalendars,
  unavailable,
} from "./read-calendars.ts";
import {
  type AppointmentType,
  type Booking,
  offeredTypeOf,
  type Person,
  peopleOf,
  type Store,
} from "./store.ts";
import { type Placed, placed } from "./visitor-answer.ts";
import {
  answersTo,
  contactOfVisitor,
  isSameAnswers,
  isSameVisitor,
  visitorOf,
  withAnsweredPhone,
} from "./visitor-contact.ts";

type Visit = {
  store: Store;
  type: AppointmentType;
  personId: string | null;
  address: string;
  calendar?: ReadCalendar;
};

/** Books a slot for a visitor, or throws 409. The same key books once; 422 if it belongs to another request. */
export async function book(
  host: Host,
  { store, type, personId, address, calendar = calendarForBooking(host, store) }: Visit,
  form: VisitorForm,
): Promise<Placed> {
  const { organizationId } = store;
  const startsAt = instantToStore(form.startsAt);
  const asked = { form, startsAt, typeId: type.id };
  const same = () => host.database.read(organizationId, (db) => sameRequest(db, asked));
  const before = await same();
  if (before) return before;
  let known: Known[];
  try {
    await checkCaptcha(host.captcha, form.captcha);
    const people = await host.database.read(organizationId, (db) => assigneesOf(db, type, personId));
    known = await readOffered(host, { store, people }, wantedOf(type), startsAt, calendar);
  } catch (error) {
    // A duplicate of this request may have used the captcha's token.
    const meanwhile = error instanceof HttpError && (await same());
    if (meanwhile) return meanwhile;
    throw error;
  }

  return place(host, organizationId, async (db) => {
    const again = await sameRequest(db, asked);
    if (again) return again;
    const now = host.clock();
    await checkLimits(db, { store, email: form.email, address, now });
    const current = await currentType(db, type.id);
    if (form.minutes != null && form.minutes !== current.minutes) {
      throw new HttpError(
        409,
        `This appointment takes ${current.minutes} minutes now. Please choose a time again.`,
      );
    }
    const people = await assigneesOf(db, current, personId);
    const person = await assign(db, now, { store, known, people }, wantedOf(current), startsAt);
    const { note, timezone, key } = form;
    const answers = answersTo({ questions: current.questions, by: "visitor" }, form.answers);
    const visitor = visitorOf(form);
    const contactId = await contactOfVisitor(db, host.secret, withAnsweredPhone(visitor, answers));
    const made = await insertBooking(db, now, {
      ...visitor,
      userId: person.id,
      appointmentTypeId: current.id,
      title: current.name,
      contactId,
      ...{ note, answers, timezone },
      ...spanOfBooking(startsAt, current),
      requestKey: key,
    });
    await countMail(db, made);
    await mailBooked(db, host, { store, booking: made, by: "visitor" });
    return { booking: made, person: person.firstName };
  });
}

export function wantedOf(type: AppointmentType): Wanted {
  return { ...type, typeId: type.id };
}

export async function assigneesOf(
  db: Db,
  { people }: Pick<AppointmentType, "people">,
  personId: string | null,
): Promise<Person[]> {
  if (personId === null) return peopleOf(db, people);
  if (people && !people.includes(personId)) return [];
  return peopleOf(db, [personId]);
}

async function currentType(db: Db, id: string): Promise<AppointmentType> {
  const found = await offeredTypeOf(db, id);
  if (!found)
    throw new HttpError(409, "This appointment type is no longer offered. Please contact the store.");
  return found;
}

export function stillAssigned(known: readonly Known[], people: readonly Person[]): Known[] {
  const now = new Map(people.map((person) => [person.id, person]));
  return known.flatMap(({ person: { id, calendarId }, events }) => {
    const person = now.get(id);
    return person?.calendarId === calendarId ? [{ person, events }] : [];
  });
}

type Offered = { store: Store; people: Person[] };

export async function readOffered(
  host: Host,
  { store, people }: Offered,
  wanted: Wanted,
  startsAt: Date,
  calendar: ReadCalendar,
): Promise<Known[]> {
  if (people.length === 0) throw unavailable();
  const offered = peopleOffering({ host, store, people }, wanted, startsAt.getTime());
  if (offered.length === 0) throw never();
  const day = dayOf(startsAt.getTime(), store.timezone);
  return readCalendars(offered, day, day, calendar);
}

export async function assign(
  db: Db,
  now: Date,
  { store, known, people }: Offered & { known: readonly Known[] },
  wanted: Wanted,
  startsAt: Date,
): Promise<Person> {
  const start = startsAt.getTime();
  const assigned = stillAssigned(known, people);
  const checked = await checkStart(db, { store, known: assigned }, wanted, start, now.getTime());
  const free = checked.filter(({ verdict }) => verdict === "free");
  const one = await leastBooked(db, store, free, start);
  if (one) return one.person;
  throw checked.some(({ verdict }) => verdict === "taken") ? taken() : never();
}

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

/** Requires the store's lock. */
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
  await withdrawOffers(db, made, at);
  const { id: recordId, contactId } = made;
  if (contactId) await raiseEvent(db, { kind: "booking", recordId, contactId }, at);
  return made;
}

type Asked = { form: VisitorForm; startsAt: Date; typeId: string };

/** A key belongs to its visitor, so guessing it from another address reveals nothing. */
async function sameRequest(db: Db, { form, startsAt, typeId }: Asked): Promise<Placed | null> {
  const [found] = await db.select().from(bookings).where(eq(bookings.requestKey, form.key));
  if (!found) return null;
  const isSame =
    isSameVisitor(found, form) &&
    (found.note ?? null) === form.note &&
    isSameAnswers(found.answers, form.answers) &&
    found.appointmentTypeId === typeId &&
    (found.sequence > 0 || found.startsAt.getTime() === startsAt.getTime());
  if (!isSame) throw reusedKey();
  return placed(db, found);
}

export function reusedKey(): HttpError {
  return new HttpError(422, "key: was used for another request");
}

/** The exclusion constraint alone can deadlock. */
export async function lockStore(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('bookings ' || ${storeId}, 0))`);
}

function never(): HttpError {
  return new HttpError(409, "This time cannot be booked. Please choose another one.");
}

/** One transaction at a time per store. Throws a 409 for an overlap. */
export async function place<T>(host: Host, organizationId: string, work: (db: Db) => Promise<T>): Promise<T> {
  let done: T;
  try {
    done = await host.database.tenant(organizationId, async (db) => {
      await lockStore(db);
      return work(db);
    });
  } catch (error) {
    throw isOverlap(error) ? taken() : error;
  }
  host.wake();
  return done;
}

function taken(): HttpError {
  return new HttpError(409, "This time was just taken. Please choose another one.");
}

export function isOverlap(error: unknown): boolean {
  return hasCode(error, "23P01");
}
