import { DateTime } from "luxon";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { randomFrom } from "#server/db/random.ts";
import { appointmentTypes, calendarEvents } from "#server/db/schema-calendar.ts";
import { accounts } from "#server/db/schema-mail.ts";
import { STORE_CALENDAR } from "#server/providers/local.ts";
import { closedDays, visits, weekly } from "./seed-events.ts";
import { slugOf } from "./slug.ts";

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
