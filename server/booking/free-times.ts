import { and, count, eq, gte, inArray, lt } from "drizzle-orm";
import type { Reason, Slots } from "#lib/contract/bookings.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type OpenOffer, openOffers } from "./offers.ts";
import type { Interval, StoreDay } from "./open-hours.ts";
import {
  calendarNow,
  checkPeriod,
  type Known,
  mergeBookingsOfEach,
  type ReadCalendar,
  readCalendars,
  spanOf,
  unavailable,
} from "./read-calendars.ts";
import {
  blockedSpan,
  type DayOfSlots,
  daysWith,
  isSlot,
  type Rules,
  reasonsAgainst,
  slotsOf,
} from "./slots.ts";
import type { Person, Store } from "./store.ts";

const MAX_DAYS = 62;
const TEN_YEARS_IN_DAYS = 3660;

/**
 * The appointment to find a time for. `mostPerDay` limits a person's appointments of `typeId`. Ignores the booking
 * `except` and the waiting list offer `offer`, so both can be moved or taken.
 */
export type Wanted = Omit<Rules, "availability" | "exceptions" | "timezone" | "fullDays" | "step"> & {
  typeId?: string | undefined;
  step?: number | null | undefined;
  mostPerDay?: number | null | undefined;
  except?: string;
  offer?: string;
};

/** Skips unreadable calendars; 503 if none can be read. */
export async function freeTimes(
  host: Host,
  { store, people }: { store: Store; people: readonly Person[] },
  wanted: Wanted,
  period: Period,
  calendar: ReadCalendar = calendarNow(host, store),
): Promise<DayOfSlots[]> {
  const { from, to } = period;
  const now = host.clock().getTime();
  const today = dayOf(now, store.timezone);
  if (to > addDays(today, TEN_YEARS_IN_DAYS))
    throw new HttpError(400, "to: must be within the next ten years");
  checkPeriod(period, MAX_DAYS);
  const lastBookable = addDays(today, Math.floor(wanted.daysInAdvance));
  // Past and too distant days need no calendar.
  const hasBookableDays = from <= lastBookable && to >= today;
  const [, first = today] = [from, today].sort();
  const [last = lastBookable] = [to, lastBookable].sort();
  const known = hasBookableDays
    ? await readCalendars(people, first, last, calendar)
    : people.map((person) => ({ person, events: [] }));
  if (known.length === 0) throw unavailable();
  const each = hasBookableDays
    ? await host.database.read(store.organizationId, (db) =>
        busyTimes(db, known, { first, last, now }, wanted),
      )
    : known.map((one): Busy => ({ ...one, busy: [], offers: [], booked: [] }));
  return daysOf(store, wanted, each, now, period);
}

/** Of people whose busy times in the period are known. */
export function daysOf(
  store: Store,
  wanted: Wanted,
  each: readonly Busy[],
  now: number,
  { from, to }: Period,
): DayOfSlots[] {
  const days = each.map((one) => slotsOf(rulesWith(store, wanted, one), one.busy, now, from, to));
  return days.length === 1 ? (days[0] ?? []) : mergeDays(days);
}

/** `verdict`: for visitors; `taken` by busy time only. `reasons`: warnings for staff. `offer`: what blocks the time. */
export type CheckedStart = Known & {
  verdict: "free" | "taken" | "never";
  reasons: Reason[];
  offer: OpenOffer | null;
};

/** Checks one start for each person. Bookings call it under the store's lock. */
export async function checkStart(
  db: Db,
  { store, known }: { store: Store; known: readonly Known[] },
  wanted: Wanted,
  start: number,
  now: number,
): Promise<CheckedStart[]> {
  const day = dayOf(start, store.timezone);
  const each = await busyTimes(db, known, { first: day, last: day, now }, wanted);
  return each.map((one) => {
    const { person, events, busy, offers } = one;
    const rules = rulesWith(store, wanted, one);
    const reasons = reasonsAgainst(rules, busy.slice(offers.length), now, start);
    const { start: from, end: to } = blockedSpan(start, wanted);
    const offer = offers.find((other) => other.start < to && from < other.end) ?? null;
    if (offer) reasons.push("HELD");
    const isOffered = start >= now && isSlot({ ...rules, fullDays: undefined }, [], now, start);
    const isFree = isOffered && isSlot(rules, busy, now, start);
    return {
      person,
      events,
      reasons,
      offer,
      verdict: isFree ? "free" : isOffered ? "taken" : "never",
    } as const;
  });
}

export function peopleOffering(
  { host, store, people }: { host: Host; store: Store; people: readonly Person[] },
  wanted: Wanted,
  start: number,
): Person[] {
  const now = host.clock().getTime();
  if (start < now || !isWithinTenYears(host, start)) return [];
  return people.filter((person) => isSlot(rulesOf(store, wanted, person), [], now, start));
}

export function isWithinTenYears(host: Host, instant: number): boolean {
  return Math.abs(instant - host.clock().getTime()) <= TEN_YEARS_IN_DAYS * DAY;
}

function rulesOf({ timezone }: Store, wanted: Wanted, { availability, exceptions }: Person): Rules {
  return { ...wanted, step: wanted.step ?? undefined, availability, exceptions, timezone };
}

type Days = { first: StoreDay; last: StoreDay; now: number };
export type Period = { from: StoreDay; to: StoreDay };

/** `busy`: the offers, then appointments with their free minutes, then events. */
export type Busy = Known & {
  busy: Interval[];
  offers: OpenOffer[];
  booked: { startsAt: Date; typeId: string | null }[];
};

/** A full day has as many appointments and offers of the type as allowed. */
function rulesWith(store: Store, wanted: Wanted, { person, booked, offers }: Busy): Rules {
  const { typeId, mostPerDay } = wanted;
  const rules = rulesOf(store, wanted, person);
  if (!typeId || !mostPerDay) return rules;
  const own = [...booked, ...offers].filter((one) => one.typeId === typeId);
  const starts = own.map(({ startsAt }) => startsAt.getTime());
  return { ...rules, fullDays: daysWith(starts, mostPerDay, store.timezone) };
}

/** Our own events only count if they are current, because calendars may still show cancelled or moved ones. */
export async function busyTimes(
  db: Db,
  known: readonly Known[],
  { first, last, now }: Days,
  wanted: Pick<Wanted, "except" | "offer"> = {},
): Promise<Busy[]> {
  const span = spanOf(first, last);
  const opaque = known.map(({ person, events }) => ({
    person,
    events: events.filter(({ isTransparent }) => !isTransparent),
  }));
  const userIds = known.map(({ person }) => person.id);
  const [laid, allOffers] = await Promise.all([
    mergeBookingsOfEach(db, { ...span }, opaque),
    openOffers(db, { userIds, ...span, now: new Date(now), except: wanted.offer }),
  ]);
  return known.map((one, i) => {
    const { bookings: all = [], events = [] } = laid[i] ?? {};
    const booked = all.filter(({ id, status }) => status === "CONFIRMED" && id !== wanted.except);
    const others = events.filter(({ booking }) => !booking || booking.id !== wanted.except);
    const offers = allOffers.filter(({ userId }) => userId === one.person.id);
    const busy = [
      ...offers,
      ...booked.map(({ blockedFrom, blockedUntil }) => ({
        start: blockedFrom.getTime(),
        end: blockedUntil.getTime(),
      })),
      ...others.map(({ event }) => ({ start: event.startsAt.getTime(), end: event.endsAt.getTime() })),
    ];
    return {
      ...one,
      ...{ busy, offers },
      booked: booked.map(({ startsAt, appointmentTypeId: typeId }) => ({ startsAt, typeId })),
    };
  });
}

export function confirmedOn(userIds: string[], timezone: string, first: StoreDay, last: StoreDay) {
  return and(
    inArray(bookings.userId, userIds),
    eq(bookings.status, "CONFIRMED"),
    gte(bookings.startsAt, new Date(startOfDay(first, timezone))),
    lt(bookings.startsAt, new Date(startOfDay(addDays(last, 1), timezone))),
  );
}

export async function leastBooked<One extends { person: Person }>(
  db: Db,
  { timezone }: Store,
  free: readonly One[],
  start: number,
): Promise<One | undefined> {
  const day = dayOf(start, timezone);
  const ids = free.map(({ person }) => person.id);
  const found = await db
    .select({ id: bookings.userId, booked: count() })
    .from(bookings)
    .where(confirmedOn(ids, timezone, day, day))
    .groupBy(bookings.userId);
  const booked = new Map(found.map((one) => [one.id, one.booked]));
  const countOf = ({ person }: One) => booked.get(person.id) ?? 0;
  return free.toSorted((a, b) => countOf(a) - countOf(b))[0];
}

/** A day has the first of these states that any person's day has. */
const STATES: readonly DayOfSlots["state"][] = ["open", "full", "past", "short", "closed", "beyond"];

function mergeDays(each: readonly DayOfSlots[][]): DayOfSlots[] {
  const [first = []] = each;
  return first.map(({ day }, i) => {
    const those = each.flatMap((days) => days[i] ?? []);
    const slots = [...new Set(those.flatMap((one) => one.slots))].sort((a, b) => a - b);
    const state = STATES.find((one) => those.some((other) => other.state === one)) ?? "closed";
    return { day, slots, state };
  });
}

export async function listedSlots(
  host: Host,
  of: { store: Store; people: readonly Person[] },
  wanted: Wanted,
  period: Period,
  calendar?: ReadCalendar,
): Promise<Slots> {
  const days = await freeTimes(host, of, wanted, period, calendar);
  return {
    timezone: of.store.timezone,
    minutes: wanted.minutes,
    days: days.map((day) => ({ ...day, slots: day.slots.map((slot) => new Date(slot).toISOString()) })),
  };
}
