import * as z from "zod/mini";
import { changed, editedVersion, flag, id, instant, reference, required, text, version } from "./fields.ts";
import type { Schemas } from "./row.ts";

const availability = z
  .array(z.array(z.boolean()).check(z.length(24, "Each day must have 24 time slots")))
  .check(z.length(7, "Must include all 7 days"));

/**
 * `address`, `connectedBy` and `error` are extras of the reference host: which account it is, who connected it, and what
 * is wrong with it.
 */
export const account = z.object({
  isAuthorized: flag,
  provider: text,
  address: text,
  connectedBy: z.optional(text),
  error: text,
  calendarData: z.catch(
    z.optional(
      z.nullable(z.object({ calendarId: text, availability: z.catch(z.nullable(availability), null) })),
    ),
    null,
  ),
});
export type Account = z.infer<typeof account>;

export const calendar = z.object({ id, name: text, is_primary: flag, is_read_only: flag });
export type Calendar = z.infer<typeof calendar>;

const moment = z.object({ date_time: text });
/** An extra of the reference host: the booking behind an event. */
const booked = z.object({ id, status: text, contact: reference });
export const calendarEvent = z.object({
  id,
  title: text,
  start: moment,
  end: moment,
  booking: z.catch(z.optional(z.nullable(booked)), null),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

export const calendarForm = z.object({
  calendarId: required("Please select a calendar", 500),
  availability,
});

export const appointmentType = z.object({
  id,
  name: text,
  defaultMeetingLength: z.catch(z.coerce.number(), 0),
  daysInAdvance: z.catch(z.coerce.number(), 0),
  appointmentBookingLink: text,
  version,
});
export type AppointmentType = z.infer<typeof appointmentType>;

export const appointmentTypeForm = z.object({
  name: required("Name is required", 100),
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

export type AppointmentTypeForm = z.infer<typeof appointmentTypeForm>;

const period = z.object({ from: instant, to: instant });
const link = z.object({ url: z.string() });

export const calendarRows = {
  "integration.link": { answer: link },
  "integration.change": { answer: link },
  "integration.setCalendar": { body: calendarForm },
  "integration.account": { answer: account },
  "integration.calendars": {
    query: z.object({ from: z.optional(instant), to: z.optional(instant) }),
    answer: z.array(calendar),
  },
  "integration.events": { query: period, answer: z.array(calendarEvent) },
  "bookings.list": { query: period, answer: z.array(calendarEvent) },
  "appointmentTypes.list": { answer: z.array(appointmentType) },
  "appointmentTypes.create": { body: appointmentTypeForm },
  "appointmentTypes.update": {
    body: z.object({ ...appointmentTypeForm.shape, ...editedVersion }),
    conflict: changed(appointmentType),
  },
} satisfies Schemas;
