import { and, eq } from "drizzle-orm";
import { addDays, dayOf } from "#lib/time/days.ts";
import { countAttempt } from "#server/auth/attempts.ts";
import { isTimezone } from "#server/calendar/timezones.ts";
import type { Db } from "#server/db/client.ts";
import { appointmentTypes, bookings } from "#server/db/schema-calendar.ts";
import { instantToStore } from "#server/db/values.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { canSend } from "#server/mail/transport.ts";
import { bookingToken, type Purpose, readBookingToken } from "#server/secrets/tokens.ts";
import { book } from "./book.ts";
import { type Booking, invitationOf } from "./booking-mails.ts";
import { cancel, move, wantedFor } from "./change.ts";
import { calendarForBooking, isNear, listedSlots, type ReadCalendar, type Wanted } from "./free-times.ts";
import type { StoreDay } from "./open-hours.ts";
import { type Store, storeOf, typeOfLink } from "./store.ts";

/** So often is one appointment moved by its visitor. */
const MOVED = 10;

// What a visitor sees at once.
const DAYS = 14;
const TEN_YEARS = 3650;

/** Nobody is signed in here: the link says whose appointments these are, the token whose appointment it is. */
export const visitor = {
  "visitor.page": async ({ host, params: { slug }, address }) => {
    const { store, type } = await look(host, address, (db) => typeOfLink(db, slug));
    return {
      store: store.name,
      email: store.address ?? "",
      title: type.name,
      minutes: type.minutes,
      daysInAdvance: type.daysInAdvance,
      timezone: store.timezone,
      today: dayOf(host.clock(), store.timezone),
    };
  },

  "visitor.slots": async ({ host, params: { slug }, query: { token, ...asked }, address }) => {
    const { store, type } = await look(host, address, (db) => typeOfLink(db, slug));
    const moved = token === undefined ? null : await bookingOf(host, token);
    const isOurs = moved?.booking.organizationId === store.organizationId;
    const wanted = moved && isOurs ? wantedFor(moved.booking, type.daysInAdvance, "visitor") : type;
    const today = dayOf(host.clock(), store.timezone);
    const last = addDays(today, Math.min(Math.floor(wanted.daysInAdvance), TEN_YEARS));
    return { ...(await listedSlots(host, store, wanted, periodOf(asked, today, last))), last };
  },

  "visitor.book": async ({ host, params: { slug }, body, address }) => {
    const { store, type } = await host.database.system(async (db) => {
      const found = await typeOfLink(db, slug).catch(async (error) => {
        await countAttempt(db, "booking page", address);
        throw error;
      });
      // Of all the store's types together.
      await countAttempt(db, "book", `${address} ${found.store.organizationId}`);
      return found;
    });
    // Which field gave it away is nobody's business, and a person whose browser filled it in can still ask.
    if (body.website) throw new HttpError(400, "This could not be booked online. Please ask the store.");
    if (!isTimezone(body.timezone))
      throw new HttpError(400, "timezone: must be a timezone like Europe/London");
    const booking = await orSlots(host, store, type, body.startsAt, (calendar) =>
      book(host, { store, type, address, calendar }, body),
    );
    return answer(host, { store, booking, slug }, ["cancel", "move"]);
  },

  "visitor.booking": async ({ host, params: { token }, address }) => {
    await look(host, address, async () => {});
    const found = await bookingOf(host, token);
    return answer(host, found, found.isCurrent ? [found.purpose] : []);
  },

  "visitor.ics": async ({ host, params: { token }, address }) => {
    await look(host, address, async () => {});
    const { store, booking, purpose, isCurrent } = await bookingOf(host, token);
    const method = booking.status === "CANCELLED" ? "CANCEL" : "PUBLISH";
    return { ics: invitationOf(host, { store, booking, method, purposes: isCurrent ? [purpose] : [] }).ics };
  },

  "visitor.cancel": async ({ host, params: { token }, address }) => {
    const { store, booking, slug } = await act(host, address, token, "cancel");
    const cancelled = await cancel(host, { store, booking, by: "visitor" });
    return answer(host, { store, booking: cancelled, slug }, []);
  },

  "visitor.move": async ({ host, params: { token }, body, address }) => {
    const startsAt = instantToStore(body.startsAt);
    // Sent again, because the answer was lost.
    const isDone = (sent: number, booking: Booking) =>
      booking.sequence === sent + 1 && booking.startsAt.getTime() === startsAt.getTime();
    const { store, booking, slug, daysInAdvance, isCurrent } = await act(
      host,
      address,
      token,
      "move",
      isDone,
    );
    if (!isCurrent && booking.status === "CONFIRMED") return answer(host, { store, booking, slug }, ["move"]);
    if (daysInAdvance === null) {
      throw new HttpError(409, "This kind of appointment is not offered any more. Please ask the store.");
    }
    if (booking.sequence >= MOVED) {
      throw new HttpError(
        409,
        "This appointment was moved too often to be moved online. Please ask the store.",
      );
    }
    const to = { startsAt, daysInAdvance };
    const wanted = wantedFor(booking, daysInAdvance, "visitor");
    const moved = await orSlots(host, store, wanted, body.startsAt, (calendar) =>
      move(host, { store, booking, by: "visitor" }, to, calendar),
    );
    // The mail about it has both links; where none leaves, this answer is all that the visitor gets.
    return answer(
      host,
      { store, booking: moved, slug },
      isMailed(host, store) ? ["move"] : ["move", "cancel"],
    );
  },
} satisfies Partial<Handlers>;

function look<T>(host: Host, address: string, work: (db: Db) => Promise<T>): Promise<T> {
  return host.database.system(async (db) => {
    await countAttempt(db, "booking page", address);
    return work(db);
  });
}

/** What is asked for; without an end, as much of what can be booked as a visitor sees at once. */
function periodOf({ from, to }: { from?: StoreDay; to?: StoreDay }, today: StoreDay, last: StoreDay) {
  if (to !== undefined) return { from: from ?? today, to };
  const first = from === undefined || from < today ? today : from > last ? last : from;
  const end = addDays(first, DAYS - 1);
  return { from: first, to: end < last ? end : last };
}

/**
 * A 409 carries the free times of the day that was asked for, if the day is one that can be asked about and the calendar
 * answers, or has answered `work`.
 */
async function orSlots<T>(
  host: Host,
  store: Store,
  wanted: Wanted,
  startsAt: string,
  work: (calendar: ReadCalendar) => Promise<T>,
): Promise<T> {
  const calendar = calendarForBooking(host, store);
  try {
    return await work(calendar);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error;
    const start = instantToStore(startsAt).getTime();
    if (!isNear(host, start)) throw error;
    const day = dayOf(start, store.timezone);
    const period = { from: day, to: day };
    const slots = await listedSlots(host, store, wanted, period, calendar).catch(nothing);
    throw new HttpError(409, error.message, undefined, slots && { slots });
  }
}

function nothing(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}

/** What a token's holder may do now. An old link says why it does nothing. */
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
    throw new HttpError(409, "This appointment was changed since. Please use the link in your latest mail.");
  }
  return found;
}

async function bookingOf(host: Host, token: string) {
  const key = readBookingToken(host.secret, token);
  if (!key) throw unknownLink();
  const { organizationId, id, sequence, purpose } = key;
  const found = await host.database.read(organizationId, async (db) => {
    const [row] = await db
      .select({
        booking: bookings,
        slug: appointmentTypes.slug,
        daysInAdvance: appointmentTypes.daysInAdvance,
      })
      .from(bookings)
      .leftJoin(
        appointmentTypes,
        and(
          eq(appointmentTypes.organizationId, bookings.organizationId),
          eq(appointmentTypes.id, bookings.appointmentTypeId),
        ),
      )
      .where(and(eq(bookings.organizationId, organizationId), eq(bookings.id, id)));
    return row && { ...row, store: await storeOf(db, organizationId) };
  });
  if (!found) throw unknownLink();
  return { ...found, purpose, sequence, isCurrent: found.booking.sequence === sequence };
}

function unknownLink(): HttpError {
  return new HttpError(404, "This link leads to no appointment");
}

type Of = { store: Store; booking: Booking; slug: string | null };

/** `purposes`: what whoever asks may do with it, while it can still be done. */
function answer(host: Host, { store, booking, slug }: Of, purposes: Purpose[]) {
  const isOver = booking.startsAt <= host.clock();
  const token = (purpose: Purpose) =>
    purposes.includes(purpose) && booking.status === "CONFIRMED" && !isOver
      ? bookingToken(host.secret, purpose, booking)
      : null;
  return {
    store: store.name,
    title: booking.title,
    name: booking.name,
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    timezone: booking.timezone,
    storeTimezone: store.timezone,
    status: booking.status,
    slug,
    cancelToken: token("cancel"),
    moveToken: token("move"),
    isOver,
    mailed: isMailed(host, store),
    hasPhone: booking.phoneNumber !== "",
  };
}

/** Whether visitors get mail now. A mailbox that is refused may be repaired too late. */
function isMailed(host: Host, { provider, error }: Store): boolean {
  const isMailbox = provider !== null && provider !== "local";
  return canSend(host, provider) && !(isMailbox && error);
}
