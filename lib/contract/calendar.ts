import * as z from "zod/mini";
import { bookingStates } from "./bookings.ts";
import {
  changed,
  editedVersion,
  flag,
  id,
  instant,
  readText,
  reference,
  required,
  text,
  textOrNone,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

const availability = z
  .array(z.array(z.boolean()).check(z.length(24, "Each day must have 24 time slots")))
  .check(z.length(7, "Must include all 7 days"));

/** All of it or none: half a week of hours is nobody's. */
const week = tolerant(availability, (value) => z.parse(availability, value));

/**
 * `address`, `connectedBy` and `error` are extras of the reference host: which account it is, who connected it, and what
 * is wrong with it.
 */
export const account = z.object({
  isAuthorized: flag,
  provider: textOrNull,
  address: textOrNull,
  connectedBy: textOrNone,
  error: textOrNull,
  calendarData: z.nullable(z.object({ calendarId: textOrNull, availability: z.nullable(week) })),
});
export type Account = Read<typeof account>;

export const calendar = z.object({ id, name: text, is_primary: flag, is_read_only: flag });
export type Calendar = Read<typeof calendar>;

const moment = z.object({ date_time: tolerant(z.iso.datetime({ offset: true }), readText) });
/** An extra of the reference host: the booking behind an event. */
const booked = z.object({ id, status: z.enum(bookingStates), contact: reference });
const calendarEvent = z.object({
  id,
  title: text,
  start: moment,
  end: moment,
  booking: ours(z.nullable(booked)),
});
export type CalendarEvent = Read<typeof calendarEvent>;

export const calendarForm = z.object({
  calendarId: required("Please select a calendar", 500),
  availability,
});

const numberOrZero = tolerant(z.number(), (value) => Number(value) || 0);

const appointmentType = z.object({
  id,
  name: text,
  defaultMeetingLength: numberOrZero,
  daysInAdvance: numberOrZero,
  appointmentBookingLink: text,
  version,
  createdAt: ours(when),
  updatedAt: ours(when),
});
export type AppointmentType = Read<typeof appointmentType>;

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
