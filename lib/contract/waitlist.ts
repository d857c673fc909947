import * as z from "zod/mini";
import { slotLost, visitorBooking } from "./bookings.ts";
import { visitorFace } from "./brand.ts";
import {
  atMost,
  changed,
  day,
  editedVersion,
  email,
  flag,
  id,
  oneLine,
  optionalText,
  reach,
  reference,
  required,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import { isName } from "./placeholders.ts";
import { answersForm, question } from "./questions.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

/** Before or after noon. */
const timesOfDay = ["ANY", "MORNING", "AFTERNOON"] as const;
export type TimeOfDay = (typeof timesOfDay)[number];

const waitlistStates = ["WAITING", "TAKEN", "OVER"] as const;
export type WaitlistState = (typeof waitlistStates)[number];

export type OfferState = "OPEN" | "TAKEN" | "DECLINED" | "LAPSED" | "WITHDRAWN";

export const MOST_DAYS = 62;

const someId = z.string().check(atMost(64));
const key = z.string("Required").check(atMost(128), z.regex(/^[\w-]{8,128}$/, "Invalid input"));

const heldTime = z.object({ id, startsAt: when, endsAt: when, heldUntil: when, person: textOrNull });

/**
 * `person` null: anyone. `offer`: the reserved time. `isCalled`: no email possible, staff call. `isHidden`:
 * visitors can't book the type.
 */
const entry = z.object({
  id,
  name: text,
  contact: reference,
  ...reach,
  typeId: id,
  title: text,
  person: reference,
  from: text,
  to: text,
  timeOfDay: z.enum(timesOfDay),
  state: z.enum(waitlistStates),
  offer: z.nullable(heldTime),
  isCalled: z.boolean(),
  isHidden: flag,
  createdBy: textOrNull,
  createdAt: when,
  updatedAt: when,
  version,
});
export type WaitlistEntry = Read<typeof entry>;

const days = {
  from: day,
  to: day,
  timeOfDay: z.enum(timesOfDay),
  personId: z.nullable(someId),
};

const inOrder = z.refine<{ from: string; to: string }>(
  ({ from, to }) => to === "" || (from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000),
  { error: `Must be on or after the first day, and at most ${MOST_DAYS} days in all`, path: ["to"] },
);

const chosen = z.object({ id: someId, name: z.string() }, "Contact is required");
/** Empty `to`: a single day. */
const ofType = { typeId: required("Required", 64), ...days, to: z.union([z.literal(""), day]) };

export const waitlistForm = z.object({ contact: chosen, ...ofType }).check(inOrder);
/** The contact can't change. */
export const waitlistEdit = z.object({ ...ofType, ...editedVersion }).check(inOrder);
export type WaitlistForm = z.infer<typeof waitlistForm>;

/** `personId`: if visitors can choose. */
export const visitorEntryForm = z
  .object({
    ...days,
    name: required("Name is required", 100).check(oneLine, z.refine(isName, "Please enter a valid name")),
    email: email("Invalid email format"),
    timezone: required("Timezone is required", 64),
    key,
    captcha: optionalText(10_000),
    /** A honeypot: people don't see this field. */
    website: optionalText(500),
  })
  .check(inOrder);
export type VisitorEntryForm = z.infer<typeof visitorEntryForm>;

const visitorEntry = z.object({
  store: text,
  title: text,
  name: text,
  person: textOrNull,
  from: text,
  to: text,
  timeOfDay: z.enum(timesOfDay),
  timezone: text,
  storeTimezone: text,
  /** Empty if only staff can book the type. */
  slug: text,
  state: z.enum(waitlistStates),
  offer: z.nullable(heldTime),
  questions: z.array(question),
  token: text,
  mailed: z.boolean(),
});
export type VisitorEntry = Read<typeof visitorEntry>;

const ofOffer = z.object({ offerId: someId });

export const waitlist = {
  "wishes.list": { answer: z.array(entry) },
  "wishes.create": { body: waitlistForm },
  "wishes.update": { body: waitlistEdit, conflict: changed(entry) },
  /** Null: to the end. */
  "wishes.move": { body: z.object({ before: z.nullable(someId) }) },
  "wishes.take": { body: ofOffer },
  "wishes.pass": { body: ofOffer },
  "visitor.wish": { body: visitorEntryForm, answer: visitorEntry },
  "visitor.waiting": { answer: z.object({ ...visitorEntry.shape, face: ours(visitorFace) }) },
  "visitor.takeOffer": {
    body: z.object({ offerId: someId, answers: answersForm }),
    answer: visitorBooking,
    conflict: slotLost,
  },
  "visitor.declineOffer": { body: ofOffer, answer: visitorEntry },
  "visitor.withdraw": {},
} satisfies Schemas;
