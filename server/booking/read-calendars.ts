import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import { calendarsOf } from "#server/connections/providers/connections.ts";
import { HttpError, ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { StoreDay } from "./open-hours.ts";
import type { Person, Store } from "./store.ts";

// The web app gives up after eight seconds.
const BOOKING_MS = 4_000;
// Requests within this time share one reading; later ones start another, so nobody fails because of someone
// else's slow reading.
const MOMENT_MS = 1_000;

export type ReadCalendar = (person: Person, from: Date, to: Date) => Promise<CalendarEvent[]>;

export type Known = { person: Person; events: CalendarEvent[] };

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

// Wide enough for every time zone and for meetings across midnight.
export function spanOf(first: StoreDay, last: StoreDay): { from: Date; to: Date } {
  return { from: new Date(Date.parse(first) - DAY), to: new Date(Date.parse(last) + 3 * DAY) };
}

/** One reading per request, so the alternatives after a conflict need no second one. */
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
 * Shares one reading between concurrent requests, with a deadline of `ms` from the first. Caches nothing
 * afterwards.
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

/** Fails closed: unknown never means free. Details are for staff, not for visitors. */
export function unavailable(cause?: unknown): HttpError {
  const message = "Appointments cannot be booked online right now. Please try again later or ask the store.";
  return Object.assign(new HttpError(503, message), { cause });
}
