import * as z from "zod/mini";
import { slotLost, visitorBooking } from "./bookings.ts";
import { visitorFace } from "./brand.ts";
import * as f from "./fields.ts";
import { isName } from "./placeholders.ts";
import { answersForm, question } from "./questions.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

const timesOfDay = ["ANY", "MORNING", "AFTERNOON"] as const;
export type TimeOfDay = (typeof timesOfDay)[number];

const waitlistStates = ["WAITING", "TAKEN", "OVER"] as const;
export type WaitlistState = (typeof waitlistStates)[number];

export type OfferState = "OPEN" | "TAKEN" | "DECLINED" | "LAPSED" | "WITHDRAWN";

export const MOST_DAYS = 62;

const heldTime = z.object({
  id: f.id,
  startsAt: f.when,
  endsAt: f.when,
  heldUntil: f.when,
  person: f.textOrNull,
});

/** `person` null: anyone. `offer`: the reserved time. `isCalled`: has no email. `isHidden`: only staff book the type. */
const entry = z.object({
  id: f.id,
  name: f.text,
  contact: f.reference,
  ...f.reach,
  typeId: f.id,
  title: f.text,
  person: f.reference,
  from: f.text,
  to: f.text,
  timeOfDay: z.enum(timesOfDay),
  state: z.enum(waitlistStates),
  offer: z.nullable(heldTime),
  isCalled: z.boolean(),
  isHidden: f.flag,
  createdBy: f.textOrNull,
  createdAt: f.when,
  updatedAt: f.when,
  version: f.version,
});
export type WaitlistEntry = Read<typeof entry>;

const days = { from: f.day, to: f.day, timeOfDay: z.enum(timesOfDay), personId: z.nullable(f.someId) };

const inOrder = z.refine<{ from: string; to: string }>(
  ({ from, to }) => to === "" || (from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000),
  { error: `Must be on or after the first day, and at most ${MOST_DAYS} days in all`, path: ["to"] },
);

const contactRef = z.object({ id: f.someId, name: z.string() }, "Contact is required");
const ofType = { typeId: f.required("Required", 64), ...days, to: z.union([z.literal(""), f.day]) };

export const waitlistForm = z.object({ contact: contactRef, ...ofType }).check(inOrder);
export const waitlistEdit = z.object({ ...ofType, ...f.editedVersion }).check(inOrder);
export type WaitlistForm = z.infer<typeof waitlistForm>;

/** `personId`: if visitors can choose. */
export const visitorEntryForm = z
  .object({
    ...days,
    name: f.required("Name is required", 100).check(f.oneLine, z.refine(isName, "Please enter a valid name")),
    email: f.email("Invalid email format"),
    timezone: f.required("Timezone is required", 64),
    key: f.requestKey,
    captcha: f.optionalText(10_000),
    /** A honeypot. */
    website: f.optionalText(500),
  })
  .check(inOrder);
export type VisitorEntryForm = z.infer<typeof visitorEntryForm>;

const visitorEntry = z.object({
  store: f.text,
  title: f.text,
  name: f.text,
  person: f.textOrNull,
  from: f.text,
  to: f.text,
  timeOfDay: z.enum(timesOfDay),
  timezone: f.text,
  storeTimezone: f.text,
  /** Empty if only staff can book the type. */
  slug: f.text,
  state: z.enum(waitlistStates),
  offer: z.nullable(heldTime),
  /** Start of the last offer, if nobody answered it in time. */
  missed: ours(z.nullable(f.when)),
  questions: z.array(question),
  token: f.text,
  mailed: z.boolean(),
});
export type VisitorEntry = Read<typeof visitorEntry>;

const ofOffer = z.object({ offerId: f.someId });

export const waitlist = {
  "wishes.list": { answer: z.array(entry) },
  "wishes.create": { body: waitlistForm },
  "wishes.update": { body: waitlistEdit, conflict: f.changed(entry) },
  /** Null: to the end. */
  "wishes.move": { body: z.object({ before: z.nullable(f.someId) }) },
  "wishes.take": { body: ofOffer },
  "wishes.pass": { body: ofOffer },
  "visitor.wish": { body: visitorEntryForm, answer: visitorEntry },
  "visitor.waiting": { answer: z.object({ ...visitorEntry.shape, face: ours(visitorFace) }) },
  "visitor.takeOffer": {
    body: z.object({ offerId: f.someId, answers: answersForm }),
    answer: visitorBooking,
    conflict: slotLost,
  },
  "visitor.declineOffer": { body: ofOffer, answer: visitorEntry },
  "visitor.withdraw": {},
} satisfies Schemas;
