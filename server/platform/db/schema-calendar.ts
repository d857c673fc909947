import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { BookingState, Place, Reason } from "#lib/contract/bookings.ts";
import type { Answered, Question } from "#lib/contract/questions.ts";
import type { OfferState, TimeOfDay, WaitlistState } from "#lib/contract/waitlist.ts";
import { createdBy, edited, index, instant, times, uniqueIndex } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records } from "./schema.ts";

/** Events in calendars of ours, or that assign own ids (Unipile). `externalId` "" until answered. `uid`: iCalendar's. */
export const calendarEvents = pg.pgTable(
  "calendar_events",
  {
    organizationId: ofOrganization(),
    userId: pg.uuid("user_id").notNull(),
    calendarId: pg.text("calendar_id").notNull(),
    uid: pg.text("uid").notNull(),
    title: pg.text("title").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    isAllDay: pg.boolean("is_all_day").notNull().default(false),
    isTransparent: pg.boolean("is_transparent").notNull().default(false),
    externalId: pg.text("external_id"),
    ...times(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId, table.calendarId, table.uid] }),
    index("calendar_events_start", table, table.userId, table.calendarId, table.startsAt),
    index("calendar_events_external", table, table.externalId),
  ],
);
register(calendarEvents, {
  whose: "person",
  exported: true,
  references: { userId: ["users", "cascade"] },
});

/**
 * Lengths and distances are in minutes.
 * - `people`: users who offer it; null for everyone
 * - `minutesBefore`, `minutesAfter`: free time around it
 * - `notice`, `changeNotice`: minimum time before the start to book, and to move or cancel
 * - `mostPerDay`: per person
 * - `step`: distance between possible starts
 * - `isHidden`: only staff can book it
 */
export const appointmentTypes = records(
  "appointment_types",
  {
    name: pg.text("name").notNull(),
    defaultMeetingLength: pg.integer("default_meeting_length").notNull(),
    daysInAdvance: pg.doublePrecision("days_in_advance").notNull(),
    slug: pg.text("slug").notNull(),
    people: pg.uuid("people").array(),
    visitorChooses: pg.boolean("visitor_chooses").notNull().default(false),
    minutesBefore: pg.integer("minutes_before").notNull().default(0),
    minutesAfter: pg.integer("minutes_after").notNull().default(0),
    notice: pg.integer("notice").notNull().default(0),
    changeNotice: pg.integer("change_notice").notNull().default(0),
    mostPerDay: pg.integer("most_per_day"),
    step: pg.integer("step"),
    place: pg.text("place").$type<Place>().notNull().default("STORE"),
    placeText: pg.text("place_text").notNull().default(""),
    color: pg.integer("color"),
    waitingList: pg.boolean("waiting_list").notNull().default(true),
    isHidden: pg.boolean("is_hidden").notNull().default(false),
    reminders: pg.integer("reminders").array().notNull().default(sql`'{1440}'`),
    questions: pg.jsonb("questions").$type<Question[]>().notNull().default([]),
    ...edited(),
  },
  { whose: "store", exported: true, kind: "appointmentType" },
  (table) => [
    index("appointment_types_created", table, table.createdAt, table.id),
    uniqueIndex("appointment_types_slug", table, table.slug),
  ],
);

/** The state before a change by staff. `made`: new bookings. `contactId`: made with it. `phoneNumber`: from an answer. */
export type Undo =
  | { what: "booked"; at?: string; made: string[]; contactId?: string; phoneNumber?: string }
  | ({ what: "moved"; at?: string } & Before)
  | Away;

export type Before = {
  startsAt: string;
  endsAt: string;
  userId: string | null;
  minutesBefore: number;
  minutesAfter: number;
  allowed: Reason[] | null;
  allowedBy: string | null;
  isOverlap: boolean;
  sequence: number;
  confirmedAt: string | null;
};

/**
 * All appointments of a person who is away, kept with the first one. `before`: the changed ones, with their
 * versions after it. `asked`: the request's digest. `exceptionId`: the day off that was added.
 */
export type Away = {
  what: "away";
  at: string;
  key: string;
  asked: string;
  personId: string;
  before: (Before & { id: string; version: number })[];
  taskIds: string[];
  exceptionId: string | null;
  counts: { moved: number; cancelled: number; emails: number; tasks: number };
};

/**
 * Appointments. The migration has the exclusion constraint against overlaps.
 * - `userId`: null after the person's removal
 * - `blockedFrom`, `blockedUntil`: reserved time, with the free minutes
 * - `allowed`, `allowedBy`: warnings that staff overrode
 * - `answers`: with the questions as they were asked
 * - `sequence`: iCalendar's counter of moves; older links are invalid
 * - `calendarState`: what remains to be written to the external calendar
 */
export const bookings = records(
  "bookings",
  {
    userId: pg.uuid("user_id"),
    appointmentTypeId: pg.uuid("appointment_type_id"),
    title: pg.text("title").notNull(),
    contactId: pg.uuid("contact_id"),
    name: pg.text("name").notNull(),
    email: pg.text("email").notNull(),
    phoneNumber: pg.text("phone_number"),
    note: pg.text("note"),
    answers: pg.jsonb("answers").$type<Answered[]>().notNull().default([]),
    timezone: pg.text("timezone").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    minutesBefore: pg.integer("minutes_before").notNull().default(0),
    minutesAfter: pg.integer("minutes_after").notNull().default(0),
    blockedFrom: instant("blocked_from")
      .notNull()
      .generatedAlwaysAs(sql`minutes_later(starts_at, -minutes_before)`),
    blockedUntil: instant("blocked_until")
      .notNull()
      .generatedAlwaysAs(sql`minutes_later(ends_at, minutes_after)`),
    allowed: pg.text("allowed").array().$type<Reason[]>(),
    allowedBy: pg.text("allowed_by"),
    isOverlap: pg.boolean("is_overlap").notNull().default(false),
    confirmedAt: instant("confirmed_at"),
    createdBy: createdBy(),
    undo: pg.jsonb("undo").$type<Undo>(),
    undoUntil: instant("undo_until"),
    status: pg.text("status").$type<BookingState>().notNull().default("CONFIRMED"),
    sequence: pg.integer("sequence").notNull().default(0),
    requestKey: pg.text("request_key").notNull(),
    calendarState: pg
      .text("calendar_state")
      .$type<"pending" | "written" | "failed" | "held">()
      .notNull()
      .default("pending"),
    calendarAttempts: pg.integer("calendar_attempts").notNull().default(0),
    calendarDueAt: instant("calendar_due_at"),
    ...edited(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays without the person; a future one is cancelled",
    kind: "booking",
    quiet: [
      "undo",
      "undoUntil",
      "sequence",
      "requestKey",
      "calendarState",
      "calendarAttempts",
      "calendarDueAt",
    ],
    references: {
      userId: ["users", "set null"],
      contactId: ["contacts", "set null"],
      appointmentTypeId: ["appointment_types", "set null"],
    },
  },
  (table) => [
    uniqueIndex("bookings_request", table, table.requestKey),
    index("bookings_start", table, table.startsAt),
    index("bookings_created", table, table.createdAt),
    index("bookings_user", table, table.userId, table.startsAt),
    index("bookings_contact", table, table.contactId, table.startsAt),
    pg.index("bookings_calendar_due").on(table.calendarDueAt),
  ],
);

/** Days with other `hours` (24, in the store's time zone). Without a person, the store's. Only staff see `reason`. */
export const hoursExceptions = records(
  "hours_exceptions",
  {
    userId: pg.uuid("user_id"),
    fromDay: pg.date("from_day", { mode: "string" }).notNull(),
    toDay: pg.date("to_day", { mode: "string" }).notNull(),
    hours: pg.jsonb("hours").$type<boolean[]>(),
    reason: pg.text("reason").notNull().default(""),
    createdBy: createdBy(),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  { whose: "person", exported: true, kind: "exception", references: { userId: ["users", "cascade"] } },
);

/** Of a person, or of the store if `userId` is null. */
export const feeds = records(
  "feeds",
  { userId: pg.uuid("user_id"), createdAt: instant("created_at").notNull().default(sql`now()`) },
  { whose: "person", exported: "Secret", references: { userId: ["users", "cascade"] } },
  (table) => [pg.unique("feeds_whose").on(table.organizationId, table.userId).nullsNotDistinct()],
);

/** Events in calendars that a person no longer uses. A job deletes them there. Events of one change share `leftAt`. */
export const formerEvents = pg.pgTable(
  "former_events",
  {
    organizationId: ofOrganization(),
    userId: pg.uuid("user_id").notNull(),
    calendarId: pg.text("calendar_id").notNull(),
    bookingId: pg.uuid("booking_id").notNull(),
    endsAt: instant("ends_at").notNull(),
    leftAt: instant("left_at").notNull(),
    attempts: pg.integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId, table.calendarId, table.bookingId] }),
    pg.index("former_events_due").on(table.dueAt),
  ],
);
register(formerEvents, {
  whose: "person",
  exported: "Background work of the host",
  references: { userId: ["users", "cascade"] },
});

/**
 * The waiting list. `userId` null: anyone. `fromDay`, `toDay`: the store's days. Only times that become free are
 * offered: `known` are the starts (minutes since 1970) that were free at the last check. `offers` are times
 * that were held for the entry.
 */
export const waitlistEntries = records(
  "wishes",
  {
    appointmentTypeId: pg.uuid("appointment_type_id").notNull(),
    userId: pg.uuid("user_id"),
    contactId: pg.uuid("contact_id"),
    name: pg.text("name").notNull(),
    email: pg.text("email").notNull(),
    phoneNumber: pg.text("phone_number"),
    timezone: pg.text("timezone").notNull(),
    fromDay: pg.date("from_day", { mode: "string" }).notNull(),
    toDay: pg.date("to_day", { mode: "string" }).notNull(),
    timeOfDay: pg.text("time_of_day").$type<TimeOfDay>().notNull().default("ANY"),
    rank: pg.integer("rank").notNull(),
    state: pg.text("state").$type<WaitlistState>().notNull().default("WAITING"),
    known: pg.integer("known").array(),
    requestKey: pg.text("request_key").notNull(),
    createdBy: createdBy(),
    ...edited(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Deleted, also by email address",
    kind: "wish",
    quiet: ["rank", "known", "requestKey"],
    references: {
      userId: ["users", "set null"],
      contactId: ["contacts", "cascade"],
      appointmentTypeId: ["appointment_types", "cascade"],
    },
  },
  (table) => [
    uniqueIndex("wishes_request", table, table.requestKey),
    index("wishes_line", table, table.rank),
  ],
);

/** A time held until `heldUntil` while OPEN; a constraint refuses overlaps. WITHDRAWN ones can be offered again. */
export const offers = records(
  "offers",
  {
    entryId: pg.uuid("wish_id").notNull(),
    userId: pg.uuid("user_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    blockedFrom: instant("blocked_from").notNull(),
    blockedUntil: instant("blocked_until").notNull(),
    state: pg.text("state").$type<OfferState>().notNull().default("OPEN"),
    heldUntil: instant("held_until").notNull(),
    bookingId: pg.uuid("booking_id"),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Deleted with its waiting list entry",
    kind: "offer",
    quiet: ["heldUntil"],
    references: { userId: ["users", "cascade"], entryId: ["wishes", "cascade"] },
  },
  (table) => [
    index("offers_wish", table, table.entryId),
    uniqueIndex("offers_open", table, table.entryId).where(sql`state = 'OPEN'`),
  ],
);
