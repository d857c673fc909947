import * as z from "zod/mini";
import { places } from "./bookings.ts";
import * as f from "./fields.ts";
import { question, questionsForm } from "./questions.ts";
import type { Schemas } from "./row.ts";
import { ruleLimits } from "./rule-limits.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

const numberOrZero = tolerant(z.number(), (value) => Number(value) || 0);

/**
 * All times are minutes. `people`: null means everyone who takes appointments; `changeNotice`: latest time to
 * move or cancel; `step`: null means the type's length; `isHidden`: only staff can book.
 */
const typeRules = {
  people: ours(z.nullable(z.array(z.string()))),
  visitorChooses: ours(f.flag),
  minutesBefore: ours(z.number()),
  minutesAfter: ours(z.number()),
  notice: ours(z.number()),
  changeNotice: ours(z.number()),
  mostPerDay: ours(z.nullable(z.number())),
  step: ours(z.nullable(z.number())),
  place: ours(z.enum(places)),
  placeText: ours(f.text),
  color: ours(z.nullable(z.number())),
  waitingList: ours(f.flag),
  isHidden: ours(f.flag),
  reminders: ours(z.array(z.number())),
  questions: ours(z.array(question)),
};

const appointmentType = z.object({
  id: f.id,
  name: f.text,
  defaultMeetingLength: numberOrZero,
  daysInAdvance: numberOrZero,
  appointmentBookingLink: f.text,
  ...typeRules,
  version: f.version,
  createdAt: ours(f.when),
  updatedAt: ours(f.when),
});
export type AppointmentType = Read<typeof appointmentType>;

export const appointmentTypeForm = z.object({
  name: f.required("Name is required", 100),
  daysInAdvance: z
    .number("Required")
    .check(z.minimum(1, "Must be 1 or more"), z.maximum(3650, "Invalid input")),
  defaultMeetingLength: z
    .int("Must be a whole number")
    .check(
      z.minimum(5, "Must be 5 or more"),
      z.multipleOf(15, "Must be in 15-minute increments"),
      z.maximum(1440, "Invalid input"),
    ),
});

const within = (least: number, most: number) =>
  z
    .int("Must be a whole number")
    .check(
      z.minimum(least, `Must be from ${least} to ${most}`),
      z.maximum(most, `Must be from ${least} to ${most}`),
    );
const YEAR = 525_600;

const typeRulesForm = z.object({
  people: z.optional(z.nullable(z.array(f.someId).check(z.maxLength(500, "Invalid input")))),
  visitorChooses: z.optional(z.boolean()),
  minutesBefore: z.optional(within(0, 480)),
  minutesAfter: z.optional(within(0, 480)),
  notice: z.optional(within(0, YEAR)),
  changeNotice: z.optional(within(0, YEAR)),
  mostPerDay: z.optional(z.nullable(within(1, 100))),
  step: z.optional(z.nullable(within(5, 1440))),
  place: z.optional(z.enum(places)),
  placeText: z.optional(z.string().check(f.atMost(200))),
  color: z.optional(z.nullable(within(1, 6))),
  waitingList: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  reminders: z.optional(z.array(within(5, 43_200)).check(z.maxLength(5, "At most 5 reminders"))),
  questions: z.optional(questionsForm),
});

export const appointmentTypeRules = z.object({ ...appointmentTypeForm.shape, ...typeRulesForm.shape });
export type AppointmentTypeRules = z.infer<typeof appointmentTypeRules>;

export const appointmentTypes = {
  "appointmentTypes.list": { answer: z.array(appointmentType) },
  // Free times of the next 30 days with unsaved rules. "all" people means everyone; 0 clears a step or a limit.
  "appointmentTypes.outlook": {
    query: z.object({
      minutes: z.optional(f.wholeNumber(...ruleLimits.minutes)),
      minutesBefore: z.optional(f.wholeNumber(...ruleLimits.minutesBefore)),
      minutesAfter: z.optional(f.wholeNumber(...ruleLimits.minutesAfter)),
      notice: z.optional(f.wholeNumber(...ruleLimits.notice)),
      daysInAdvance: z.optional(f.wholeNumber(...ruleLimits.daysInAdvance)),
      mostPerDay: z.optional(f.wholeNumber(...ruleLimits.mostPerDay)),
      step: z.optional(f.wholeNumber(...ruleLimits.step)),
      people: z.optional(z.string().check(f.atMost(4000))),
    }),
    answer: z.object({
      booked: z.number(),
      times: z.nullable(z.object({ day: f.textOrNull, free: z.number(), before: z.number() })),
    }),
  },
  "appointmentTypes.create": { body: appointmentTypeRules },
  "appointmentTypes.update": {
    body: z.object({ ...appointmentTypeRules.shape, ...f.editedVersion }),
    conflict: f.changed(appointmentType),
  },
} satisfies Schemas;
