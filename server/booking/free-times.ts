import type { Slots } from "#lib/contract/bookings.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/calendar/expand.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { providerOf } from "#server/providers/of-organization.ts";
import { ProviderError } from "#server/providers/provider.ts";
import { mergeBookings } from "./bookings-of-events.ts";
import type { Interval, StoreDay } from "./open-hours.ts";
import { type DayOfSlots, isSlot, type Rules, slotsOf } from "./slots.ts";
import type { Store } from "./store.ts";

const MOST_DAYS = 62;
const FURTHEST = 3660;
// How long a booking waits for the calendar: the web app gives up after eight seconds, and there is more to be done.
const BOOKING_MS = 4_000;
// Whoever comes within this time joins a reading that has begun. Whoever comes later begins another one, so that nobody is
// refused because somebody else's took long.
const MOMENT_MS = 1_000;

/** What is to be booked. `except` is a booking that is being moved: its own time is free for it. */
export type Wanted = { minutes: number; step?: number | undefined; daysInAdvance: number; except?: string };

/** Whether a start may be booked; `taken` where only what is busy says no. */
export type Verdict = "free" | "taken" | "never";

/** Reads a store's calendar. */
export type ReadCalendar = (from: Date, to: Date) => Promise<CalendarEvent[]>;

/** The days with their slots, by what calendar and database say now. Throws a 503 where they cannot be asked. */
export async function freeTimes(
  host: Host,
  store: Store,
  wanted: Wanted,
  period: { from: StoreDay; to: StoreDay },
  calendar: ReadCalendar = (from, to) => eventsTogether(host, store, from, to),
): Promise<DayOfSlots[]> {
  const { from, to } = period;
  const now = host.clock().getTime();
  const today = dayOf(now, store.timezone);
  if (to > addDays(today, FURTHEST)) throw new HttpError(400, "to: must be within the next ten years");
  if (from > to || addDays(from, MOST_DAYS) <= to) {
    throw new HttpError(400, `to: must be at most ${MOST_DAYS} days after from`);
  }
  const rules = rulesOf(store, wanted);
  const lastBookable = addDays(today, Math.floor(wanted.daysInAdvance));
  // What is over and what is too far ahead is not asked for.
  const isAsked = from <= lastBookable && to >= today;
  const [, first = today] = [from, today].sort();
  const [last = lastBookable] = [to, lastBookable].sort();
  const busy = isAsked ? await busyTimes(host, store, first, last, wanted.except, calendar) : [];
  return slotsOf(rules, busy, now, from, to);
}

/** The same function, the same calendar and the same database as the list, asked about one start. */
export async function verdictOn(
  host: Host,
  store: Store,
  wanted: Wanted,
  start: number,
  calendar = calendarForBooking(host, store),
): Promise<Verdict> {
  const now = host.clock().getTime();
  const rules = rulesOf(store, wanted);
  if (start < now || !isNear(host, start) || !isSlot(rules, [], now, start)) return "never";
  const day = dayOf(start, store.timezone);
  const busy = await busyTimes(host, store, day, day, wanted.except, calendar);
  return isSlot(rules, busy, now, start) ? "free" : "taken";
}

/** Whether an instant is one that somebody may ask about: within ten years. */
export function isNear(host: Host, instant: number): boolean {
  return Math.abs(instant - host.clock().getTime()) <= FURTHEST * DAY;
}

function rulesOf({ availability, timezone, calendarId }: Store, wanted: Wanted): Rules {
  if (!availability || !calendarId) throw unavailable();
  return {
    availability,
    timezone,
    minutes: wanted.minutes,
    step: wanted.step,
    daysInAdvance: wanted.daysInAdvance,
  };
}

/**
 * Our confirmed bookings, and what the chosen calendar holds. An event of ours counts only once it is written as it is:
 * what still stands in the calendar of a cancelled or moved one is stale.
 */
async function busyTimes(
  host: Host,
  store: Store,
  first: StoreDay,
  last: StoreDay,
  except: string | undefined,
  calendar: ReadCalendar,
): Promise<Interval[]> {
  // Wide enough for every zone, and for a meeting that crosses midnight.
  const from = new Date(Date.parse(first) - DAY);
  const to = new Date(Date.parse(last) + 3 * DAY);
  const events = (await calendar(from, to)).filter(({ isTransparent }) => !isTransparent);
  const { organizationId } = store;
  const laid = await host.database.read(organizationId, (db) =>
    mergeBookings(db, { organizationId, from, to }, events),
  );
  const booked = laid.bookings.filter(({ id, status }) => status === "CONFIRMED" && id !== except);
  const held = laid.events.filter(({ booking }) => !booking || booking.id !== except);
  return [...booked, ...held.map(({ event }) => event)].map((span) => ({
    start: span.startsAt.getTime(),
    end: span.endsAt.getTime(),
  }));
}

/**
 * The calendar for one visitor who books or moves, and once: who loses a time is shown the others by what was read for it
 * and what the database says then, and waits for no second reading.
 */
export function calendarForBooking(host: Host, store: Store): ReadCalendar {
  const answers = new Map<string, Promise<CalendarEvent[]>>();
  return (from, to) => {
    const key = JSON.stringify([from, to]);
    const answer = answers.get(key) ?? eventsTogether(host, store, from, to, BOOKING_MS);
    answers.set(key, answer);
    return answer;
  };
}

const begun = new Map<string, { answer: Promise<CalendarEvent[]>; at: number }>();

/**
 * What several visitors ask in the same moment is asked of the calendar once, and must be answered `ms` after the first of
 * them asked. Nothing is kept for those who come after the answer.
 */
function eventsTogether(
  host: Host,
  store: Store,
  from: Date,
  to: Date,
  ms?: number,
): Promise<CalendarEvent[]> {
  const key = JSON.stringify([store.organizationId, store.calendarId, from, to, ms]);
  const at = performance.now();
  const other = begun.get(key);
  if (other && at - other.at < MOMENT_MS) return other.answer;
  const answer = eventsOf(host, store, from, to, ms).finally(() => {
    if (begun.get(key)?.answer === answer) begun.delete(key);
  });
  begun.set(key, { answer, at });
  return answer;
}

async function eventsOf(
  host: Host,
  store: Store,
  from: Date,
  to: Date,
  ms?: number,
): Promise<CalendarEvent[]> {
  try {
    const provider = await providerOf(host, store.organizationId);
    if (!provider || !store.calendarId) throw unavailable();
    return await provider.events(store.calendarId, from, to, ms);
  } catch (error) {
    throw error instanceof ProviderError ? unavailable(error) : error;
  }
}

/** Nobody is told that a time is free while nobody knows. What is wrong is for staff to read, not for visitors. */
function unavailable(cause?: unknown): HttpError {
  const message = "Appointments cannot be booked online right now. Please try again later or ask the store.";
  return Object.assign(new HttpError(503, message), { cause });
}

type Period = { from: StoreDay; to: StoreDay };

/** The free times of a period as people read them. Throws a 503 where calendar and database cannot be asked. */
export async function listedSlots(
  host: Host,
  store: Store,
  wanted: Wanted,
  period: Period,
  calendar?: ReadCalendar,
): Promise<Slots> {
  const days = await freeTimes(host, store, wanted, period, calendar);
  return {
    timezone: store.timezone,
    minutes: wanted.minutes,
    days: days.map((day) => ({ ...day, slots: day.slots.map((slot) => new Date(slot).toISOString()) })),
  };
}
