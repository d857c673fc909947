import { DateTime } from "luxon";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { randomFrom } from "#server/db/random.ts";
import { appointmentTypes, calendarEvents } from "#server/db/schema-calendar.ts";
import { accounts } from "#server/db/schema-mail.ts";
import { STORE_CALENDAR } from "#server/providers/local.ts";
import { slugOf } from "./appointment-types.ts";

const WEEKS = 10;
const HOLIDAYS = "Public holidays";
// Mondays to Saturdays from nine to five; Sundays closed.
const AVAILABILITY = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => day > 0 && hour >= 9 && hour < 17),
);
const BOOKABLE = [
  { name: "Ring consultation", defaultMeetingLength: 45, daysInAdvance: 30 },
  { name: "Repair drop-off", defaultMeetingLength: 15, daysInAdvance: 14 },
];

type Store = { organizationId: string; timezone: string; customers: string[] };
type Event = { title: string; startsAt: Date; endsAt: Date; isAllDay?: boolean; isTransparent?: boolean };

/** Connects the demo store to its own calendar, fills ten weeks of it before and after `now`, and lets visitors book. */
export async function seedCalendar(tx: Db, store: Store, now: Date): Promise<void> {
  const { organizationId } = store;
  await tx.insert(accounts).values({
    organizationId,
    id: newId(),
    provider: "local",
    address: "hello@marlowandfinch.example",
    calendarId: STORE_CALENDAR,
    availability: AVAILABILITY,
  });
  await tx
    .insert(appointmentTypes)
    .values(BOOKABLE.map((type) => ({ ...type, organizationId, id: newId(), slug: slugOf(type.name) })));
  const today = DateTime.fromJSDate(now, { zone: store.timezone }).startOf("day");
  const closed = closedDays(today);
  const days = Array.from({ length: WEEKS * 14 + 1 }, (_, i) => today.plus({ days: i - WEEKS * 7 }));
  const open = days.filter((day) => day.weekday !== 7 && !closed.some((one) => one.day.hasSame(day, "day")));
  const events = [
    ...closed.map(({ name, day }) => ({ calendarId: STORE_CALENDAR, ...allDay(`Closed for ${name}`, day) })),
    ...closed.map(({ name, day }) => ({ calendarId: HOLIDAYS, ...allDay(name, day) })),
    ...[...open.flatMap(eventsOf(store.customers)), leave(today)].map((event) => ({
      calendarId: STORE_CALENDAR,
      ...event,
    })),
  ];
  await tx.insert(calendarEvents).values(events.map((event) => ({ ...event, organizationId, uid: newId() })));
}

function allDay(title: string, day: DateTime, days = 1): Event {
  return { title, startsAt: day.toJSDate(), endsAt: day.plus({ days }).toJSDate(), isAllDay: true };
}

/** Somebody is away next week; the store is open all the same. */
function leave(today: DateTime): Event {
  const monday = today.startOf("week").plus({ weeks: 1 });
  return { ...allDay("Eleanor on leave", monday, 2), isTransparent: true };
}

/** A day's events: the fixtures of its weekday, and some customers between opening and closing. */
function eventsOf(customers: string[]) {
  const { between, chance, pick } = randomFrom(73);
  return (day: DateTime): Event[] => {
    const fixtures = weekly.filter(({ weekday }) => weekday === day.weekday);
    let start = day.set({ hour: 9 }).plus({ minutes: 30 * between(1, 4) });
    const seen = Array.from({ length: between(1, 4) }, () => {
      const [what, minutes] = pick(visits);
      const event = eventAt(`${what} · ${pick(customers)}`, start, minutes);
      // Two of the staff may be busy at once.
      start = start.plus({ minutes: chance(0.15) ? 15 : minutes + 30 * between(0, 3) });
      return event;
    });
    return [
      ...fixtures.map(({ title, hour, minutes }) => eventAt(title, day.set({ hour }), minutes)),
      ...seen.filter(({ endsAt }) => endsAt <= day.set({ hour: 18 }).toJSDate()),
    ];
  };
}

function eventAt(title: string, start: DateTime, minutes: number): Event {
  return { title, startsAt: start.toJSDate(), endsAt: start.plus({ minutes }).toJSDate() };
}

/** What customers come for, and how many minutes it takes. */
export const visits: [what: string, minutes: number][] = [
  ["Ring fitting", 30],
  ["Engagement ring viewing", 60],
  ["Bespoke design, first sketches", 90],
  ["Watch service pick-up", 15],
  ["Pearl restringing", 30],
  ["Valuation for insurance", 45],
  ["Wedding bands", 60],
  ["Repair drop-off", 15],
];

/** What happens every week; Monday is 1. */
export const weekly = [
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
/** The nth of a weekday (Monday is 1) of a month; the last one is written as the fifth. */
const MOVING: [name: string, month: number, weekday: number, nth: number][] = [
  ["Memorial Day", 5, 1, 5],
  ["Labor Day", 9, 1, 1],
  ["Thanksgiving", 11, 4, 4],
];

/** The holidays of the year before, this and the next, as days in the zone of `today`. */
export function closedDays(today: DateTime): { name: string; day: DateTime }[] {
  return [-1, 0, 1].flatMap((years) => {
    const year = today.startOf("year").plus({ years });
    return [
      ...FIXED.map(([name, month, day]) => ({ name, day: year.set({ month, day }) })),
      ...MOVING.map(([name, month, weekday, nth]) => ({
        name,
        day: nthOf(year.set({ month }), weekday, nth),
      })),
    ];
  });
}

function nthOf(month: DateTime, weekday: number, nth: number): DateTime {
  const first = month.plus({ days: (weekday - month.weekday + 7) % 7 });
  const day = first.plus({ weeks: nth - 1 });
  return day.month === month.month ? day : day.minus({ weeks: 1 });
}
