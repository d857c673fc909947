import { eq, inArray } from "drizzle-orm";
import { instantOf, startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { HOUR, MINUTE } from "#lib/time/zone.ts";
import { STORE_CALENDAR } from "#server/connections/providers/local.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { randomFrom } from "#server/platform/db/random.ts";
import { users } from "#server/platform/db/schema.ts";
import {
  appointmentTypes,
  bookings,
  calendarEvents,
  hoursExceptions,
  waitlistEntries,
} from "#server/platform/db/schema-calendar.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { slugOf } from "./appointment-types.ts";
import { visitorOfContact } from "./visitor-contact.ts";

const WEEKS = 10;
const SUNDAY = 0;
const SATURDAY = 6;
const HOLIDAYS = "Public holidays";
const week = (isOpen: (day: number, hour: number) => boolean) =>
  Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => isOpen(day, hour)));
export const OPENING_HOURS = week((day, hour) => day > 0 && hour >= 9 && hour < 18);
const OWNERS_HOURS = week((day, hour) => day > 0 && hour >= 9 && hour < 17);
const BOOKABLE = [
  { name: "Ring consultation", defaultMeetingLength: 45, daysInAdvance: 30 },
  { name: "Repair drop-off", defaultMeetingLength: 15, daysInAdvance: 14 },
];

const COLLEAGUES_HOURS = week((day, hour) => day > 0 && hour >= 10 && hour < (day === 6 ? 14 : 18));

type Customer = Parameters<typeof visitorOfContact>[0];

type Store = {
  organizationId: string;
  userId: string;
  colleagues: string[];
  timezone: string;
  customers: Customer[];
};
type Event = { title: string; startsAt: Date; endsAt: Date; isAllDay?: boolean; isTransparent?: boolean };

export async function seedCalendar(tx: Db, store: Store, now: Date): Promise<void> {
  const { organizationId, userId } = store;
  await tx.insert(accounts).values({
    userId,
    isStores: true,
    id: newId(),
    provider: "local",
    address: "hello@marlowandfinch.example",
    calendarId: STORE_CALENDAR,
  });
  await tx.update(users).set({ availability: OWNERS_HOURS }).where(eq(users.id, userId));
  const types = BOOKABLE.map((type) => ({ ...type, organizationId, id: newId(), slug: slugOf(type.name) }));
  await tx.insert(appointmentTypes).values(types);
  const today = dayOf(now, store.timezone);
  const closed = closedDays(today);
  const days = Array.from({ length: WEEKS * 14 + 1 }, (_, i) => addDays(today, i - WEEKS * 7));
  const open = days.filter((day) => weekdayOf(day) !== SUNDAY && !closed.some((one) => one.day === day));
  const { allDay, eventsOf } = eventsIn(store);
  const monday = addDays(today, 7 - ((weekdayOf(today) + 6) % 7));
  const leave = { ...allDay("Bridal fair in town", monday, 2), isTransparent: true };
  const events = [
    ...closed.map(({ name, day }) => ({ calendarId: HOLIDAYS, ...allDay(name, day) })),
    ...[...open.flatMap(eventsOf), leave].map((event) => ({ calendarId: STORE_CALENDAR, ...event })),
  ];
  await tx.insert(calendarEvents).values(events.map((event) => ({ ...event, userId, uid: newId() })));
  await tx
    .insert(hoursExceptions)
    .values(closed.map(({ name, day }) => ({ id: newId(), fromDay: day, toDay: day, reason: name })));
  const day = open.find((day) => day >= today) ?? today;
  const full = open.find((one) => one > day && weekdayOf(one) === SATURDAY) ?? day;
  await seedColleagues(tx, store, types, { day, full, now });
}

type Type = { id: string; name: string; defaultMeetingLength: number };

async function seedColleagues(
  tx: Db,
  { organizationId, colleagues, timezone, customers }: Store,
  types: Type[],
  { day, full, now }: { day: string; full: string; now: Date },
): Promise<void> {
  await tx.update(users).set({ availability: COLLEAGUES_HOURS }).where(inArray(users.id, colleagues));
  const booking = (on: string, minute: number, userId: string, of: [type: number, customer: number]) => {
    const [type, customer] = [types[of[0] % types.length], customers[of[1]]];
    if (!type || !customer) return [];
    const at = instantOf(Date.parse(on) + 10 * HOUR + minute * MINUTE, timezone);
    const id = newId();
    return [
      {
        ...{ organizationId, id, userId, appointmentTypeId: type.id, title: type.name },
        ...{ ...visitorOfContact(customer), timezone },
        ...{ startsAt: new Date(at), endsAt: new Date(at + type.defaultMeetingLength * MINUTE) },
        ...{ requestKey: id, calendarDueAt: now },
      },
    ];
  };
  const made = colleagues.flatMap((userId, whose) =>
    [0, 60, 105, 180].flatMap((minute, turn) =>
      booking(day, minute + 15 * whose, userId, [turn + whose, whose * 10 + turn]),
    ),
  );
  await tx.insert(bookings).values(made);
  const [userId = null] = colleagues;
  const [{ id: appointmentTypeId = "" } = {}] = types;
  if (userId === null || full === day) return;
  const hours = [0, 45, 60, 105, 120, 165, 180, 225];
  await tx
    .insert(bookings)
    .values(hours.flatMap((minute, turn) => booking(full, minute, userId, [turn, 20 + turn])));
  const waiting = customers.slice(29, 30).map((customer, rank) => {
    const id = newId();
    const createdAt = new Date(now.getTime() - (30 - 7 * rank) * HOUR);
    return {
      ...{ organizationId, id, rank, appointmentTypeId, userId, timezone, requestKey: id },
      ...{ ...visitorOfContact(customer), fromDay: full, toDay: full, createdAt, updatedAt: createdAt },
    };
  });
  await tx.insert(waitlistEntries).values(waiting);
}

function eventsIn({ timezone, customers }: Store) {
  const { between, chance, pick } = randomFrom(73);
  const start = (day: string) => new Date(startOfDay(day, timezone));
  const allDay = (title: string, day: string, days = 1): Event => ({
    title,
    startsAt: start(day),
    endsAt: start(addDays(day, days)),
    isAllDay: true,
  });
  const eventAt = (title: string, at: number, minutes: number): Event => ({
    title,
    startsAt: new Date(at),
    endsAt: new Date(at + minutes * MINUTE),
  });
  const eventsOf = (day: string): Event[] => {
    const hourOf = (hour: number) => instantOf(Date.parse(day) + hour * HOUR, timezone);
    const fixtures = weekly.filter(({ weekday }) => weekday === weekdayOf(day));
    let at = hourOf(9) + 30 * between(1, 4) * MINUTE;
    const seen = Array.from({ length: between(1, 4) }, () => {
      const [what, minutes] = pick(visits);
      const { firstName, lastName } = pick(customers);
      const event = eventAt(`${what} · ${firstName} ${lastName}`, at, minutes);
      at += (chance(0.15) ? 15 : minutes + 30 * between(0, 3)) * MINUTE;
      return event;
    });
    return [
      ...fixtures.map(({ title, hour, minutes }) => eventAt(title, hourOf(hour), minutes)),
      ...seen.filter(({ endsAt }) => endsAt.getTime() <= hourOf(18)),
    ];
  };
  return { allDay, eventsOf };
}

const visits: [what: string, minutes: number][] = [
  ["Ring fitting", 30],
  ["Engagement ring viewing", 60],
  ["Bespoke design, first sketches", 90],
  ["Watch service pick-up", 15],
  ["Pearl restringing", 30],
  ["Valuation for insurance", 45],
  ["Wedding bands", 60],
  ["Repair drop-off", 15],
];

const weekly = [
  { weekday: 1, title: "Week ahead, whole team", hour: 9, minutes: 30 },
  { weekday: 2, title: "Stone delivery: Harlow Gems", hour: 11, minutes: 45 },
  { weekday: 4, title: "Workshop: stone setting", hour: 15, minutes: 90 },
  { weekday: 5, title: "New window display", hour: 16, minutes: 60 },
];

const FIXED: [name: string, month: number, day: number][] = [
  ["New Year’s Day", 1, 1],
  ["Independence Day", 7, 4],
  ["Christmas Day", 12, 25],
];
/** Sunday is 0; the fifth means the last. */
const MOVING: [name: string, month: number, weekday: number, nth: number][] = [
  ["Memorial Day", 5, 1, 5],
  ["Labor Day", 9, 1, 1],
  ["Thanksgiving", 11, 4, 4],
];

export function closedDays(today: string): { name: string; day: string }[] {
  return [-1, 0, 1].flatMap((years) => {
    const year = Number(today.slice(0, 4)) + years;
    return [
      ...FIXED.map(([name, month, day]) => ({ name, day: dateOf(year, month, day) })),
      ...MOVING.map(([name, month, weekday, nth]) => ({ name, day: nthOf(year, month, weekday, nth) })),
    ];
  });
}

function nthOf(year: number, month: number, weekday: number, nth: number): string {
  const first = dateOf(year, month, 1);
  const day = addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
  return day.slice(0, 7) === first.slice(0, 7) ? day : addDays(day, -7);
}

function dateOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
