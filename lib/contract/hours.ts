import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { type Read, tolerant } from "./tolerant.ts";

export const availability = z
  .array(z.array(z.boolean()).check(z.length(24, "Each day must have 24 time slots")))
  .check(z.length(7, "Must include all 7 days"));

export const week = tolerant(availability, (value) => z.parse(availability, value));

const dayHours = z
  .array(z.boolean())
  .check(
    z.refine(
      ({ length }) => length === 24 || length === 96,
      "Each day must have 24 hours or 96 quarters of one",
    ),
  );
export const weekHours = z.array(dayHours).check(z.length(7, "Must include all 7 days"));

const toMove = z.object({ id: f.id, startsAt: f.when, title: f.text, name: f.text });

/** `isStores`: of the whole store. `hours` null: the whole day. `toMove`: appointments outside the hours. */
const exception = z.object({
  id: f.id,
  isStores: f.flag,
  from: f.text,
  to: f.text,
  hours: z.nullable(z.array(z.boolean())),
  reason: f.text,
  toMove: z.array(toMove),
});
export type HoursException = Read<typeof exception>;

export const exceptionForm = z
  .object({
    personId: z.nullable(f.someId),
    from: f.day,
    to: f.day,
    hours: z.nullable(dayHours),
    reason: z.string().check(f.atMost(200)),
  })
  .check(
    z.refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 731 * 86_400_000, {
      error: "Must be on or after the first day, and at most two years later",
      path: ["to"],
    }),
  );

export const hours = {
  "people.hours": {
    answer: z.object({ availability: z.nullable(weekHours), exceptions: z.array(exception) }),
  },
  "people.setHours": { body: z.object({ availability: z.nullable(weekHours) }) },
  "people.addException": { body: exceptionForm, answer: z.object({ id: f.id, toMove: z.number() }) },
} satisfies Schemas;
