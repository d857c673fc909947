import { eq } from "drizzle-orm";
import type { BookingForm, Reason } from "#lib/contract/bookings.ts";
import type { Answered } from "#lib/contract/questions.ts";
import { instantOf } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import { DAY, wallAt } from "#lib/time/zone.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { getRecord, patchRecord } from "#server/platform/db/record.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import {
  assigneesOf,
  insertBooking,
  place,
  reusedKey,
  spanOfBooking,
  stillAssigned,
  wantedOf,
} from "./book.ts";
import { mailBooked, mailMoved } from "./booking-mails.ts";
import { changeTime, orAsItIs, wantedFor } from "./change.ts";
import { type CheckedStart, checkStart, isWithinTenYears, leastBooked, type Wanted } from "./free-times.ts";
import { calendarForBooking, type Known, nullIfUnavailable, readCalendars } from "./read-calendars.ts";
import { staffAnswer } from "./staff-answer.ts";
import {
  type AppointmentType,
  type Booking,
  namesOf,
  type Person,
  peopleOf,
  type Store,
  staffOf,
  storeHoursOf,
  storeOf,
  typeOf,
} from "./store.ts";
import { stateBefore, UNDO_MS } from "./undo.ts";
import {
  answersTo,
  insertContact,
  isSameAnswers,
  keepPhone,
  visitorOfContact,
  withAnsweredPhone,
} from "./visitor-contact.ts";
import { againstWords, clockIn, closedWords } from "./words.ts";

type Place = { startsAt: Date; wanted: Wanted; type: AppointmentType | null; allow: readonly Reason[] };
type Against = { reason: Reason; text: string }[];

/** An unreadable calendar is a warning, not a refusal. */
async function readFor(
  host: Host,
  store: Store,
  type: AppointmentType | null,
  personId: string | null,
  startsAt: Date,
): Promise<(Known & { isUnread?: boolean })[]> {
  const day = dayOf(startsAt.getTime(), store.timezone);
  const { organizationId } = store;
  const calendar = calendarForBooking(host, store);
  if (personId === null) {
    const people = await host.database.read(organizationId, (db) =>
      type ? assigneesOf(db, type, null) : peopleOf(db, null),
    );
    if (people.length === 0)
      throw new HttpError(409, "No one offers this appointment type yet. Assign someone in Settings.");
    return readCalendars(people, day, day, calendar);
  }
  const person = await host.database.read(organizationId, (db) => staffOf(db, personId));
  if (!person) throw notFound();
  const known = await nullIfUnavailable(readCalendars([person], day, day, calendar));
  return known ?? [{ person, events: [], isUnread: true }];
}

/** "Anyone" means someone without warnings. */
async function placeFor(
  db: Db,
  host: Host,
  store: Store,
  known: readonly (Known & { isUnread?: boolean })[],
  { startsAt, wanted, type, allow }: Place,
): Promise<{ person: Person; reasons: Reason[] } | { against: Against; isOff?: boolean }> {
  const now = host.clock().getTime();
  const current = await asNow(db, known);
  const checked = (await checkStart(db, { store, known: current }, wanted, startsAt.getTime(), now)).map(
    (one) => ({ ...one, reasons: [...one.reasons, ...moreReasons(one, known, type)] }),
  );
  const free = checked.filter(({ reasons }) => reasons.every((reason) => allow.includes(reason)));
  const unobjected = await leastBooked(
    db,
    store,
    free.filter(({ reasons }) => reasons.length === 0),
    startsAt.getTime(),
  );
  const [only] = checked;
  if (unobjected) return unobjected;
  if (checked.length > 1 || !only)
    return {
      against: [],
      isOff: only !== undefined && checked.every(({ reasons }) => reasons.includes("HOURS")),
    };
  if (free.length === 1) return only;
  const held = only.offer && { name: only.offer.name, until: clockIn(store.timezone, only.offer.heldUntil) };
  const words = { person: only.person, timezone: store.timezone, startsAt, type, ...(held && { held }) };
  return { against: only.reasons.map((reason) => ({ reason, text: againstWords(reason, words) })) };
}

async function asNow(db: Db, known: readonly Known[]): Promise<Known[]> {
  const members = await Promise.all(known.map(({ person }) => staffOf(db, person.id)));
  return stillAssigned(
    known,
    members.flatMap((member) => member ?? []),
  );
}

function moreReasons(
  { person }: CheckedStart,
  known: readonly (Known & { isUnread?: boolean })[],
  type: AppointmentType | null,
): Reason[] {
  const isUnread = known.some((one) => one.person.id === person.id && one.isUnread);
  return [
    ...(type?.people && !type.people.includes(person.id) ? ["PERSON" as const] : []),
    ...(isUnread ? ["UNREAD" as const] : []),
  ];
}

function refused({ against, isOff }: { against: Against; isOff?: boolean }): HttpError {
  const message =
    against.length === 0
      ? isOff
        ? "Nobody works then. Choose a person to book outside their hours."
        : "Nobody is free then. Choose another time or person."
      : against.map(({ text }) => text).join(" ");
  return new HttpError(409, message, undefined, against.length > 0 ? { reasons: against } : undefined);
}

const DAYS_IN_ADVANCE = 3650;

export async function bookByStaff(host: Host, user: SignedIn, form: BookingForm) {
  const { organizationId } = user;
  const { store, type } = await host.database.read(organizationId, async (db) => {
    const found = await typeOf(db, form.typeId);
    if (form.typeId && !found) throw notFound();
    return { store: await storeOf(db), type: found };
  });
  const first = instantToStore(form.startsAt);
  const requestKey = `${user.id} ${form.key}`;
  const same = async (db: Db) => {
    const found = await sameRequest(db, { requestKey, form, startsAt: first });
    return found && { booking: await staffAnswer(db, found), also: [], leftOut: [] };
  };
  const before = await host.database.read(organizationId, same);
  if (before) return before;
  onlyNear(host, store, first);
  const starts = [first, ...repeats(first, store.timezone, form.repeat)];
  // In parallel, so a slow calendar isn't awaited once per repetition.
  const known = await Promise.all(
    starts.map((startsAt) => readFor(host, store, type, form.personId, startsAt)),
  );
  return place(host, organizationId, async (db) => {
    const again = await same(db);
    if (again) return again;
    // The type may have changed since it was read.
    const current = await typeOf(db, form.typeId);
    if (form.typeId && !current) throw new HttpError(409, "This appointment type is no longer offered.");
    const answers = answersTo({ questions: current?.questions ?? [], by: "staff" }, form.answers);
    const contact = await callerOf(db, host.secret, form, answers);
    const createdBy = await nameIn(db, user);
    const { made, leftOut } = await bookStarts(db, host, store, {
      starts,
      known,
      type: current,
      wanted: wantedBy(current, form),
      allow: form.allow ?? [],
      createdBy,
      requestKey,
      values: {
        ...{ appointmentTypeId: current?.id ?? null, title: current?.name ?? form.title ?? "" },
        ...{ ...contact, note: form.note, answers, timezone: store.timezone },
      },
    });
    const [first, ...also] = made;
    if (!first) throw new Error("the first is booked, or none is");
    const undo = {
      what: "booked" as const,
      at: host.clock().toISOString(),
      made: made.map(({ id }) => id),
      ...(form.caller && { contactId: contact.contactId }),
      ...(await keepPhone(db, contact, answers)),
    };
    await patchRecord(db, bookings, first.id, { undo });
    const booking = await staffAnswer(db, first);
    return { booking, also: also.map((one) => one.startsAt), leftOut };
  });
}

type Booked = Parameters<typeof insertBooking>[2];
type Starts = Omit<Place, "startsAt"> & {
  starts: Date[];
  known: (Known & { isUnread?: boolean })[][];
  createdBy: string;
  requestKey: string;
  values: Omit<Booked, "userId" | "startsAt" | "endsAt" | "requestKey">;
};

/** Throws a 409 if the first start can't be booked. */
async function bookStarts(
  db: Db,
  host: Host,
  store: Store,
  { starts, known, createdBy, requestKey, values, ...place }: Starts,
) {
  const undoUntil = undoEnds(host);
  const made: Booking[] = [];
  const leftOut: { startsAt: Date; text: string }[] = [];
  for (const [i, startsAt] of starts.entries()) {
    const found = await placeFor(db, host, store, known[i] ?? [], { ...place, startsAt });
    if ("against" in found) {
      if (made.length === 0) throw refused(found);
      leftOut.push({ startsAt, text: found.against.map(({ text }) => text).join(" ") });
      continue;
    }
    const booking = await insertBooking(db, undoUntil, {
      ...{ ...values, userId: found.person.id },
      ...spanOfBooking(startsAt, place.wanted),
      ...allowedBy(found.reasons, createdBy),
      ...{ createdBy, undoUntil },
      requestKey: made.length === 0 ? requestKey : newId(),
    });
    await mailBooked(db, host, { store, booking, by: "staff" });
    made.push(booking);
  }
  return { made, leftOut };
}

function wantedBy(type: AppointmentType | null, { minutes }: { minutes: number }): Wanted {
  return { daysInAdvance: DAYS_IN_ADVANCE, ...(type && wantedOf(type)), minutes };
}

type Thought = {
  startsAt: string;
  minutes: number;
  typeId?: string | null | undefined;
  personId?: string | null | undefined;
};

export async function checkForStaff(
  host: Host,
  { organizationId }: SignedIn,
  { typeId = null, personId = null, ...asked }: Thought,
  moved: { booking: Booking; type: AppointmentType | null } | null = null,
) {
  let note: string | null = null;
  try {
    const { store, type, hours } = await host.database.read(organizationId, async (db) => {
      const found = moved ? moved.type : await typeOf(db, typeId);
      if (typeId && !found) throw notFound();
      return { store: await storeOf(db), type: found, hours: await storeHoursOf(db) };
    });
    const startsAt = instantToStore(asked.startsAt);
    note = closedWords(hours, store.timezone, startsAt, asked.minutes);
    onlyNear(host, store, startsAt);
    const known = await readFor(host, store, type, personId, startsAt);
    const wanted = moved ? { ...keptOf(moved.booking, type), minutes: asked.minutes } : wantedBy(type, asked);
    const place = { startsAt, wanted, type, allow: [] };
    const found = await host.database.read(organizationId, (db) => placeFor(db, host, store, known, place));
    if ("against" in found) throw refused(found);
    return { message: null, reasons: [], note };
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 409)) throw error;
    const { reasons = [] } = (error.conflict ?? {}) as { reasons?: Against };
    return { message: error.message, reasons, note };
  }
}

export function keptOf(booking: Booking, type: AppointmentType | null): Wanted {
  return { ...wantedFor(booking, type), ...(!type && { daysInAdvance: DAYS_IN_ADVANCE }) };
}

type Change = { startsAt: string; personId?: string; minutes?: number; allow?: readonly Reason[] };

export async function moveByStaff(
  host: Host,
  user: SignedIn,
  { store, booking, type }: { store: Store; booking: Booking; type: AppointmentType | null },
  { startsAt: asked, personId = booking.userId ?? undefined, minutes, allow = [] }: Change,
) {
  if (booking.status === "CANCELLED") throw new HttpError(409, "This appointment was cancelled");
  if (booking.endsAt <= host.clock()) throw new HttpError(409, "This appointment is over");
  const startsAt = instantToStore(asked);
  onlyNear(host, store, startsAt);
  const before = keptOf(booking, type);
  const wanted = { ...before, minutes: minutes ?? before.minutes };
  const { endsAt } = spanOfBooking(startsAt, wanted);
  const isSame = (now: Booking) =>
    now.status === "CONFIRMED" &&
    now.startsAt.getTime() === startsAt.getTime() &&
    now.endsAt.getTime() === endsAt.getTime() &&
    now.userId === (personId ?? now.userId);
  if (isSame(booking)) {
    throw new HttpError(409, "The appointment is already at this time. Please choose another one.");
  }
  const known = await readFor(host, store, type, personId ?? null, startsAt);
  return place(host, store.organizationId, async (db) => {
    const current = await typeOf(db, booking.appointmentTypeId);
    const now = { ...keptOf(booking, current), minutes: wanted.minutes };
    const there = { startsAt, wanted: now, type: current, allow };
    const found = await placeFor(db, host, store, known, there);
    if ("against" in found) throw refused(found);
    const changed = await changeTime(db, host, booking, {
      ...spanOfBooking(startsAt, wanted),
      userId: found.person.id,
      ...allowedBy(found.reasons, await nameIn(db, user)),
      ...{
        undo: { what: "moved", at: host.clock().toISOString(), ...stateBefore(booking) },
        undoUntil: undoEnds(host),
      },
    });
    if (!changed) return staffAnswer(db, await orAsItIs(db, booking, isSame));
    await mailMoved(db, host, { store, booking: changed, before: booking, by: "staff" });
    return staffAnswer(db, changed);
  });
}

function onlyNear(host: Host, { timezone }: Store, startsAt: Date): void {
  const isOver = dayOf(startsAt.getTime(), timezone) < dayOf(host.clock().getTime(), timezone);
  if (isOver || !isWithinTenYears(host, startsAt.getTime())) {
    throw new HttpError(409, "This day is over. Please choose another one.");
  }
}

function repeats(first: Date, timezone: string, repeat: BookingForm["repeat"]): Date[] {
  if (!repeat) return [];
  const wall = wallAt(first, timezone);
  return Array.from({ length: repeat.times }, (_, i) => {
    const later = wall + (i + 1) * repeat.weeks * 7 * DAY;
    return new Date(instantOf(later, timezone));
  });
}

type Asked = { requestKey: string; form: BookingForm; startsAt: Date };

async function sameRequest(db: Db, { requestKey, form, startsAt }: Asked): Promise<Booking | null> {
  const [found] = await db.select().from(bookings).where(eq(bookings.requestKey, requestKey));
  if (!found) return null;
  const isSame =
    found.appointmentTypeId === form.typeId &&
    (form.contactId ? found.contactId === form.contactId : found.name === form.caller?.name) &&
    isSameAnswers(found.answers, form.answers) &&
    (found.sequence > 0 || found.startsAt.getTime() === startsAt.getTime());
  if (!isSame) throw reusedKey();
  return found;
}

export function undoEnds(host: Host): Date {
  return new Date(host.clock().getTime() + UNDO_MS);
}

export function allowedBy(reasons: Reason[], name: string) {
  if (reasons.length === 0) return { allowed: null, allowedBy: null, isOverlap: false };
  return { allowed: reasons, allowedBy: name, isOverlap: reasons.includes("OVERLAP") };
}

async function nameIn(db: Db, { id }: SignedIn): Promise<string> {
  return (await namesOf(db, [id])).get(id) ?? "";
}

async function callerOf(
  db: Db,
  secret: Buffer,
  { contactId, caller }: BookingForm,
  answers: readonly Answered[],
) {
  if (caller) {
    const known = withAnsweredPhone(caller, answers);
    return { contactId: await insertContact(db, secret, { ...known }), ...known };
  }
  const id = await checkContact(db, contactId ?? "");
  return visitorOfContact(await getRecord(db, contacts, id));
}
