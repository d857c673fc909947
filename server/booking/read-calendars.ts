import { and, gt, inArray, lt, or } from "drizzle-orm";
import { addDays } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import { calendarsOf } from "#server/connections/providers/connections.ts";
import { localProvider } from "#server/connections/providers/local.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { anyOf } from "#server/platform/db/record.ts";
import { bookings as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError, ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { stopwatch } from "#server/platform/machine.ts";
import type { StoreDay } from "./open-hours.ts";
import type { Person, Store } from "./store.ts";
import { eventTitle } from "./words.ts";

type Period = { userId?: string; from: Date; to: Date };
type Booked = { id: string; status: Booking["status"]; contact: { id: string | null; name: string } };
type Shown = Pick<CalendarEvent, "id" | "title" | "startsAt" | "endsAt"> & { booking: Booked | null };

type Booking = typeof table.$inferSelect;

/** An event's uid is its booking's id, and the booking wins. `bookings`: uncancelled, from the day before on. */
export async function mergeBookings<E extends { uid: string }>(
  db: Db,
  period: Period,
  events: readonly E[],
): Promise<Merged<E>> {
  const { userId } = period;
  return mergeWith(await bookingsNear(db, period, events, userId ? [userId] : undefined), events, userId);
}

export async function mergeBookingsOfEach(
  db: Db,
  period: Omit<Period, "userId">,
  known: readonly Known[],
): Promise<Merged<CalendarEvent>[]> {
  const ids = known.map(({ person }) => person.id);
  const all = known.flatMap(({ events }) => events);
  const found = await bookingsNear(db, period, all, ids);
  return known.map(({ person, events }) => mergeWith(found, events, person.id));
}

type Merged<E> = { events: { event: E; booking: Booking | null }[]; bookings: Booking[] };

function bookingsNear(
  db: Db,
  { from, to }: Omit<Period, "userId">,
  events: readonly { uid: string }[],
  userIds: string[] | undefined,
): Promise<Booking[]> {
  const uids = [...new Set(events.map(({ uid }) => uid).filter(isId))];
  // No booking is longer than a day; the index is by start.
  const isNear = and(
    gt(table.startsAt, new Date(from.getTime() - DAY)),
    lt(table.startsAt, to),
    userIds && inArray(table.userId, userIds),
  );
  return db
    .select()
    .from(table)
    .where(or(anyOf(table.id, uids), isNear));
}

function mergeWith<E extends { uid: string }>(
  found: readonly Booking[],
  events: readonly E[],
  userId: string | undefined,
): Merged<E> {
  const isTheirs = (booking: Booking) => userId === undefined || booking.userId === userId;
  const known = new Map(found.map((booking) => [booking.id, booking]));
  return {
    events: events.flatMap((event) => {
      const booking = known.get(event.uid) ?? null;
      const isTrue = !booking || (booking.calendarState === "written" && isOn(booking) && isTheirs(booking));
      return isTrue ? [{ event, booking }] : [];
    }),
    bookings: found.filter((booking) => isOn(booking) && isTheirs(booking)),
  };
}

/** A booking whose event was deleted in the calendar is still an appointment. */
export async function withBookings(db: Db, period: Period, events: CalendarEvent[]) {
  const { from, to } = period;
  const { events: laid, bookings } = await mergeBookings(db, period, events);
  const shown = laid.map(
    ({ event, booking }): Shown => ({ ...event, booking: booking && bookingShown(booking) }),
  );
  const withEvent = new Set(shown.map(({ booking }) => booking?.id));
  const missing = bookings
    .filter((booking) => !withEvent.has(booking.id))
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from)
    .map((booking) => ({ ...booking, title: eventTitle(booking), booking: bookingShown(booking) }));
  return [...shown, ...missing]
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.title < b.title ? -1 : 1))
    .map(({ id, title, startsAt, endsAt, booking }) => ({
      id,
      title,
      start: { date_time: startsAt.toISOString() },
      end: { date_time: endsAt.toISOString() },
      booking,
    }));
}

function isOn({ status }: Pick<Booking, "status">): boolean {
  return status !== "CANCELLED";
}

function bookingShown({ id, status, contactId, name }: Booking): Booked {
  return { id, status, contact: { id: contactId, name } };
}

// The web app gives up after eight seconds.
const BOOKING_MS = 4_000;
// Later requests start another reading, so nobody fails because of someone else's slow one.
const MOMENT_MS = 1_000;

export type ReadCalendar = (person: Person, from: Date, to: Date) => Promise<CalendarEvent[]>;

export type Known = { person: Person; events: CalendarEvent[] };

/** Null if the calendars or the database are unavailable. */
export async function nullIfUnavailable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503)) throw error;
    return null;
  }
}

/** Throws 503 if all calendars are unavailable. */
export async function readCalendars(
  people: readonly Person[],
  first: StoreDay,
  last: StoreDay,
  calendar: ReadCalendar,
): Promise<Known[]> {
  const { from, to } = spanOf(first, last);
  const read = await Promise.allSettled(
    people.map(async (person) => ({ person, events: await calendar(person, from, to) })),
  );
  const known = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = read.find((one) => one.status === "rejected");
  if (known.length === 0) throw failed?.reason ?? unavailable();
  const unforeseen = read.find((one) => one.status === "rejected" && !(one.reason instanceof HttpError));
  if (unforeseen?.status === "rejected") throw unforeseen.reason;
  return known;
}

export function checkPeriod({ from, to }: { from: StoreDay; to: StoreDay }, most: number): void {
  if (from > to || addDays(from, most) <= to) {
    throw new HttpError(400, `to: must be at most ${most} days after from`);
  }
}

// Wide enough for every time zone.
export function spanOf(first: StoreDay, last: StoreDay): { from: Date; to: Date } {
  return { from: new Date(Date.parse(first) - DAY), to: new Date(Date.parse(last) + 3 * DAY) };
}

export function calendarForBooking(host: Host, store: Store): ReadCalendar {
  const answers = new Map<string, Promise<CalendarEvent[]>>();
  return (person, from, to) => {
    const key = JSON.stringify([person.id, from, to]);
    const answer = answers.get(key) ?? eventsTogether(host, store, person, from, to, BOOKING_MS);
    answers.set(key, answer);
    return answer;
  };
}

export function calendarNow(host: Host, store: Store): ReadCalendar {
  return (person, from, to) => eventsTogether(host, store, person, from, to);
}

const begun = new Map<string, { answer: Promise<CalendarEvent[]>; at: number }>();

/** Has a deadline of `ms` from the first request. Caches nothing afterwards. */
function eventsTogether(host: Host, store: Store, person: Person, from: Date, to: Date, ms?: number) {
  const key = JSON.stringify([store.organizationId, person.id, person.calendarId, from, to, ms]);
  const at = stopwatch();
  const other = begun.get(key);
  if (other && at - other.at < MOMENT_MS) return other.answer;
  const answer = eventsOf(host, store, person, from, to, ms).finally(() => {
    if (begun.get(key)?.answer === answer) begun.delete(key);
  });
  begun.set(key, { answer, at });
  return answer;
}

async function eventsOf(
  host: Host,
  { organizationId }: Store,
  person: Person,
  from: Date,
  to: Date,
  ms?: number,
): Promise<CalendarEvent[]> {
  try {
    const holder = { organizationId, userId: person.id };
    const { calendarId, events } = person.isConnected
      ? await calendarsOf(host, holder)
      : { ...localProvider(host, holder), calendarId: person.calendarId };
    if (!calendarId) throw unavailable();
    return await events(calendarId, from, to, ms);
  } catch (error) {
    throw error instanceof ProviderError ? unavailable(error) : error;
  }
}

/** Fails closed: unknown never means free. */
export function unavailable(cause?: unknown): HttpError {
  const message =
    "Appointments cannot be booked online right now. Please try again later or contact the store.";
  return Object.assign(new HttpError(503, message), { cause });
}
