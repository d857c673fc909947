import * as z from "zod/mini";
import {
  amount,
  atMost,
  figure,
  flag,
  id,
  option,
  phone,
  reach,
  reference,
  text,
  textOrNull,
  when,
} from "./fields.ts";
import { repairRow } from "./repairs.ts";
import type { Schemas } from "./row.ts";
import { task } from "./tasks.ts";
import type { Read } from "./tolerant.ts";
import { yearlyKeys } from "./yearly-fields.ts";

const ticked = { doneAt: z.nullable(when), doneBy: textOrNull };

const visit = z.object({
  id,
  startsAt: when,
  minutes: figure,
  title: text,
  contact: reference,
  ...phone,
  person: reference,
  note: textOrNull,
  isNoShow: flag,
  ...ticked,
});

/** `years` null: unknown. `wrote`: the automation that already greeted. */
const occasion = z.object({
  kind: z.enum(yearlyKeys),
  contact: option,
  ...reach,
  years: z.nullable(figure),
  lastSale: z.nullable(z.object({ cost: amount, createdAt: when })),
  wrote: z.nullable(z.object({ name: text, at: when })),
  ...ticked,
});

const ahead = z.object({ appointments: figure, birthdays: figure, anniversaries: figure, tasks: figure });

/** Shown when today is done. */
const next = z.object({ kind: z.enum(["appointment", "occasion", "task"]), name: text, day: text });

/** Items that are done are included. `ahead`: the next seven days. */
const today = z.object({
  day: text,
  appointments: z.array(visit),
  /** Late, promised today, ready too long, or ready while the customer doesn't know. */
  repairs: z.array(repairRow),
  occasions: z.array(occasion),
  tasks: z.array(task),
  ahead,
  next: z.nullable(next),
});
export type Today = Read<typeof today>;

const someId = z.string().check(atMost(64));

const coming = z.object({
  kind: z.enum(["appointment", ...yearlyKeys, "task"]),
  day: text,
  time: textOrNull,
  name: text,
  detail: text,
  contactId: z.nullable(id),
});

export const greetForm = z.object({
  kind: z.enum(yearlyKeys),
  id: someId,
  templateId: z.string("Choose a template").check(z.minLength(1, "Choose a template"), atMost(64)),
});
export type GreetForm = z.infer<typeof greetForm>;

export const todays = {
  "today.get": {
    query: z.object({ whose: z.optional(z.enum(["mine", "all"], "must be mine or all")) }),
    answer: today,
  },
  "today.ahead": {
    query: z.object({ whose: z.optional(z.enum(["mine", "all"], "must be mine or all")) }),
    answer: z.array(coming),
  },
  "today.greet": { body: greetForm },
  /** {id}: the booking's, or the contact's for a birthday or anniversary. */
  "today.tick": {
    body: z.object({ kind: z.enum(["appointment", ...yearlyKeys]), id: someId, done: z.boolean() }),
  },
} satisfies Schemas;
