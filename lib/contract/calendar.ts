import * as z from "zod/mini";
import { bookingStates, places, reasons, slots } from "./bookings.ts";
import {
  atMost,
  changed,
  day,
  editedVersion,
  flag,
  id,
  instant,
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
import type { Schemas } from "./row.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

const availability = z
  .array(z.array(z.boolean()).check(z.length(24, "Each day must have 24 time slots")))
  .check(z.length(7, "Must include all 7 days"));

/** All of it or none: half a week of hours is nobody's. */
const week = tolerant(availability, (value) => z.parse(availability, value));

/**
 * `address`, `connectedBy`, `error` and `isStores` are extras of the reference host: which account it is, who connected it,
 * what is wrong with it, and whether the store's mail leaves through it.
 */
export const account = z.object({
  isAuthorized: flag,
  provider: textOrNull,
  address: textOrNull,
  connectedBy: textOrNone,
  error: textOrNull,
  isStores: ours(flag),
  calendarData: z.nullable(z.object({ calendarId: textOrNull, availability: z.nullable(week) })),
});
export type Account = Read<typeof account>;

export const calendar = z.object({ id, name: text, is_primary: flag, is_read_only: flag });
export type Calendar = Read<typeof calendar>;

const moment = z.object({ date_time: tolerant(z.iso.datetime({ offset: true }), readText) });
/** An extra of the reference host: the booking behind an event. */
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
});

const numberOrZero = tolerant(z.number(), (value) => Number(value) || 0);

/**
 * Extras of the reference host. Lengths and notices are minutes; `people` are those who give it, null for everybody who
 * takes appointments. `notice` is the least time ahead, `changeNotice` until when visitors move or cancel it, `mostPerDay`
 * of each person. `step` is from one start to the next, null for its length. `color` is one of six. `reminders` are minutes
 * before it begins.
 */
const typeRules = {
  people: ours(z.nullable(z.array(z.string()))),
  visitorChooses: ours(flag),
  minutesBefore: ours(z.number()),
  minutesAfter: ours(z.number()),
  notice: ours(z.number()),
  changeNotice: ours(z.number()),
  mostPerDay: ours(z.nullable(z.number())),
  step: ours(z.nullable(z.number())),
  place: ours(z.enum(places)),
  placeText: ours(text),
  color: ours(z.nullable(z.number())),
  isHidden: ours(flag),
  reminders: ours(z.array(z.number())),
};

const appointmentType = z.object({
  id,
  name: text,
  defaultMeetingLength: numberOrZero,
  daysInAdvance: numberOrZero,
  appointmentBookingLink: text,
  ...typeRules,
  version,
  createdAt: ours(when),
  updatedAt: ours(when),
});
export type AppointmentType = Read<typeof appointmentType>;

export const appointmentTypeForm = z.object({
  name: required("Name is required", 100),
  daysInAdvance: z
    .number("Required")
    .check(z.minimum(1, "Must be 1 or more"), z.maximum(3650, "Invalid input")),
  defaultMeetingLength: z
    .int("Must be a whole number")
    .check(
      z.minimum(5, "Must be 5 or more"),
      z.multipleOf(15, "Must be in 15-minute increments"),
      z.maximum(1440, "Invalid input"),
    ),
});

const within = (least: number, most: number) =>
  z
    .int("Must be a whole number")
    .check(
      z.minimum(least, `Must be from ${least} to ${most}`),
      z.maximum(most, `Must be from ${least} to ${most}`),
    );
const YEAR = 525_600;

/** Where the host names the feature `appointmentTypes.rules`. What is left out stays as it is. */
const typeRulesForm = z.object({
  people: z.optional(
    z.nullable(z.array(z.string().check(atMost(64))).check(z.maxLength(500, "Invalid input"))),
  ),
  visitorChooses: z.optional(z.boolean()),
  minutesBefore: z.optional(within(0, 480)),
  minutesAfter: z.optional(within(0, 480)),
  notice: z.optional(within(0, YEAR)),
  changeNotice: z.optional(within(0, YEAR)),
  mostPerDay: z.optional(z.nullable(within(1, 100))),
  step: z.optional(z.nullable(within(5, 1440))),
  place: z.optional(z.enum(places)),
  placeText: z.optional(z.string().check(atMost(200))),
  color: z.optional(z.nullable(within(1, 6))),
  isHidden: z.optional(z.boolean()),
  reminders: z.optional(z.array(within(5, 43_200)).check(z.maxLength(5, "At most 5 reminders"))),
});

export const appointmentTypeRules = z.object({ ...appointmentTypeForm.shape, ...typeRulesForm.shape });
export type AppointmentTypeRules = z.infer<typeof appointmentTypeRules>;

/** Somebody who may be booked, and what their calendar holds; what is another person's business is "Busy". */
const spans = z.array(z.object({ start: when, end: when }));
const personEvent = z.object({
  id,
  title: text,
  start: when,
  end: when,
  isAllDay: flag,
  /** It takes none of the person's time. */
  isFree: flag,
  booking: z.nullable(
    z.object({
      id,
      status: z.enum(bookingStates),
      title: text,
      contact: reference,
      email: text,
      phoneNumber: textOrNull,
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
});

const personCalendar = z.object({
  /** Null is nobody: the appointments of people who were removed. */
  id: textOrNull,
  name: text,
  isMe: flag,
  /** Whether they have hours. */
  isBookable: flag,
  /** Why what is shown is ours alone. */
  error: textOrNull,
  open: spans,
  events: z.array(personEvent),
});

const dayHours = z.array(z.boolean()).check(z.length(24, "Each day must have 24 time slots"));

/** Of a person, or with `isStores` of everybody; `hours` null is away. */
const exception = z.object({
  id,
  isStores: flag,
  from: text,
  to: text,
  hours: z.nullable(z.array(z.boolean())),
  reason: text,
});
export type HoursException = Read<typeof exception>;

export const exceptionForm = z
  .object({
    /** Null is the whole store. */
    personId: z.nullable(z.string().check(atMost(64))),
    from: day,
    to: day,
    hours: z.nullable(dayHours),
    reason: z.string().check(atMost(200)),
  })
  .check(
    z.refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 731 * 86_400_000, {
      error: "Must be on or after the first day, and at most two years later",
      path: ["to"],
    }),
  );

const feedOwners = ["MINE", "STORE"] as const;
/** A calendar to subscribe to: whoever has its address reads it. `url` is null where there is none, or none any more. */
const feed = z.object({ whose: z.enum(feedOwners), url: z.nullable(text) });
export type Feed = Read<typeof feed>;

/** With the types that what is booked may be of, the oldest first. */
const peopleCalendar = z.object({
  timezone: text,
  today: text,
  types: z.array(z.object({ id, name: text, color: z.nullable(z.number()) })),
  people: z.array(personCalendar),
});
export type PeopleCalendar = Read<typeof peopleCalendar>;

/** A person's account. `isStores`: the store's mail leaves through it; `error`: what is wrong with it. */
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
  "bookings.list": { query: period, answer: z.array(calendarEvent) },
  "people.hours": {
    answer: z.object({ availability: z.nullable(week), exceptions: z.array(exception) }),
  },
  "people.setHours": { body: z.object({ availability: z.nullable(availability) }) },
  /** `toMove`: the appointments of these days that are outside of the hours now; nothing cancels them. */
  "people.addException": { body: exceptionForm, answer: z.object({ id, toMove: z.number() }) },
  "feeds.list": { answer: z.array(feed) },
  "feeds.renew": { body: z.object({ whose: z.enum(feedOwners) }), answer: feed },
  "feeds.end": { body: z.object({ whose: z.enum(feedOwners) }) },
  // As iCalendar; null where it is what `etag` says still.
  "feeds.read": {
    query: z.object({ etag: z.optional(z.string().check(atMost(200))) }),
    answer: z.object({ etag: text, ics: z.nullable(text) }),
  },
  "appointmentTypes.list": { answer: z.array(appointmentType) },
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
  "appointmentTypes.create": { body: appointmentTypeRules },
  "appointmentTypes.update": {
    body: z.object({ ...appointmentTypeRules.shape, ...editedVersion }),
    conflict: changed(appointmentType),
  },
} satisfies Schemas;
