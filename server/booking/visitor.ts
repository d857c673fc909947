import { addDays, dayOf } from "#lib/time/days.ts";
import { currentTimezone } from "#lib/time/zone-data.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { inStore, type SystemDb } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { findRecord } from "#server/platform/db/record.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type Purpose, readBookingToken } from "#server/platform/secrets/tokens.ts";
import { assigneesOf, book, wantedOf } from "./book.ts";
import { invitationOf } from "./booking-mails.ts";
import { cancel, confirm, move, peopleFor, wantedFor } from "./change.ts";
import { isWithinTenYears, listedSlots, type Wanted } from "./free-times.ts";
import { typeToBook } from "./limits.ts";
import type { StoreDay } from "./open-hours.ts";
import { calendarForBooking, type ReadCalendar } from "./read-calendars.ts";
import {
  type AppointmentType,
  type Booking,
  firstNameOf,
  lastChange,
  type Person,
  type Store,
  storeOf,
  typeOf,
  typeOfLink,
} from "./store.ts";
import { answer, isMailed } from "./visitor-answer.ts";
import { visitorFace } from "./visitor-face.ts";
import { lengthOf } from "./words.ts";

const MOVED = 10;

const DAYS = 14;
const TEN_YEARS = 3650;

export const visitor = {
  "visitor.page": async ({ host, params: { slug }, address }) => {
    const { store, type, people, face } = await look(host, address, async (db) => {
      const found = await typeOfLink(db, slug);
      const own = inStore(db, found.store.organizationId);
      const people = found.type.visitorChooses ? await assigneesOf(own, found.type, null) : [];
      return { ...found, people, face: await visitorFace(own, host, found.store) };
    });
    return {
      store: store.name,
      face,
      email: store.address ?? "",
      title: type.name,
      minutes: type.minutes,
      daysInAdvance: type.daysInAdvance,
      timezone: store.timezone,
      today: dayOf(host.clock(), store.timezone),
      place: type.place,
      // The call's link is only for booked visitors.
      placeText: type.place === "VIDEO" ? "" : type.placeText,
      people: people.map((one) => ({ id: one.id, name: calledAmong(one, people) })),
      questions: type.questions,
      hasWaitingList: type.waitingList,
    };
  },

  "visitor.slots": async ({ host, params: { slug }, query: { token, person, ...asked }, address }) => {
    await look(host, address, async () => {});
    const moved = token === undefined ? null : await bookingOf(host, token);
    const movable = moved && asFound(host, moved).moveToken ? moved.booking : null;
    const { store, type } = await host.database.system((db) => typeOfLink(db, slug, movable));
    const booking = moved?.booking.organizationId === store.organizationId ? moved.booking : null;
    const wanted = booking ? wantedFor(booking, type) : wantedOf(type);
    const people = await host.database.read(store.organizationId, (db) =>
      booking ? peopleFor(db, booking, type) : assigneesOf(db, type, choice(type, person)),
    );
    const today = dayOf(host.clock(), store.timezone);
    const last = addDays(today, Math.min(Math.floor(wanted.daysInAdvance), TEN_YEARS));
    return { ...(await listedSlots(host, { store, people }, wanted, periodOf(asked, today, last))), last };
  },

  "visitor.book": async ({ host, params: { slug }, body, address }) => {
    const { store, type } = await typeToBook(host, slug, address);
    // Doesn't reveal the honeypot.
    if (body.website) throw new HttpError(400, "This couldn't be booked online. Please contact the store.");
    // A device can report a zone that this host doesn't know.
    const timezone = currentTimezone(body.timezone) ?? store.timezone;
    const personId = choice(type, body.personId ?? undefined);
    const assignees = () => host.database.read(store.organizationId, (db) => assigneesOf(db, type, personId));
    const booked = await orSlots(
      host,
      { store, people: assignees },
      wantedOf(type),
      body.startsAt,
      (calendar) => book(host, { store, type, personId, address, calendar }, { ...body, timezone }),
    );
    return answer(host, { store, slug, type, ...booked }, ["cancel", "move"]);
  },

  "visitor.booking": async ({ host, params: { token }, address }) => {
    await look(host, address, async () => {});
    const found = await bookingOf(host, token);
    const { store } = found;
    const face = await host.database.read(store.organizationId, (db) => visitorFace(db, host, store));
    return { ...asFound(host, found), face };
  },

  "visitor.ics": async ({ host, params: { token }, address }) => {
    await look(host, address, async () => {});
    const { store, booking, type, purpose, isCurrent } = await bookingOf(host, token);
    const method = booking.status === "CANCELLED" ? "CANCEL" : "PUBLISH";
    const purposes = isCurrent ? [purpose] : [];
    return { ics: invitationOf(host, { store, booking, type, method, purposes }).ics };
  },

  "visitor.cancel": async ({ host, params: { token }, address }) => {
    const found = await act(host, address, token, "cancel");
    const { store, booking, type } = found;
    if (booking.status !== "CANCELLED") onlyInTime(host, booking, type);
    const cancelled = await cancel(host, { store, booking, by: "visitor" });
    return answer(host, { ...found, booking: cancelled }, []);
  },

  "visitor.confirm": async ({ host, params: { token }, address }) => {
    const found = await act(host, address, token, "confirm");
    return answer(host, { ...found, booking: await confirm(host, found.booking) }, ["confirm"]);
  },

  "visitor.move": async ({ host, params: { token }, body, address }) => {
    const startsAt = instantToStore(body.startsAt);
    const isDone = (sent: number, booking: Booking) =>
      booking.sequence === sent + 1 && booking.startsAt.getTime() === startsAt.getTime();
    const found = await act(host, address, token, "move", isDone);
    const { store, booking, type, isCurrent } = found;
    if (!isCurrent && booking.status === "CONFIRMED") return answer(host, found, ["move"]);
    if (type === null) {
      throw new HttpError(409, "This appointment type is no longer offered. Please contact the store.");
    }
    if (booking.sequence >= MOVED) {
      throw new HttpError(
        409,
        "This appointment was moved too many times to move it online again. Please contact the store.",
      );
    }
    onlyInTime(host, booking, type);
    const wanted = wantedFor(booking, type);
    const people = () => host.database.read(store.organizationId, (db) => peopleFor(db, booking, type));
    const moved = await orSlots(host, { store, people }, wanted, body.startsAt, (calendar) =>
      move(host, { store, booking }, { startsAt, type }, calendar),
    );
    return answer(host, { ...found, ...moved }, isMailed(host, store) ? ["move"] : ["move", "cancel"]);
  },
} satisfies Partial<Handlers>;

function calledAmong({ firstName, lastName }: Person, people: readonly Person[]): string {
  const isAlone = people.filter((one) => one.firstName === firstName).length === 1;
  return isAlone || !lastName ? firstName : `${firstName} ${[...lastName][0]}.`;
}

function look<T>(host: Host, address: string, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return host.database.system(async (db) => {
    await countAttempt(db, "booking page", address);
    return work(db);
  });
}

function periodOf({ from, to }: { from?: StoreDay; to?: StoreDay }, today: StoreDay, last: StoreDay) {
  if (to !== undefined) return { from: from ?? today, to };
  const first = from === undefined || from < today ? today : from > last ? last : from;
  const end = addDays(first, DAYS - 1);
  return { from: first, to: end < last ? end : last };
}

async function orSlots<T>(
  host: Host,
  { store, people }: { store: Store; people: () => Promise<Person[]> },
  wanted: Wanted,
  startsAt: string,
  work: (calendar: ReadCalendar) => Promise<T>,
): Promise<T> {
  const calendar = calendarForBooking(host, store);
  try {
    return await work(calendar);
  } catch (error) {
    // A conflict with details isn't about the time.
    if (!(error instanceof HttpError) || error.status !== 409 || error.conflict) throw error;
    const start = instantToStore(startsAt).getTime();
    if (!isWithinTenYears(host, start)) throw error;
    const day = dayOf(start, store.timezone);
    const period = { from: day, to: day };
    const of = { store, people: await people() };
    const slots = await listedSlots(host, of, wanted, period, calendar).catch(nothing);
    throw new HttpError(409, error.message, undefined, slots && { slots });
  }
}

function nothing(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}

async function act(
  host: Host,
  address: string,
  token: string,
  purpose: Purpose,
  isDone: (sent: number, booking: Booking) => boolean = () => false,
) {
  await host.database.system((db) => countAttempt(db, "book", address));
  const found = await bookingOf(host, token);
  if (found.purpose !== purpose) throw unknownLink();
  const { booking, sequence } = found;
  if (sequence !== booking.sequence && booking.status !== "CANCELLED" && !isDone(sequence, booking)) {
    throw new HttpError(409, "This appointment has changed. Please use the link in your latest email.");
  }
  return found;
}

async function bookingOf(host: Host, token: string) {
  const key = readBookingToken(host.secret, token);
  if (!key) throw unknownLink();
  const { organizationId, id, sequence, purpose } = key;
  const found = await host.database.read(organizationId, async (db) => {
    const booking = await findRecord(db, bookings, id);
    if (!booking) return null;
    const [store, type, person] = await Promise.all([
      storeOf(db),
      typeOf(db, booking.appointmentTypeId),
      firstNameOf(db, booking),
    ]);
    return { booking, store, type, person, slug: type?.slug ?? null };
  });
  if (!found) throw unknownLink();
  return { ...found, purpose, sequence, isCurrent: found.booking.sequence === sequence };
}

function asFound(host: Host, found: Awaited<ReturnType<typeof bookingOf>>) {
  return answer(host, found, found.isCurrent ? [found.purpose] : []);
}

function unknownLink(): HttpError {
  return new HttpError(404, "This appointment link doesn't work");
}

function choice({ visitorChooses }: AppointmentType, person: string | undefined): string | null {
  return visitorChooses && person !== undefined && isId(person) ? person : null;
}

function onlyInTime(host: Host, booking: Booking, type: AppointmentType | null): void {
  const notice = type?.changeNotice ?? 0;
  if (lastChange(booking, type) >= host.clock() || booking.startsAt <= host.clock()) return;
  throw new HttpError(
    409,
    `This appointment can be changed online until ${lengthOf(notice)} before it begins. Please contact the store.`,
  );
}
