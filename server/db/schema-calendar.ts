import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { bookingStates } from "#lib/contract/bookings.ts";
import { instant, times, version } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/**
 * The events of the local provider's calendars. `uid` names an event across changes, as in iCalendar. Events of ours in
 * calendars that name events themselves (Unipile's) are here too, with that name as `externalId`: "" until it is told.
 */
export const calendarEvents = pgTable(
  "calendar_events",
  {
    organizationId: ofOrganization(),
    calendarId: text("calendar_id").notNull(),
    uid: text("uid").notNull(),
    title: text("title").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    isAllDay: boolean("is_all_day").notNull().default(false),
    isTransparent: boolean("is_transparent").notNull().default(false),
    externalId: text("external_id"),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.calendarId, table.uid] }),
    index("calendar_events_start").on(table.organizationId, table.calendarId, table.startsAt),
    index("calendar_events_external").on(table.organizationId, table.externalId),
  ],
);

/** `slug` is the last part of its booking link. Lengths are minutes, `daysInAdvance` the organization's days. */
export const appointmentTypes = pgTable(
  "appointment_types",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    defaultMeetingLength: integer("default_meeting_length").notNull(),
    daysInAdvance: doublePrecision("days_in_advance").notNull(),
    slug: text("slug").notNull(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("appointment_types_created").on(table.organizationId, table.createdAt, table.id),
    // Found by its link before the organization is known.
    uniqueIndex("appointment_types_slug").on(table.slug),
  ],
);

/**
 * A visitor's appointment. It keeps its instants whatever becomes of type, availability and timezone. `sequence` counts
 * its moves as iCalendar does, and old links end with it. `calendarState` is what is still to be told to the calendar.
 * The migration's exclusion constraint refuses two confirmed ones that overlap, and holds the foreign keys.
 */
export const bookings = pgTable(
  "bookings",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    appointmentTypeId: uuid("appointment_type_id"),
    title: text("title").notNull(),
    contactId: uuid("contact_id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phoneNumber: text("phone_number"),
    note: text("note"),
    timezone: text("timezone").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    status: text("status").$type<(typeof bookingStates)[number]>().notNull().default("CONFIRMED"),
    sequence: integer("sequence").notNull().default(0),
    requestKey: text("request_key").notNull(),
    calendarState: text("calendar_state")
      .$type<"pending" | "written" | "failed">()
      .notNull()
      .default("pending"),
    calendarAttempts: integer("calendar_attempts").notNull().default(0),
    calendarDueAt: instant("calendar_due_at"),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("bookings_request").on(table.organizationId, table.requestKey),
    index("bookings_start").on(table.organizationId, table.startsAt),
    index("bookings_created").on(table.organizationId, table.createdAt),
    index("bookings_contact").on(table.organizationId, table.contactId, table.startsAt),
    index("bookings_calendar_due").on(table.calendarDueAt),
  ],
);

/**
 * Events of ours in calendars that are no longer the chosen one, to be removed from there. Those of one change have one
 * `leftAt`.
 */
export const formerEvents = pgTable(
  "former_events",
  {
    organizationId: ofOrganization(),
    calendarId: text("calendar_id").notNull(),
    bookingId: uuid("booking_id").notNull(),
    endsAt: instant("ends_at").notNull(),
    leftAt: instant("left_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.calendarId, table.bookingId] }),
    index("former_events_due").on(table.dueAt),
  ],
);
