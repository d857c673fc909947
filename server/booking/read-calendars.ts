import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import { calendarsOf } from "#server/connections/providers/connections.ts";
import { HttpError, ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { StoreDay } from "./open-hours.ts";
import type { Person, Store } from "./store.ts";

// How long a booking waits for the calendar: the web app gives up after eight seconds, and there is more to be done.
const BOOKING_MS = 4_000;
// Whoever comes within this time joins a reading that has begun. Whoever comes later begins another one, so that nobody is
// refused because somebody else's took long.
const MOMENT_MS = 1_000;

/** Reads a person's calendar. Throws a 503 where it cannot be asked. */
export type ReadCalendar = (person: Person, from: Date, to: Date) => Promise<CalendarEvent[]>;

/** What somebody's calendar holds, as it was read before anything is decided. */
export type Known = { person: Person; events: CalendarEvent[] };

/** Of those whose calendars can be asked; throws a 503 where that is nobody. */
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

// Wide enough for every zone, and for a meeting that crosses midnight.
export function spanOf(first: StoreDay, last: StoreDay): { from: Date; to: Date } {
  return { from: new Date(Date.parse(first) - DAY), to: new Date(Date.parse(last) + 3 * DAY) };
}

/**
 * The calendars for one who books or moves, and each once: who loses a time is shown the others by what was read for it
 * and what the database says then, and waits for no second reading.
 */
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

/**
 * What several visitors ask in the same moment is asked of the calendar once, and must be answered `ms` after the first of
 * them asked. Nothing is kept for those who come after the answer.
 */
function eventsTogether(
  host: Host,
  store: Store,
  person: Person,
  from: Date,
  to: Date,
  ms?: number,
): Promise<CalendarEvent[]> {
  const key = JSON.stringify([store.organizationId, person.id, person.calendarId, from, to, ms]);
  const at = performance.now();
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
    const calendars = await calendarsOf(host, { organizationId, userId: person.id });
    if (!calendars.calendarId) throw unavailable();
    return await calendars.events(calendars.calendarId, from, to, ms);
  } catch (error) {
    throw error instanceof ProviderError ? unavailable(error) : error;
  }
}

/** Nobody is told that a time is free while nobody knows. What is wrong is for staff to read, not for visitors. */
export function unavailable(cause?: unknown): HttpError {
  const message = "Appointments cannot be booked online right now. Please try again later or ask the store.";
  return Object.assign(new HttpError(503, message), { cause });
}
