import * as z from "zod/mini";
import { bookingStates, reasons, slots } from "./bookings.ts";
import * as f from "./fields.ts";
import { availability, week, weekHours } from "./hours.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

/** `isStores`: the store's email leaves through it. `quarters`: opening times where whole hours aren't enough. */
export const account = z.object({
  isAuthorized: f.flag,
  provider: f.textOrNull,
  address: f.textOrNull,
  connectedBy: f.textOrNone,
  error: f.textOrNull,
  isStores: ours(f.flag),
  calendarData: z.nullable(
    z.object({
      calendarId: f.textOrNull,
      availability: z.nullable(week),
      quarters: ours(z.nullable(weekHours)),
    }),
  ),
});
export type Account = Read<typeof account>;

export const calendar = z.object({ id: f.id, name: f.text, is_primary: f.flag, is_read_only: f.flag });
export type Calendar = Read<typeof calendar>;

const moment = z.object({ date_time: tolerant(z.iso.datetime({ offset: true }), f.readText) });
const booked = z.object({ id: f.id, status: z.enum(bookingStates), contact: f.reference });
const calendarEvent = z.object({
  id: f.id,
  title: f.text,
  start: moment,
  end: moment,
  booking: ours(z.nullable(booked)),
});
export type CalendarEvent = Read<typeof calendarEvent>;

export const calendarForm = z.object({
  calendarId: f.required("Please select a calendar", 500),
  availability,
  /** Absent quarters stay unchanged if `availability` does. */
  quarters: z.optional(weekHours),
});

/** Other people's private events are "Busy". */
const spans = z.array(z.object({ start: f.when, end: f.when }));
const personEvent = z.object({
  id: f.id,
  title: f.text,
  start: f.when,
  end: f.when,
  isAllDay: f.flag,
  isFree: f.flag,
  booking: z.nullable(
    z.object({
      id: f.id,
      status: z.enum(bookingStates),
      title: f.text,
      contact: f.reference,
      ...f.reach,
      note: f.textOrNull,
      typeId: f.textOrNull,
      minutesBefore: z.number(),
      minutesAfter: z.number(),
      allowed: z.array(z.enum(reasons)),
      allowedBy: f.textOrNull,
      isConfirmed: f.flag,
      version: f.version,
    }),
  ),
  held: z.nullable(z.object({ name: f.text, until: f.when, typeId: f.textOrNull })),
});

const personCalendar = z.object({
  id: f.textOrNull,
  name: f.text,
  isMe: f.flag,
  isBookable: f.flag,
  error: f.textOrNull,
  open: spans,
  /** `isStores`: the whole store is closed. */
  away: z.array(z.object({ start: f.when, end: f.when, isStores: f.flag })),
  events: z.array(personEvent),
});

/** An event of today that isn't an appointment of the store. */
const calendarEntry = z.object({
  id: f.id,
  title: f.text,
  start: f.when,
  end: f.when,
  isAllDay: f.flag,
  person: f.option,
});
export type CalendarEntry = Read<typeof calendarEntry>;

const feedOwners = ["MINE", "STORE"] as const;
/** Anyone with the address can read the feed. `url` is null without a feed. */
const feed = z.object({ whose: z.enum(feedOwners), url: z.nullable(f.text) });
export type Feed = Read<typeof feed>;

const peopleCalendar = z.object({
  timezone: f.text,
  today: f.text,
  types: z.array(z.object({ id: f.id, name: f.text, color: z.nullable(z.number()) })),
  people: z.array(personCalendar),
  waiting: z.number(),
});
export type PeopleCalendar = Read<typeof peopleCalendar>;

const connected = z.object({
  userId: f.id,
  name: f.text,
  address: f.textOrNull,
  provider: f.text,
  isStores: f.flag,
  error: f.textOrNull,
});

const period = z.object({ from: f.instant, to: f.instant });
const days = z.object({ from: f.day, to: f.day });
const link = z.object({ url: z.string() });

export const calendarRows = {
  "integration.link": { answer: link },
  "integration.change": { answer: link },
  "integration.setCalendar": { body: calendarForm },
  "integration.account": { answer: account },
  "integration.calendars": {
    query: z.object({ from: z.optional(f.instant), to: z.optional(f.instant) }),
    answer: z.array(calendar),
  },
  "integration.events": { query: period, answer: z.array(calendarEvent) },
  "feeds.list": { answer: z.array(feed) },
  "feeds.renew": { body: z.object({ whose: z.enum(feedOwners) }), answer: feed },
  "feeds.end": { body: z.object({ whose: z.enum(feedOwners) }) },
  // iCalendar text; null if `etag` matches.
  "feeds.read": {
    query: z.object({ etag: z.optional(z.string().check(f.atMost(200))) }),
    answer: z.object({ etag: f.text, ics: z.nullable(f.text) }),
  },
  "people.calendar": { query: days, answer: peopleCalendar },
  "people.today": { answer: z.array(calendarEntry) },
  "people.accounts": { answer: z.array(connected) },
  "people.slots": {
    query: z.object({
      ...days.shape,
      typeId: z.optional(f.someId),
      minutes: z.optional(f.wholeNumber(5, 1440)),
      personId: z.optional(f.someId),
    }),
    answer: slots,
  },
} satisfies Schemas;
