import * as z from "zod/mini";
import { reasons } from "./bookings.ts";
import {
  atMost,
  day,
  flag,
  id,
  instant,
  optionalText,
  reach,
  reference,
  text,
  textOrNull,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** CALL: the appointment stays, and a task asks to call the customer. */
export const awayActs = ["MOVE", "CANCEL", "STAY", "CALL"] as const;
export type AwayAct = (typeof awayActs)[number];

/** OWN: to the person's first opening afterwards. */
export const awayWays = ["COLLEAGUES", "OWN", "CANCEL"] as const;
export type AwayWay = (typeof awayWays)[number];

/** REST: today from now on. SAVED: outside the hours that the person already has on these days. */
const awaySpans = ["DAYS", "REST", "SAVED"] as const;
export type AwaySpan = (typeof awaySpans)[number];

export const MOST_AWAY = 100;

const choice = z.object({ personId: id, startsAt: when, reasons: z.array(z.enum(reasons)) });

/** `message`: the email, without the customer's links. `isChanged`: the wanted place isn't free. */
const awayRow = z.object({
  id,
  version: z.int(),
  title: text,
  name: text,
  ...reach,
  startsAt: when,
  endsAt: when,
  act: z.enum(awayActs),
  to: z.nullable(choice),
  choices: z.array(choice),
  isChanged: flag,
  tell: z.nullable(z.enum(["EMAIL", "CALL"])),
  message: z.nullable(z.object({ subject: text, text })),
});
export type AwayRow = Read<typeof awayRow>;

/** `reason`: why a colleague can't take any of the appointments. */
const awayPlan = z.object({
  person: reference,
  timezone: text,
  canMail: flag,
  colleagues: z.array(z.object({ id, name: text, reason: textOrNull })),
  rows: z.array(awayRow),
});
export type AwayPlan = Read<typeof awayPlan>;

const someId = z.string().check(atMost(64));
const wanted = z.object({
  id: someId,
  act: z.enum(awayActs),
  personId: z.optional(someId),
  startsAt: z.optional(instant),
  allow: z.optional(z.array(z.enum(reasons)).check(z.maxLength(reasons.length, "Invalid input"))),
});

/** `colleagues` null: everyone. `rows`: earlier choices come first. */
const form = {
  from: day,
  to: day,
  when: z.enum(awaySpans),
  how: z.enum(awayWays),
  colleagues: z.nullable(z.array(someId).check(z.maxLength(200, "Invalid input"))),
  tell: z.boolean(),
  line: optionalText(500),
};
const planForm = z.object({
  ...form,
  rows: z.array(wanted).check(z.maxLength(MOST_AWAY, "Invalid input")),
});
const awayForm = z.object({
  ...form,
  rows: z
    .array(z.object({ ...wanted.shape, version: z.int() }))
    .check(z.minLength(1, "Required"), z.maxLength(MOST_AWAY, "Invalid input")),
  key: z.string().check(atMost(64), z.minLength(8, "Invalid input")),
});
export type AwayPlanForm = z.infer<typeof planForm>;
export type AwayForm = z.infer<typeof awayForm>;

export const away = {
  "people.planAway": { body: planForm, answer: awayPlan },
  /** All or nothing. `booking`: undoing it undoes everything. */
  "people.setAway": {
    body: awayForm,
    answer: z.object({
      booking: z.object({ id, version: z.int() }),
      moved: z.number(),
      cancelled: z.number(),
      emails: z.number(),
      tasks: z.number(),
    }),
    conflict: z.object({ plan: z.optional(awayPlan) }),
  },
} satisfies Schemas;
