import * as z from "zod/mini";
import { visitorFace } from "./brand.ts";
import {
  atMost,
  day,
  email,
  flag,
  id,
  instant,
  oneLine,
  optionalText,
  reach,
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
import { ours, type Read } from "./tolerant.ts";

export const bookingStates = ["CONFIRMED", "CANCELLED", "NO_SHOW"] as const;
export type BookingState = (typeof bookingStates)[number];

const key = z.string("Required").check(atMost(128), z.regex(/^[\w-]{8,128}$/, "Invalid input"));

/** Warnings that staff may override. UNREAD: the calendar can't be read; HELD: reserved for the waiting list. */
export const reasons = ["HOURS", "OVERLAP", "NOTICE", "AHEAD", "LIMIT", "PERSON", "UNREAD", "HELD"] as const;
export type Reason = (typeof reasons)[number];

export const places = ["STORE", "PHONE", "VIDEO"] as const;
export type Place = (typeof places)[number];

/** `title`: the type's name when booked. `timezone`: the visitor's. */
export const booking = z.object({
  id,
  title: text,
  contact: reference,
  name: text,
  ...reach,
  note: textOrNull,
  startsAt: when,
  endsAt: when,
  timezone: text,
  status: z.enum(bookingStates),
  createdAt: when,
  person: z.nullable(reference),
  typeId: textOrNull,
  allowed: z.array(z.enum(reasons)),
  allowedBy: textOrNull,
  createdBy: textOrNull,
  confirmedAt: z.nullable(when),
  answers: z.array(answered),
  version,
});
export type Booking = Read<typeof booking>;

/** `short`: open, but not long enough. */
export const dayStates = ["open", "closed", "short", "full", "past", "beyond"] as const;

const dayOfSlots = z.object({ day: text, state: z.enum(dayStates), slots: z.array(z.string()) });
export const slots = z.object({ timezone: text, minutes: z.number(), days: z.array(dayOfSlots) });
export type Slots = Read<typeof slots>;

const visitorSlots = z.object({ ...slots.shape, last: text });
export type VisitorSlots = Read<typeof visitorSlots>;

/** The 409 of a taken time or changed questions, with free times if the calendar could be read. */
export const slotLost = z.object({ slots: z.optional(slots), questions: z.optional(z.array(question)) });

const period = z.object({ from: day, to: day });
const allow = z.optional(z.array(z.enum(reasons)).check(z.maxLength(reasons.length, "Invalid input")));
const minutes = z
  .int("Must be a whole number")
  .check(z.minimum(5, "Must be 5 or more"), z.maximum(1440, "Invalid input"));
const someId = z.string().check(atMost(64));

const move = z.object({
  startsAt: instant,
  version: z.optional(z.int()),
  personId: z.optional(someId),
  minutes: z.optional(minutes),
  allow,
});

/** Warnings for staff, or the type's current questions. */
const asked = z.object({
  reasons: z.optional(z.array(z.object({ reason: z.enum(reasons), text }))),
  questions: z.optional(z.array(question)),
});

const REACHABLE = "Invalid phone number";

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

/** `personId` null: any assigned person. `repeat`: further appointments, and weeks between them. */
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
  minutes: z.optional(z.int()),
  key,
  personId: z.optional(z.nullable(z.string().check(atMost(64)))),
  captcha: optionalText(10_000),
  /** A honeypot: people don't see this field. */
  website: optionalText(500),
});
export type VisitorForm = z.infer<typeof visitorForm>;

/** `slug` is null if visitors can't book or move the type any longer. */
export const visitorBooking = z.object({
  store: text,
  title: text,
  name: text,
  startsAt: when,
  endsAt: when,
  timezone: text,
  storeTimezone: text,
  status: z.enum(bookingStates),
  person: textOrNull,
  place: z.nullable(z.enum(places)),
  placeText: textOrNull,
  slug: z.nullable(z.string()),
  cancelToken: z.nullable(z.string()),
  moveToken: z.nullable(z.string()),
  confirmToken: z.nullable(z.string()),
  isConfirmed: flag,
  isLate: flag,
  isOver: flag,
  mailed: flag,
  hasPhone: flag,
});
export type VisitorBooking = Read<typeof visitorBooking>;

const MAX_OPEN = 50;
const RANGE = `Must be from 1 to ${MAX_OPEN}`;

export const bookingRules = z.object({
  openAppointments: z.int("Must be a whole number").check(z.minimum(1, RANGE), z.maximum(MAX_OPEN, RANGE)),
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
  /** `left`: milliseconds until the email leaves, at most one minute. */
  "bookings.hold": { body: z.object({ version: z.int() }), answer: z.object({ left: z.number() }) },
  /** Dry run of `bookings.create` or `.move` (with `bookingId`). `message` null: no objection. */
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
      face: ours(visitorFace),
      email: text,
      title: text,
      minutes: z.number(),
      daysInAdvance: z.number(),
      timezone: text,
      today: text,
      place: z.enum(places),
      placeText: textOrNull,
      /** Empty if visitors can't choose. */
      people: z.nullable(z.array(z.object({ id: text, name: text }))),
      questions: z.array(question),
      hasWaitingList: flag,
    }),
  },
  // By default two weeks from today. A `token` makes its own booking's time count as free.
  "visitor.slots": {
    query: z.object({
      from: z.optional(day),
      to: z.optional(day),
      token: z.optional(z.string().check(atMost(200))),
      person: z.optional(z.string().check(atMost(64))),
    }),
    answer: visitorSlots,
  },
  "visitor.book": { body: visitorForm, answer: visitorBooking, conflict: slotLost },
  "visitor.booking": { answer: z.object({ ...visitorBooking.shape, face: ours(visitorFace) }) },
  "visitor.ics": { answer: z.object({ ics: z.string() }) },
  "visitor.move": { body: z.object({ startsAt: instant }), answer: visitorBooking, conflict: slotLost },
  "visitor.cancel": { answer: visitorBooking },
  "visitor.confirm": { answer: visitorBooking },
} satisfies Schemas;
