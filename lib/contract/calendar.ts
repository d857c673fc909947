import * as z from "zod/mini";
import { bookingStates, reasons, slots } from "./bookings.ts";
import {
  atMost,
  day,
  flag,
  id,
  instant,
  reach,
  readText,
  reference,
  required,
  text,
  textOrNone,
  textOrNull,
  version,
  when,
  wholeNumber,
} from "./fields.ts";
import { availability, week, weekHours } from "./hours.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

/**
 * `isStores`: the store's email leaves through it. `quarters`: opening times where whole hours aren't enough.
 */
export const account = z.object({
  isAuthorized: flag,
  provider: textOrNull,
  address: textOrNull,
  connectedBy: textOrNone,
  error: textOrNull,
  isStores: ours(flag),
  calendarData: z.nullable(
    z.object({
      calendarId: textOrNull,
      availability: z.nullable(week),
      quarters: ours(z.nullable(weekHours)),
    }),
  ),
});
export type Account = Read<typeof account>;

export const calendar = z.object({ id, name: text, is_primary: flag, is_read_only: flag });
export type Calendar = Read<typeof calendar>;

const moment = z.object({ date_time: tolerant(z.iso.datetime({ offset: true }), readText) });
const booked = z.object({ id, status: z.enum(bookingStates), contact: reference });
const calendarEvent = z.object({
  id,
  title: text,
  start: moment,
  end: moment,
  booking: ours(z.nullable(booked)),
});
export type CalendarEvent = Read<typeof calendarEvent>;

export const calendarForm = z.object({
  calendarId: required("Please select a calendar", 500),
  availability,
  /** Absent quarters stay unchanged if `availability` does. */
  quarters: z.optional(weekHours),
});

/** Other people's private events are "Busy". */
const spans = z.array(z.object({ start: when, end: when }));
const personEvent = z.object({
  id,
  title: text,
  start: when,
  end: when,
  isAllDay: flag,
  isFree: flag,
  booking: z.nullable(
    z.object({
      id,
      status: z.enum(bookingStates),
      title: text,
      contact: reference,
      ...reach,
      note: textOrNull,
      typeId: textOrNull,
      minutesBefore: z.number(),
      minutesAfter: z.number(),
      allowed: z.array(z.enum(reasons)),
      allowedBy: textOrNull,
      isConfirmed: flag,
      version,
    }),
  ),
  held: z.nullable(z.object({ name: text, until: when, typeId: textOrNull })),
});

const personCalendar = z.object({
  /** Null for removed people. */
  id: textOrNull,
  name: text,
  isMe: flag,
  isBookable: flag,
  error: textOrNull,
  open: spans,
  /** `isStores`: the whole store is closed. */
  away: z.array(z.object({ start: when, end: when, isStores: flag })),
  events: z.array(personEvent),
});

const feedOwners = ["MINE", "STORE"] as const;
/** Anyone with the address can read the feed. `url` is null without a feed. */
const feed = z.object({ whose: z.enum(feedOwners), url: z.nullable(text) });
export type Feed = Read<typeof feed>;

const peopleCalendar = z.object({
  timezone: text,
  today: text,
  types: z.array(z.object({ id, name: text, color: z.nullable(z.number()) })),
  people: z.array(personCalendar),
  waiting: z.number(),
});
export type PeopleCalendar = Read<typeof peopleCalendar>;

/** `isStores`: the store's email leaves through it. */
const connected = z.object({
  userId: id,
  name: text,
  address: textOrNull,
  provider: text,
  isStores: flag,
  error: textOrNull,
});

const period = z.object({ from: instant, to: instant });
const days = z.object({ from: day, to: day });
const link = z.object({ url: z.string() });

export const calendarRows = {
  "integration.link": { answer: link },
  "integration.change": { answer: link },
  "integration.setCalendar": { body: calendarForm },
  "integration.account": { answer: account },
  "integration.calendars": {
    query: z.object({ from: z.optional(instant), to: z.optional(instant) }),
    answer: z.array(calendar),
  },
  "integration.events": { query: period, answer: z.array(calendarEvent) },
  "feeds.list": { answer: z.array(feed) },
  "feeds.renew": { body: z.object({ whose: z.enum(feedOwners) }), answer: feed },
  "feeds.end": { body: z.object({ whose: z.enum(feedOwners) }) },
  // iCalendar text; null if `etag` matches.
  "feeds.read": {
    query: z.object({ etag: z.optional(z.string().check(atMost(200))) }),
    answer: z.object({ etag: text, ics: z.nullable(text) }),
  },
  "people.calendar": { query: days, answer: peopleCalendar },
  "people.accounts": { answer: z.array(connected) },
  "people.slots": {
    query: z.object({
      ...days.shape,
      typeId: z.optional(z.string().check(atMost(64))),
      minutes: z.optional(wholeNumber(5, 1440)),
      personId: z.optional(z.string().check(atMost(64))),
    }),
    answer: slots,
  },
} satisfies Schemas;
