import { and, count, eq, gte, lt } from "drizzle-orm";
import type { Reason, Slots } from "#lib/contract/bookings.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Held, heldTimes } from "./holds.ts";
import type { Interval, StoreDay } from "./open-hours.ts";
import {
  calendarNow,
  type Known,
  mergeBookings,
  type ReadCalendar,
  readCalendars,
  spanOf,
  unavailable,
} from "./read-calendars.ts";
import { type DayOfSlots, isSlot, type Rules, reasonsAgainst, slotsOf } from "./slots.ts";
import type { Person, Store } from "./store.ts";

const MAX_DAYS = 62;
const FURTHEST = 3660;
/**
 * `typeId` counts appointments per day. The time of the booking `except` and of the `offer` counts as free.
 */
export type Wanted = Omit<Rules, "availability" | "exceptions" | "timezone" | "fullDays" | "step"> & {
  typeId?: string | undefined;
  step?: number | null | undefined;
  mostPerDay?: number | null | undefined;
  except?: string;
  offer?: string;
};

/** `taken`: only busy time prevents it. */
type Verdict = "free" | "taken" | "never";

/** Days with the slots of any of the people. Skips unreadable calendars; 503 if none can be read. */
export async function freeTimes(
  host: Host,
  { store, people }: { store: Store; people: readonly Person[] },
  wanted: Wanted,
  period: { from: StoreDay; to: StoreDay },
  calendar: ReadCalendar = calendarNow(host, store),
): Promise<DayOfSlots[]> {
  const { from, to } = period;
  const now = host.clock().getTime();
  const today = dayOf(now, store.timezone);
  if (to > addDays(today, FURTHEST)) throw new HttpError(400, "to: must be within the next ten years");
  if (from > to || addDays(from, MAX_DAYS) <= to) {
    throw new HttpError(400, `to: must be at most ${MAX_DAYS} days after from`);
  }
  const lastBookable = addDays(today, Math.floor(wanted.daysInAdvance));
  // Past and too distant days need no calendar.
  const isAsked = from <= lastBookable && to >= today;
  const [, first = today] = [from, today].sort();
  const [last = lastBookable] = [to, lastBookable].sort();
  const known = isAsked
    ? await readCalendars(people, first, last, calendar)
    : people.map((person) => ({ person, events: [] }));
  if (known.length === 0) throw unavailable();
  const days = await host.database.read(store.organizationId, (db) =>
    Promise.all(
      known.map(async (one) => {
        const { rules, busy } = isAsked
          ? await standing(db, store, wanted, one, { first, last, now })
          : { rules: rulesOf(store, wanted, one.person), busy: [] };
        return slotsOf(rules, busy, now, from, to);
      }),
    ),
  );
  return days.length === 1 ? (days[0] ?? []) : together(days);
}

/** `held`: the waiting list entry whose reservation prevents it. */
export type Judged = Known & { verdict: Verdict; reasons: Reason[]; held: Held | null };

/**
 * Judges a start for each person, like the list. Called again under the store's lock when booking. `reasons`
 * are warnings for staff, who may choose any minute.
 */
export async function judgeStart(
  db: Db,
  { store, known }: { store: Store; known: readonly Known[] },
  wanted: Wanted,
  start: number,
  now: number,
): Promise<Judged[]> {
  const day = dayOf(start, store.timezone);
  return Promise.all(
    known.map(async (one) => {
      const { rules, busy, held } = await standing(db, store, wanted, one, { first: day, last: day, now });
      const reasons = reasonsAgainst(rules, busy.slice(held.length), now, start);
      const [from, to] = spanAround(start, wanted);
      const holder = held.find((other) => other.start < to && from < other.end) ?? null;
      if (holder) reasons.push("HELD");
      const isOffered = start >= now && isSlot({ ...rules, fullDays: undefined }, [], now, start);
      const isFree = isOffered && isSlot(rules, busy, now, start);
      return {
        ...one,
        reasons,
        held: holder,
        verdict: isFree ? "free" : isOffered ? "taken" : "never",
      } as const;
    }),
  );
}

/** People who could be booked if their calendars were empty; the others needn't be read. */
export function offeredBy(
  { host, store, people }: { host: Host; store: Store; people: readonly Person[] },
  wanted: Wanted,
  start: number,
): Person[] {
  const now = host.clock().getTime();
  if (start < now || !isNear(host, start)) return [];
  return people.filter((person) => isSlot(rulesOf(store, wanted, person), [], now, start));
}

export function isNear(host: Host, instant: number): boolean {
  return Math.abs(instant - host.clock().getTime()) <= FURTHEST * DAY;
}

function rulesOf({ timezone }: Store, wanted: Wanted, { availability, exceptions }: Person): Rules {
  return { ...wanted, step: wanted.step ?? undefined, availability, exceptions, timezone };
}

function spanAround(start: number, { minutes, minutesBefore = 0, minutesAfter = 0 }: Wanted) {
  return [start - minutesBefore * MINUTE, start + (minutes + minutesAfter) * MINUTE] as const;
}

type Days = { first: StoreDay; last: StoreDay; now: number };

async function standing(db: Db, store: Store, wanted: Wanted, known: Known, days: Days) {
  const { person } = known;
  const { busy, held } = await busyTimes(db, store, known, days, wanted);
  const fullDays = await daysAtMost(db, store, wanted, person, { ...days, held });
  return { rules: { ...rulesOf(store, wanted, person), fullDays }, busy, held };
}

/**
 * Reservations, confirmed bookings with buffers, and calendar events. Our own events only count if they are
 * current, because calendars may still show cancelled or moved ones.
 */
export async function busyTimes(
  db: Db,
  { organizationId }: Pick<Store, "organizationId">,
  { person, events }: Known,
  { first, last, now }: Days,
  wanted: Pick<Wanted, "except" | "offer"> = {},
): Promise<{ busy: Interval[]; held: Held[] }> {
  const period = { organizationId, userId: person.id, ...spanOf(first, last) };
  const laid = await mergeBookings(
    db,
    period,
    events.filter(({ isTransparent }) => !isTransparent),
  );
  const booked = laid.bookings.filter(({ id, status }) => status === "CONFIRMED" && id !== wanted.except);
  const others = laid.events.filter(({ booking }) => !booking || booking.id !== wanted.except);
  const held = await heldTimes(db, { ...period, now: new Date(now), except: wanted.offer });
  const busy = [
    ...held,
    ...booked.map((one) => ({ start: one.blockedFrom.getTime(), end: one.blockedUntil.getTime() })),
    ...others.map(({ event }) => ({ start: event.startsAt.getTime(), end: event.endsAt.getTime() })),
  ];
  return { busy, held };
}

async function daysAtMost(
  db: Db,
  { timezone }: Store,
  { typeId, mostPerDay, except }: Wanted,
  person: Person,
  { first, last, held }: { first: StoreDay; last: StoreDay; held: readonly Held[] },
): Promise<ReadonlySet<StoreDay> | undefined> {
  if (!typeId || !mostPerDay) return undefined;
  const found = await db
    .select({ id: bookings.id, startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(...confirmedOn(person.id, timezone, first, last), eq(bookings.appointmentTypeId, typeId)));
  const counts = new Map<StoreDay, number>();
  const ofType = held.filter((one) => one.typeId === typeId);
  for (const { id, startsAt } of [...found, ...ofType.map((one) => ({ ...one, id: "" }))]) {
    if (id === except) continue;
    const day = dayOf(startsAt.getTime(), timezone);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, booked]) => booked >= mostPerDay).map(([day]) => day));
}

function confirmedOn(userId: string, timezone: string, first: StoreDay, last: StoreDay) {
  return [
    eq(bookings.userId, userId),
    eq(bookings.status, "CONFIRMED"),
    gte(bookings.startsAt, new Date(startOfDay(first, timezone))),
    lt(bookings.startsAt, new Date(startOfDay(addDays(last, 1), timezone))),
  ] as const;
}

/** The one with the fewest appointments that day, then by name. */
export async function fairest<One extends { person: Person }>(
  db: Db,
  { timezone }: Store,
  free: readonly One[],
  start: number,
): Promise<One | undefined> {
  const day = dayOf(start, timezone);
  const busy = await Promise.all(
    free.map(async (one) => {
      const [found] = await db
        .select({ booked: count() })
        .from(bookings)
        .where(and(...confirmedOn(one.person.id, timezone, day, day)));
      return { one, booked: found?.booked ?? 0 };
    }),
  );
  // `people` are sorted by name, and sorting is stable.
  return busy.sort((a, b) => a.booked - b.booked)[0]?.one;
}

// By relevance, for a day on which nobody is free.
const STATES: readonly DayOfSlots["state"][] = ["open", "full", "past", "short", "closed", "beyond"];

function together(each: readonly DayOfSlots[][]): DayOfSlots[] {
  const [first = []] = each;
  return first.map(({ day }, i) => {
    const those = each.flatMap((days) => days[i] ?? []);
    const slots = [...new Set(those.flatMap((one) => one.slots))].sort((a, b) => a - b);
    const state = STATES.find((one) => those.some((other) => other.state === one)) ?? "closed";
    return { day, slots, state };
  });
}

type Period = { from: StoreDay; to: StoreDay };

/** For display. Throws 503 if calendar or database are unavailable. */
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
