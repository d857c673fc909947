import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { BookingState, Place, Reason } from "#lib/contract/bookings.ts";
import type { Answered, Question } from "#lib/contract/questions.ts";
import type { OfferState, TimeOfDay, WishState } from "#lib/contract/wishes.ts";
import { createdBy, instant, times, version } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/**
 * The events of the calendars that the store keeps for its people. `uid` names an event across changes, as in iCalendar. Events of ours in
 * calendars that name events themselves (Unipile's) are here too, with that name as `externalId`: "" until it is told.
 */
export const calendarEvents = pgTable(
  "calendar_events",
  {
    organizationId: ofOrganization(),
    userId: uuid("user_id").notNull(),
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
    primaryKey({ columns: [table.organizationId, table.userId, table.calendarId, table.uid] }),
    index("calendar_events_start").on(table.organizationId, table.userId, table.calendarId, table.startsAt),
    index("calendar_events_external").on(table.organizationId, table.externalId),
  ],
);

/**
 * `slug` is the last part of its booking link. Lengths are minutes, `daysInAdvance` the organization's days. `people` are
 * the users who give it, null for everybody. `minutesBefore` and `minutesAfter` stay free around it; `notice` is how many
 * minutes ahead it must be booked, `changeNotice` until when visitors move or cancel it. `mostPerDay` is of each person,
 * `step` the minutes from one start to the next. `waitingList`: visitors may wait for what gets free. `isHidden`: only staff
 * book it. `reminders` are minutes before it begins.
 */
export const appointmentTypes = pgTable(
  "appointment_types",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    defaultMeetingLength: integer("default_meeting_length").notNull(),
    daysInAdvance: doublePrecision("days_in_advance").notNull(),
    slug: text("slug").notNull(),
    people: uuid("people").array(),
    visitorChooses: boolean("visitor_chooses").notNull().default(false),
    minutesBefore: integer("minutes_before").notNull().default(0),
    minutesAfter: integer("minutes_after").notNull().default(0),
    notice: integer("notice").notNull().default(0),
    changeNotice: integer("change_notice").notNull().default(0),
    mostPerDay: integer("most_per_day"),
    step: integer("step"),
    place: text("place").$type<Place>().notNull().default("STORE"),
    placeText: text("place_text").notNull().default(""),
    color: integer("color"),
    waitingList: boolean("waiting_list").notNull().default(true),
    isHidden: boolean("is_hidden").notNull().default(false),
    reminders: integer("reminders").array().notNull().default(sql`'{1440}'`),
    questions: jsonb("questions").$type<Question[]>().notNull().default([]),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("appointment_types_created").on(table.organizationId, table.createdAt, table.id),
    uniqueIndex("appointment_types_slug").on(table.organizationId, table.slug),
  ],
);

/**
 * What a change by staff took the place of; `made` are the ids of what was booked, with its repetitions, and `contactId` is
 * the contact that was made with it; `phoneNumber` is the one that an answer gave to a contact who had none.
 */
export type Undo =
  | { what: "booked"; at?: string; made: string[]; contactId?: string; phoneNumber?: string }
  | {
      what: "moved";
      at?: string;
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
 * An appointment with a person, `userId` (null once that person was removed). It keeps its instants whatever becomes of
 * type, availability and timezone. It takes that person's time from `blockedFrom` to `blockedUntil`: its free minutes
 * belong to it. `allowed` is what staff were asked about and booked all the same, `allowedBy` who did, and
 * `isOverlap` that another one may be at the same time; `undo` is what staff can take back until `undoUntil`;
 * `confirmedAt` is when its visitor said that they come; `answers` keep the words of the questions as they were asked. `sequence` counts its moves as iCalendar does, and old links end
 * with it. `calendarState` is what is still to be told to the calendar. The migration's exclusion constraint refuses two
 * confirmed ones of a person that overlap, and holds the foreign keys.
 */
export const bookings = pgTable(
  "bookings",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id"),
    appointmentTypeId: uuid("appointment_type_id"),
    title: text("title").notNull(),
    contactId: uuid("contact_id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phoneNumber: text("phone_number"),
    note: text("note"),
    answers: jsonb("answers").$type<Answered[]>().notNull().default([]),
    timezone: text("timezone").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    minutesBefore: integer("minutes_before").notNull().default(0),
    minutesAfter: integer("minutes_after").notNull().default(0),
    blockedFrom: instant("blocked_from")
      .notNull()
      .generatedAlwaysAs(sql`minutes_later(starts_at, -minutes_before)`),
    blockedUntil: instant("blocked_until")
      .notNull()
      .generatedAlwaysAs(sql`minutes_later(ends_at, minutes_after)`),
    allowed: text("allowed").array().$type<Reason[]>(),
    allowedBy: text("allowed_by"),
    isOverlap: boolean("is_overlap").notNull().default(false),
    confirmedAt: instant("confirmed_at"),
    createdBy: createdBy(),
    undo: jsonb("undo").$type<Undo>(),
    undoUntil: instant("undo_until"),
    status: text("status").$type<BookingState>().notNull().default("CONFIRMED"),
    sequence: integer("sequence").notNull().default(0),
    requestKey: text("request_key").notNull(),
    calendarState: text("calendar_state")
      .$type<"pending" | "written" | "failed" | "held">()
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
    index("bookings_user").on(table.organizationId, table.userId, table.startsAt),
    index("bookings_contact").on(table.organizationId, table.contactId, table.startsAt),
    index("bookings_calendar_due").on(table.calendarDueAt),
  ],
);

/**
 * Days on which a person, or with no person the whole store, is away or has other `hours` (24 by the store's clock) than
 * the week says. `reason` is for staff alone.
 */
export const hoursExceptions = pgTable(
  "hours_exceptions",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id"),
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    hours: jsonb("hours").$type<boolean[]>(),
    reason: text("reason").notNull().default(""),
    createdBy: createdBy(),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/**
 * The calendars that can be subscribed to: a person's, or with no person the store's. A new one takes the place of the one
 * before, whose address then leads nowhere.
 */
export const feeds = pgTable(
  "feeds",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id"),
    createdAt: instant("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique("feeds_whose").on(table.organizationId, table.userId).nullsNotDistinct(),
  ],
);

/**
 * Events of ours in a person's calendars that are no longer the chosen one, or theirs no longer, to be removed from there.
 * Those of one change have one `leftAt`.
 */
export const formerEvents = pgTable(
  "former_events",
  {
    organizationId: ofOrganization(),
    userId: uuid("user_id").notNull(),
    calendarId: text("calendar_id").notNull(),
    bookingId: uuid("booking_id").notNull(),
    endsAt: instant("ends_at").notNull(),
    leftAt: instant("left_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.calendarId, table.bookingId] }),
    index("former_events_due").on(table.dueAt),
  ],
);

/**
 * The waiting list: who waits for an appointment of a type, with one person or (`userId` null) with anyone, on any of the
 * store's days `fromDay` to `toDay`. `rank` is the place in the line. Only what gets free is offered: `known` are the
 * starts, as minutes since 1970, that were free when the wish was last looked at; null until it was for the first time.
 * `offers` are the times that were held for it. The migration holds the foreign keys.
 */
export const wishes = pgTable(
  "wishes",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    appointmentTypeId: uuid("appointment_type_id").notNull(),
    userId: uuid("user_id"),
    contactId: uuid("contact_id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phoneNumber: text("phone_number"),
    timezone: text("timezone").notNull(),
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    timeOfDay: text("time_of_day").$type<TimeOfDay>().notNull().default("ANY"),
    rank: integer("rank").notNull(),
    state: text("state").$type<WishState>().notNull().default("WAITING"),
    known: integer("known").array(),
    requestKey: text("request_key").notNull(),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("wishes_request").on(table.organizationId, table.requestKey),
    index("wishes_line").on(table.organizationId, table.rank),
  ],
);

/**
 * A time that is held for a wish until `heldUntil`, while it is OPEN. It takes its person's time as a booking does: whoever
 * books asks for it under the store's lock, and the migration's exclusion constraint refuses two open ones of a person that
 * overlap. WITHDRAWN is what could not be given any more, and may be offered again.
 */
export const offers = pgTable(
  "offers",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    wishId: uuid("wish_id").notNull(),
    userId: uuid("user_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    blockedFrom: instant("blocked_from").notNull(),
    blockedUntil: instant("blocked_until").notNull(),
    state: text("state").$type<OfferState>().notNull().default("OPEN"),
    heldUntil: instant("held_until").notNull(),
    bookingId: uuid("booking_id"),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("offers_wish").on(table.organizationId, table.wishId),
    uniqueIndex("offers_open").on(table.organizationId, table.wishId).where(sql`state = 'OPEN'`),
  ],
);
