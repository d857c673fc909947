import * as z from "zod/mini";
import * as f from "./fields.ts";
import { repairRow } from "./repairs.ts";
import type { Schemas } from "./row.ts";
import { task } from "./tasks.ts";
import { ours, type Read } from "./tolerant.ts";
import { yearlyKeys } from "./yearly-fields.ts";

const ticked = { doneAt: z.nullable(f.when), doneBy: f.textOrNull };

const visit = z.object({
  id: f.id,
  startsAt: f.when,
  minutes: f.figure,
  title: f.text,
  contact: f.reference,
  ...f.phone,
  person: f.reference,
  note: f.textOrNull,
  isNoShow: f.flag,
  ...ticked,
});

/** `years` null: unknown. `wrote`: the automation that already greeted. */
const occasion = z.object({
  kind: z.enum(yearlyKeys),
  contact: f.option,
  ...f.reach,
  years: z.nullable(f.figure),
  lastSale: z.nullable(z.object({ cost: f.amount, createdAt: f.when })),
  wrote: z.nullable(z.object({ name: f.text, at: f.when })),
  ...ticked,
});

const ahead = z.object({
  appointments: f.figure,
  birthdays: f.figure,
  anniversaries: f.figure,
  tasks: f.figure,
});

/** `first`: the first appointment's time. `isClosed`: the whole store, for the `reason`. */
const aheadDay = z.object({
  day: f.text,
  ...ahead.shape,
  first: z.nullable(f.when),
  isClosed: f.flag,
  reason: f.text,
});
export type AheadDay = Read<typeof aheadDay>;

const next = z.object({ kind: z.enum(["appointment", "occasion", "task"]), name: f.text, day: f.text });

/** Items that are done are included. `ahead`: the next seven days. */
const today = z.object({
  day: f.text,
  appointments: z.array(visit),
  /** Late, promised today, ready too long, or ready while the customer doesn't know. */
  repairs: z.array(repairRow),
  occasions: z.array(occasion),
  tasks: z.array(task),
  ahead,
  aheadDays: ours(z.array(aheadDay)),
  next: z.nullable(next),
});
export type Today = Read<typeof today>;

const coming = z.object({
  kind: z.enum(["appointment", ...yearlyKeys, "task"]),
  day: f.text,
  time: f.textOrNull,
  name: f.text,
  detail: f.text,
  contactId: z.nullable(f.id),
});

export const greetForm = z.object({
  kind: z.enum(yearlyKeys),
  id: f.someId,
  templateId: z.string("Choose a template").check(z.minLength(1, "Choose a template"), f.atMost(64)),
});
export type GreetForm = z.infer<typeof greetForm>;

const ofWhom = z.object({ whose: z.optional(z.enum(["mine", "all"], "must be mine or all")) });

export const todays = {
  "today.get": { query: ofWhom, answer: today },
  "today.ahead": { query: ofWhom, answer: z.array(coming) },
  "today.greet": { body: greetForm },
  /** {id}: the booking's, or the contact's for a birthday or anniversary. */
  "today.tick": {
    body: z.object({ kind: z.enum(["appointment", ...yearlyKeys]), id: f.someId, done: z.boolean() }),
  },
} satisfies Schemas;
