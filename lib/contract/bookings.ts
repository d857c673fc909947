import * as z from "zod/mini";
import {
  atMost,
  day,
  email,
  flag,
  id,
  instant,
  oneLine,
  optionalText,
  reference,
  required,
  text,
  textOrNull,
  version,
  when,
  wholeNumber,
} from "./fields.ts";
import { isName } from "./placeholders.ts";
import { answered, answersForm, question } from "./questions.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const bookingStates = ["CONFIRMED", "CANCELLED", "NO_SHOW"] as const;
export type BookingState = (typeof bookingStates)[number];

/** The same request again makes no second booking. */
const key = z.string("Required").check(atMost(128), z.regex(/^[\w-]{8,128}$/, "Invalid input"));

/**
 * What speaks against a time, and staff may allow: the hours, another appointment, too little notice, too far ahead, as
 * many as there may be that day, a person who does not give it, a calendar that cannot be read, somebody of the waiting
 * list for whom it is held.
 */
export const reasons = ["HOURS", "OVERLAP", "NOTICE", "AHEAD", "LIMIT", "PERSON", "UNREAD", "HELD"] as const;
export type Reason = (typeof reasons)[number];

/** Where somebody comes to, or is called. */
export const places = ["STORE", "PHONE", "VIDEO"] as const;
export type Place = (typeof places)[number];

/** A booking as staff see it. `title` is the appointment type's name when it was booked; `timezone` the visitor's. */
export const booking = z.object({
  id,
  title: text,
  contact: reference,
  name: text,
  email: text,
  phoneNumber: textOrNull,
  note: textOrNull,
  startsAt: when,
  endsAt: when,
  timezone: text,
  status: z.enum(bookingStates),
  createdAt: when,
  /** With whom; null once that person was removed. */
  person: z.nullable(reference),
  typeId: textOrNull,
  /** What staff were asked about and booked all the same, and who did. */
  allowed: z.array(z.enum(reasons)),
  allowedBy: textOrNull,
  createdBy: textOrNull,
  /** When its visitor said that they come. */
  confirmedAt: z.nullable(when),
  answers: z.array(answered),
  version,
});
export type Booking = Read<typeof booking>;

/** Why a day of the store has no free time; `open` has some, and a `short` one is not open for as long as it takes. */
export const dayStates = ["open", "closed", "short", "full", "past", "beyond"] as const;

/** Days are the store's, `slots` the instants at which a meeting may start. */
const dayOfSlots = z.object({ day: text, state: z.enum(dayStates), slots: z.array(z.string()) });
export const slots = z.object({ timezone: text, minutes: z.number(), days: z.array(dayOfSlots) });
export type Slots = Read<typeof slots>;

/** `last`: the last day of the store that can be booked. */
const visitorSlots = z.object({ ...slots.shape, last: text });
export type VisitorSlots = Read<typeof visitorSlots>;

/**
 * Somebody else was quicker: the day's free times as they are now, if the calendar could be asked. Or something else is
 * asked by now.
 */
export const slotLost = z.object({ slots: z.optional(slots), questions: z.optional(z.array(question)) });

const period = z.object({ from: day, to: day });
const allow = z.optional(z.array(z.enum(reasons)).check(z.maxLength(reasons.length, "Invalid input")));
const minutes = z
  .int("Must be a whole number")
  .check(z.minimum(5, "Must be 5 or more"), z.maximum(1440, "Invalid input"));
const someId = z.string().check(atMost(64));

/** To another time, another person, another length; `allow`: what staff were asked about. */
const move = z.object({
  startsAt: instant,
  version: z.optional(z.int()),
  personId: z.optional(someId),
  minutes: z.optional(minutes),
  allow,
});

/** Why a time is not simply free, in words for staff; or what the type asks by now. */
const asked = z.object({
  reasons: z.optional(z.array(z.object({ reason: z.enum(reasons), text }))),
  questions: z.optional(z.array(question)),
});

const REACHABLE = "Invalid phone number";

/** Whoever calls and is not known yet: a name, and what there is of the rest. */
const caller = z
  .object({
    name: required("Name is required", 100).check(oneLine, z.refine(isName, "Please enter a valid name")),
    phoneNumber: z.string().check(atMost(40)),
    email: z.union([z.literal(""), email("Invalid email format")]),
  })
  .check(
    z.refine(({ phoneNumber, email: address }) => phoneNumber.trim() !== "" || address !== "", {
      error: REACHABLE,
      path: ["phoneNumber"],
    }),
  );

/**
 * An appointment that staff make. `personId` null is anyone who gives it, decided when it is booked; without a type it has
 * a title of its own. `repeat`: so many more, each so many weeks later.
 */
const bookingForm = z
  .object({
    contactId: z.nullable(someId),
    caller: z.nullable(caller),
    personId: z.nullable(someId),
    typeId: z.nullable(someId),
    title: z.nullable(required("Required", 100).check(oneLine)),
    minutes,
    startsAt: instant,
    note: optionalText(2000),
    answers: answersForm,
    key,
    repeat: z.optional(
      z.nullable(
        z.object({
          weeks: z.int().check(z.minimum(1, "Must be 1 or more"), z.maximum(52, "Invalid input")),
          times: z.int().check(z.minimum(1, "Must be 1 or more"), z.maximum(26, "Invalid input")),
        }),
      ),
    ),
    allow,
  })
  .check(
    z.refine(({ contactId, caller: somebody }) => (contactId === null) !== (somebody === null), {
      error: "Required",
      path: ["contactId"],
    }),
    z.refine(({ typeId, title }) => (typeId === null) !== (title === null), {
      error: "Required",
      path: ["title"],
    }),
  );
export type BookingForm = z.infer<typeof bookingForm>;

/** What was booked, and of a repeated one also what was, and what could not be. */
const booked = z.object({
  booking,
  also: z.array(when),
  leftOut: z.array(z.object({ startsAt: when, text })),
});

export const visitorForm = z.object({
  startsAt: instant,
  name: required("Name is required", 100).check(oneLine, z.refine(isName, "Please enter a valid name")),
  email: email("Invalid email format"),
  phoneNumber: optionalText(40),
  note: optionalText(2000),
  answers: answersForm,
  timezone: required("Timezone is required", 64),
  /** How long it takes, as the visitor was told. */
  minutes: z.optional(z.int()),
  key,
  /** With whom, where the type lets visitors choose; null for anyone. */
  personId: z.optional(z.nullable(z.string().check(atMost(64)))),
  /** What the page's captcha says, where it has one. */
  captcha: optionalText(10_000),
  /** People do not see this field and leave it empty. */
  website: optionalText(500),
});
export type VisitorForm = z.infer<typeof visitorForm>;

/**
 * A booking as its visitor sees it, with the tokens of its links. `slug` is null
 * where its type is deleted, or is one that only staff book and this one cannot be moved here.
 */
export const visitorBooking = z.object({
  store: text,
  title: text,
  name: text,
  startsAt: when,
  endsAt: when,
  timezone: text,
  storeTimezone: text,
  status: z.enum(bookingStates),
  /** The first name of whom the visitor meets, and where. */
  person: textOrNull,
  place: z.nullable(z.enum(places)),
  placeText: textOrNull,
  slug: z.nullable(z.string()),
  cancelToken: z.nullable(z.string()),
  moveToken: z.nullable(z.string()),
  confirmToken: z.nullable(z.string()),
  isConfirmed: flag,
  /** Too late to cancel or move it here. */
  isLate: flag,
  isOver: flag,
  /** False where no mail about it leaves the store now, and then what it has instead. */
  mailed: flag,
  hasPhone: flag,
});
export type VisitorBooking = Read<typeof visitorBooking>;

const MOST_OPEN = 50;
const RANGE = `Must be from 1 to ${MOST_OPEN}`;

/** `openAppointments`: how many a visitor may have that are still to come. */
export const bookingRules = z.object({
  openAppointments: z.int("Must be a whole number").check(z.minimum(1, RANGE), z.maximum(MOST_OPEN, RANGE)),
});

export const bookings = {
  "organization.bookingRules": { answer: z.object({ openAppointments: z.number() }) },
  "organization.setBookingRules": { body: bookingRules },
  "bookings.ofContact": { answer: z.array(booking) },
  "bookings.get": { answer: booking },
  "bookings.slots": { query: period, answer: slots },
  "bookings.create": { body: bookingForm, answer: booked, conflict: asked },
  "bookings.move": { body: move, answer: booking, conflict: asked },
  "bookings.undo": { body: z.object({ version: z.int() }) },
  /** `left`: for so many milliseconds can it be taken back and does no mail leave; a minute in all at most. */
  "bookings.hold": { body: z.object({ version: z.int() }), answer: z.object({ left: z.number() }) },
  /**
   * What `bookings.create` would be refused with now, or `bookings.move` of what `bookingId` names: `message` null for
   * nothing.
   */
  "bookings.check": {
    query: z.object({
      startsAt: instant,
      minutes: wholeNumber(5, 1440),
      typeId: z.optional(someId),
      personId: z.optional(someId),
      bookingId: z.optional(someId),
    }),
    answer: z.object({
      message: z.nullable(text),
      reasons: z.array(z.object({ reason: z.enum(reasons), text })),
    }),
  },
  "visitor.page": {
    answer: z.object({
      store: text,
      /** The store's mailbox, for what cannot be done here; "" where it has none. */
      email: text,
      title: text,
      minutes: z.number(),
      daysInAdvance: z.number(),
      timezone: text,
      today: text,
      place: z.enum(places),
      placeText: textOrNull,
      /** Those whom a visitor may choose; none where anyone comes. */
      people: z.nullable(z.array(z.object({ id: text, name: text }))),
      questions: z.array(question),
      /** Whether a visitor may wait for what gets free. */
      hasWaitingList: flag,
    }),
  },
  // Without an end: two weeks of what can be booked, from `from` or today on. With the token of a booking that is being
  // moved: its length, and its own time is free for it.
  "visitor.slots": {
    query: z.object({
      from: z.optional(day),
      to: z.optional(day),
      token: z.optional(z.string().check(atMost(200))),
      /** One of the page's `people`; anyone else is everybody. */
      person: z.optional(z.string().check(atMost(64))),
    }),
    answer: visitorSlots,
  },
  "visitor.book": { body: visitorForm, answer: visitorBooking, conflict: slotLost },
  "visitor.booking": { answer: visitorBooking },
  "visitor.ics": { answer: z.object({ ics: z.string() }) },
  "visitor.move": { body: z.object({ startsAt: instant }), answer: visitorBooking, conflict: slotLost },
  "visitor.cancel": { answer: visitorBooking },
  "visitor.confirm": { answer: visitorBooking },
} satisfies Schemas;
