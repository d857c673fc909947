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
} from "./fields.ts";
import { isName } from "./placeholders.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

export const bookingStates = ["CONFIRMED", "CANCELLED", "NO_SHOW"] as const;

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

/** Somebody else was quicker: the day's free times as they are now, if the calendar could be asked. */
export const slotLost = z.object({ slots: z.optional(slots) });

const period = z.object({ from: day, to: day });
const move = z.object({ startsAt: instant, version: z.optional(z.int()) });

export const visitorForm = z.object({
  startsAt: instant,
  name: required("Name is required", 100).check(oneLine, z.refine(isName, "Please enter a valid name")),
  email: email("Invalid email format"),
  phoneNumber: optionalText(40),
  note: optionalText(2000),
  timezone: required("Timezone is required", 64),
  /** How long it takes, as the visitor was told. */
  minutes: z.optional(z.int()),
  /** The same request again makes no second booking. */
  key: z.string("Required").check(atMost(128), z.regex(/^[\w-]{8,128}$/, "Invalid input")),
  /** What the page's captcha says, where it has one. */
  captcha: optionalText(10_000),
  /** People do not see this field and leave it empty. */
  website: optionalText(500),
});
export type VisitorForm = z.infer<typeof visitorForm>;

/** A booking as its visitor sees it, with the tokens of its links. `slug` is null once its type is deleted. */
const visitorBooking = z.object({
  store: text,
  title: text,
  name: text,
  startsAt: when,
  endsAt: when,
  timezone: text,
  storeTimezone: text,
  status: z.enum(bookingStates),
  slug: z.nullable(z.string()),
  cancelToken: z.nullable(z.string()),
  moveToken: z.nullable(z.string()),
  isOver: flag,
  /** False where no mail about it leaves the store now, and then what it has instead. */
  mailed: ours(flag),
  hasPhone: ours(flag),
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
  "bookings.move": { body: move },
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
    }),
  },
  // Without an end: two weeks of what can be booked, from `from` or today on. With the token of a booking that is being
  // moved: its length, and its own time is free for it.
  "visitor.slots": {
    query: z.object({
      from: z.optional(day),
      to: z.optional(day),
      token: z.optional(z.string().check(atMost(200))),
    }),
    answer: visitorSlots,
  },
  "visitor.book": { body: visitorForm, answer: visitorBooking, conflict: slotLost },
  "visitor.booking": { answer: visitorBooking },
  "visitor.ics": { answer: z.object({ ics: z.string() }) },
  "visitor.move": { body: z.object({ startsAt: instant }), answer: visitorBooking, conflict: slotLost },
  "visitor.cancel": { answer: visitorBooking },
} satisfies Schemas;
