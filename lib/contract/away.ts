import * as z from "zod/mini";
import { reasons } from "./bookings.ts";
import * as f from "./fields.ts";
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

const choice = z.object({ personId: f.id, startsAt: f.when, reasons: z.array(z.enum(reasons)) });

/** `message`: the email, without the customer's links. `isChanged`: the wanted place isn't free. */
const awayRow = z.object({
  id: f.id,
  version: z.int(),
  title: f.text,
  name: f.text,
  ...f.reach,
  startsAt: f.when,
  endsAt: f.when,
  act: z.enum(awayActs),
  to: z.nullable(choice),
  choices: z.array(choice),
  isChanged: f.flag,
  tell: z.nullable(z.enum(["EMAIL", "CALL"])),
  message: z.nullable(z.object({ subject: f.text, text: f.text })),
});
export type AwayRow = Read<typeof awayRow>;

/** `reason`: why a colleague can't take any of the appointments. `earlier`: a change that can be undone. */
const awayPlan = z.object({
  person: f.reference,
  timezone: f.text,
  canMail: f.flag,
  colleagues: z.array(z.object({ id: f.id, name: f.text, reason: f.textOrNull })),
  rows: z.array(awayRow),
  earlier: z.nullable(
    z.object({
      booking: z.object({ id: f.id, version: z.int() }),
      at: f.when,
      moved: z.number(),
      cancelled: z.number(),
      emails: z.number(),
    }),
  ),
});
export type AwayPlan = Read<typeof awayPlan>;

const wanted = z.object({
  id: f.someId,
  act: z.enum(awayActs),
  personId: z.optional(f.someId),
  startsAt: z.optional(f.instant),
  allow: z.optional(z.array(z.enum(reasons)).check(z.maxLength(reasons.length, "Invalid input"))),
});

/** `colleagues` null: everyone. `rows`: earlier choices come first. */
const form = {
  from: f.day,
  to: f.day,
  when: z.enum(awaySpans),
  how: z.enum(awayWays),
  colleagues: z.nullable(z.array(f.someId).check(z.maxLength(200, "Invalid input"))),
  tell: z.boolean(),
  line: f.optionalText(500),
};
const planForm = z.object({ ...form, rows: z.array(wanted).check(z.maxLength(MOST_AWAY, "Invalid input")) });
const awayForm = z.object({
  ...form,
  rows: z
    .array(z.object({ ...wanted.shape, version: z.int() }))
    .check(z.minLength(1, "Required"), z.maxLength(MOST_AWAY, "Invalid input")),
  key: z.string().check(f.atMost(64), z.minLength(8, "Invalid input")),
});
export type AwayPlanForm = z.infer<typeof planForm>;
export type AwayForm = z.infer<typeof awayForm>;

export const away = {
  "people.planAway": { body: planForm, answer: awayPlan },
  /** All or nothing. `booking`: undoing it undoes everything. */
  "people.setAway": {
    body: awayForm,
    answer: z.object({
      booking: z.object({ id: f.id, version: z.int() }),
      moved: z.number(),
      cancelled: z.number(),
      emails: z.number(),
      tasks: z.number(),
    }),
    conflict: z.object({ plan: z.optional(awayPlan) }),
  },
} satisfies Schemas;
