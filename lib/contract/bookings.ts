import * as z from "zod/mini";
import { visitorFace } from "./brand.ts";
import * as f from "./fields.ts";
import { isName } from "./placeholders.ts";
import { answered, answersForm, question } from "./questions.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

export const bookingStates = ["CONFIRMED", "CANCELLED", "NO_SHOW"] as const;
export type BookingState = (typeof bookingStates)[number];

/** Warnings that staff may override. UNREAD: the calendar can't be read; HELD: reserved for the waiting list. */
export const reasons = ["HOURS", "OVERLAP", "NOTICE", "AHEAD", "LIMIT", "PERSON", "UNREAD", "HELD"] as const;
export type Reason = (typeof reasons)[number];

export const places = ["STORE", "PHONE", "VIDEO"] as const;
export type Place = (typeof places)[number];

/** `title`: the type's name when booked. `timezone`: the visitor's. */
export const booking = z.object({
  id: f.id,
  title: f.text,
  contact: f.reference,
  name: f.text,
  ...f.reach,
  note: f.textOrNull,
  startsAt: f.when,
  endsAt: f.when,
  timezone: f.text,
  status: z.enum(bookingStates),
  createdAt: f.when,
  person: z.nullable(f.reference),
  typeId: f.textOrNull,
  allowed: z.array(z.enum(reasons)),
  allowedBy: f.textOrNull,
  createdBy: f.textOrNull,
  confirmedAt: z.nullable(f.when),
  answers: z.array(answered),
  version: f.version,
});
export type Booking = Read<typeof booking>;

/** `short`: open, but not long enough. */
export const dayStates = ["open", "closed", "short", "full", "past", "beyond"] as const;

const dayOfSlots = z.object({ day: f.text, state: z.enum(dayStates), slots: z.array(z.string()) });
export const slots = z.object({ timezone: f.text, minutes: z.number(), days: z.array(dayOfSlots) });
export type Slots = Read<typeof slots>;

const visitorSlots = z.object({ ...slots.shape, last: f.text });
export type VisitorSlots = Read<typeof visitorSlots>;

/** The 409 of a taken time or changed questions, with free times if the calendar could be read. */
export const slotLost = z.object({ slots: z.optional(slots), questions: z.optional(z.array(question)) });

const period = z.object({ from: f.day, to: f.day });
const allow = z.optional(z.array(z.enum(reasons)).check(z.maxLength(reasons.length, "Invalid input")));
const minutes = z
  .int("Must be a whole number")
  .check(z.minimum(5, "Must be 5 or more"), z.maximum(1440, "Invalid input"));
const move = z.object({
  startsAt: f.instant,
  version: z.optional(z.int()),
  personId: z.optional(f.someId),
  minutes: z.optional(minutes),
  allow,
});

/** Warnings for staff, or the type's current questions. */
const asked = z.object({
  reasons: z.optional(z.array(z.object({ reason: z.enum(reasons), text: f.text }))),
  questions: z.optional(z.array(question)),
});

const REACHABLE = "Invalid phone number";

const caller = z
  .object({
    name: f.required("Name is required", 100).check(f.oneLine, z.refine(isName, "Please enter a valid name")),
    phoneNumber: z.string().check(f.atMost(40)),
    email: z.union([z.literal(""), f.email("Invalid email format")]),
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
    contactId: z.nullable(f.someId),
    caller: z.nullable(caller),
    personId: z.nullable(f.someId),
    typeId: z.nullable(f.someId),
    title: z.nullable(f.required("Required", 100).check(f.oneLine)),
    minutes,
    startsAt: f.instant,
    note: f.optionalText(2000),
    answers: answersForm,
    key: f.requestKey,
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
  also: z.array(f.when),
  leftOut: z.array(z.object({ startsAt: f.when, text: f.text })),
});

export const visitorForm = z.object({
  startsAt: f.instant,
  name: f.required("Name is required", 100).check(f.oneLine, z.refine(isName, "Please enter a valid name")),
  email: f.email("Invalid email format"),
  phoneNumber: f.optionalText(40),
  note: f.optionalText(2000),
  answers: answersForm,
  timezone: f.required("Timezone is required", 64),
  minutes: z.optional(z.int()),
  key: f.requestKey,
  personId: z.optional(z.nullable(f.someId)),
  captcha: f.optionalText(10_000),
  /** A honeypot: people don't see this field. */
  website: f.optionalText(500),
});
export type VisitorForm = z.infer<typeof visitorForm>;

/** `slug` is null if visitors can't book or move the type any longer. */
export const visitorBooking = z.object({
  store: f.text,
  title: f.text,
  name: f.text,
  startsAt: f.when,
  endsAt: f.when,
  timezone: f.text,
  storeTimezone: f.text,
  status: z.enum(bookingStates),
  person: f.textOrNull,
  place: z.nullable(z.enum(places)),
  placeText: f.textOrNull,
  slug: z.nullable(z.string()),
  cancelToken: z.nullable(z.string()),
  moveToken: z.nullable(z.string()),
  confirmToken: z.nullable(z.string()),
  isConfirmed: f.flag,
  isLate: f.flag,
  isOver: f.flag,
  mailed: f.flag,
  hasPhone: f.flag,
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
  /** `stayed`: number of appointments not moved back, because they changed since or their old time is taken or past. */
  "bookings.undo": { body: z.object({ version: z.int() }), answer: z.object({ stayed: ours(z.number()) }) },
  /** `left`: milliseconds until the email leaves, at most one minute. */
  "bookings.hold": { body: z.object({ version: z.int() }), answer: z.object({ left: z.number() }) },
  /** Dry run of `bookings.create` or `.move` (with `bookingId`). `message` null: no objection. */
  "bookings.check": {
    query: z.object({
      startsAt: f.instant,
      minutes: f.wholeNumber(5, 1440),
      typeId: z.optional(f.someId),
      personId: z.optional(f.someId),
      bookingId: z.optional(f.someId),
    }),
    answer: z.object({
      message: z.nullable(f.text),
      reasons: z.array(z.object({ reason: z.enum(reasons), text: f.text })),
      note: ours(f.textOrNull),
    }),
  },
  "visitor.page": {
    answer: z.object({
      store: f.text,
      face: ours(visitorFace),
      email: f.text,
      title: f.text,
      minutes: z.number(),
      daysInAdvance: z.number(),
      timezone: f.text,
      today: f.text,
      place: z.enum(places),
      placeText: f.textOrNull,
      /** Empty if visitors can't choose. */
      people: z.nullable(z.array(z.object({ id: f.text, name: f.text }))),
      questions: z.array(question),
      hasWaitingList: f.flag,
    }),
  },
  // By default two weeks from today. A `token` makes its own booking's time count as free.
  "visitor.slots": {
    query: z.object({
      from: z.optional(f.day),
      to: z.optional(f.day),
      token: z.optional(z.string().check(f.atMost(200))),
      person: z.optional(f.someId),
    }),
    answer: visitorSlots,
  },
  "visitor.book": { body: visitorForm, answer: visitorBooking, conflict: slotLost },
  "visitor.booking": { answer: z.object({ ...visitorBooking.shape, face: ours(visitorFace) }) },
  "visitor.ics": { answer: z.object({ ics: z.string() }) },
  "visitor.move": { body: z.object({ startsAt: f.instant }), answer: visitorBooking, conflict: slotLost },
  "visitor.cancel": { answer: visitorBooking },
  "visitor.confirm": { answer: visitorBooking },
} satisfies Schemas;
