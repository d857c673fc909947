import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AutomationForm, MadeTask } from "#lib/contract/automations.ts";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { About, MailKind, MailState } from "#lib/contract/mails.ts";
import { instant, now, times, version } from "./columns.ts";
import { ofOrganization, templates } from "./schema.ts";

/**
 * `isActive` is what people want: while the store's account fails a rule goes on, and its mails wait. `nextRunAt` is the
 * database's clock for rules that run by themselves; null for EVENT_BASED ones and while paused. Nothing is sent for
 * moments before `activatedAt`. `lastMoment` is what the store's clock read at the last moment that was served (as if
 * it were UTC): no rule runs twice for one reading, wherever the store moves.
 */
export const automations = pgTable(
  "automations",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    triggerType: text("trigger_type").$type<AutomationForm["trigger"]["type"]>().notNull(),
    schedule: text("schedule"),
    conditions: jsonb("conditions").$type<AutomationForm["condition"]>().notNull(),
    // Those alone, of whoever meets the conditions: lib/contract/segments.ts, as JSON.
    segment: text("segment"),
    actionType: text("action_type").$type<AutomationForm["action"]["type"]>().notNull(),
    templateId: uuid("template_id"),
    // What CREATE_TASK makes.
    task: jsonb("task").$type<MadeTask>(),
    isActive: boolean("is_active").notNull().default(true),
    activatedAt: instant("activated_at").notNull().default(now),
    nextRunAt: instant("next_run_at"),
    lastRunAt: instant("last_run_at"),
    lastMoment: instant("last_moment"),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("automations_created").on(table.organizationId, table.createdAt, table.id),
    index("automations_template").on(table.organizationId, table.templateId),
    // Asked across organizations, by whichever host is awake.
    index("automations_due").on(table.nextRunAt).where(sql`is_active`),
    foreignKey({
      columns: [table.organizationId, table.templateId],
      foreignColumns: [templates.organizationId, templates.id],
    }).onDelete("restrict"),
  ],
);

/**
 * Every mail, from the moment that it is due to what became of it: lib/contract/mails.ts. An automation's mail is one
 * per contact and `occurrence`, and is written out of its template only when it is handed over; until then subject and
 * content are null. So is a campaign's, whose mails wait as `held` until it lets them go. What a person sends again (`isResent`) goes as it was written, whatever its automation does by now.
 * `day` is the store's day on which it has to leave, null where it may leave later; `dueAt` moves with each try. A mail
 * about an appointment says in `about` what it tells, and is written anew when it is handed over.
 * `ics` is an invitation, `icsMethod` REQUEST or CANCEL. `sentAt` of an unknown one is when it was handed over. `via` is the provider that took it. The foreign keys to contact
 * and automation are in the migrations, for drizzle-kit cannot write `set null (column)`.
 */
export const mails = pgTable(
  "mails",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    kind: text("kind").$type<MailKind>().notNull(),
    automationId: uuid("automation_id"),
    campaignId: uuid("campaign_id"),
    occurrence: text("occurrence"),
    contactId: uuid("contact_id"),
    bookingId: uuid("booking_id"),
    toAddress: text("to_address").notNull(),
    toName: text("to_name").notNull(),
    subject: text("subject"),
    /** Who it is to and its subject, as server/platform/db/search.ts makes it of Latin text. */
    search: text("search").generatedAlwaysAs(sql`mail_search(to_name, to_address, subject)`),
    text: text("text"),
    html: text("html"),
    ics: text("ics"),
    icsMethod: text("ics_method"),
    state: text("state").$type<MailState>().notNull().default("queued"),
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    isResent: boolean("is_resent").notNull().default(false),
    dueAt: instant("due_at").notNull().default(now),
    day: date("on_day"),
    about: jsonb("about").$type<About>(),
    leaseUntil: instant("lease_until"),
    /** A host has claimed it and does not yet talk to a server about it: after a crash it is sent all the same. */
    hasNotLeft: boolean("has_not_left").notNull().default(false),
    messageId: text("message_id"),
    via: text("via"),
    sentAt: instant("sent_at"),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("mails_once").on(table.organizationId, table.automationId, table.contactId, table.occurrence),
    index("mails_created").on(table.organizationId, table.createdAt, table.id),
    index("mails_automation").on(table.organizationId, table.automationId, table.createdAt, table.id),
    uniqueIndex("mails_campaign_once")
      .on(table.organizationId, table.campaignId, table.contactId, table.occurrence)
      .where(sql`campaign_id is not null`),
    index("mails_campaign")
      .on(table.organizationId, table.campaignId, table.createdAt, table.id)
      .where(sql`campaign_id is not null`),
    index("mails_campaign_state")
      .on(table.organizationId, table.campaignId, table.state, table.id)
      .where(sql`campaign_id is not null`),
    index("mails_contact").on(table.organizationId, table.contactId, table.sentAt),
    // The timeline of a contact.
    index("mails_timeline").on(
      table.organizationId,
      table.contactId,
      sql`coalesce(sent_at, created_at)`,
      table.id,
    ),
    index("mails_sent").on(table.organizationId, table.sentAt),
    index("mails_kept").on(table.organizationId, table.createdAt).where(sql`state = 'kept'`),
    index("mails_booking").on(table.organizationId, table.bookingId),
    // An organization's next mails: those that somebody waits for, then automations', then campaigns'.
    index("mails_due")
      .on(
        table.organizationId,
        sql`(case kind when 'automation' then 1 when 'campaign' then 2 else 0 end)`,
        table.dueAt,
      )
      .where(sql`state = 'queued'`),
    index("mails_leased").on(table.leaseUntil).where(sql`state = 'sending'`),
  ],
);

/**
 * Addresses (in lower case) that get no more mail, until somebody lifts that. A bounce stops every mail, an unsubscribe
 * those of automations. `mailId` is the mail that it comes from, `said` the server's words.
 */
export const suppressions = pgTable(
  "suppressions",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull().default(sql`gen_random_uuid()`),
    address: text("address").notNull(),
    reason: text("reason").$type<"unsubscribed" | "bounced" | "erased">().notNull(),
    mailId: uuid("mail_id"),
    said: text("said"),
    createdAt: instant("created_at").notNull().default(now),
    liftedAt: instant("lifted_at"),
    /** Whose name stays when they leave. */
    liftedBy: text("lifted_by"),
    /** How a person who unsubscribed took that back. */
    liftedBecause: text("lifted_because"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("suppressions_active")
      .on(table.organizationId, table.address, table.reason)
      .where(sql`lifted_at is null`),
    index("suppressions_address").on(table.organizationId, table.address),
    index("suppressions_mail").on(table.organizationId, table.mailId).where(sql`mail_id is not null`),
    // The list's order, read from its end.
    index("suppressions_listed").on(
      table.organizationId,
      sql`(lifted_at is null)`,
      table.createdAt,
      table.id,
    ),
  ],
);

/**
 * A person's mail and calendar account: one, or none. `secrets` is encrypted and bound to this row. `userId` is whose
 * calendar it is; null once that person was removed, and then only the store's account stays. `isStores`: the store's
 * mail leaves through it. `connectedBy` is the user who can read what goes through it. `nextMailAt` paces its mails;
 * `refusals` counts those in a row that its server refused, since `refusedSince`.
 */
export const accounts = pgTable(
  "accounts",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id"),
    isStores: boolean("is_stores").notNull().default(false),
    provider: text("provider").$type<"local" | "imap" | "google" | "microsoft">().notNull(),
    address: text("address").notNull(),
    externalId: text("external_id"),
    secrets: text("secrets"),
    connectedBy: uuid("connected_by"),
    error: text("error"),
    calendarId: text("calendar_id"),
    nextMailAt: instant("next_mail_at"),
    refusals: integer("refusals").notNull().default(0),
    refusedSince: instant("refused_since"),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("accounts_user").on(table.organizationId, table.userId),
    uniqueIndex("accounts_stores").on(table.organizationId).where(sql`is_stores`),
    uniqueIndex("accounts_external").on(table.organizationId, table.externalId),
  ],
);

/**
 * What the owner, or the owner and the admins, must know of, from when it began until it ended or one of them dismissed
 * it: server/platform/db/incidents.ts. `over` says that it ended; without it, it ends when it is dismissed. `href` is where it
 * is repaired. `tellAt` is when somebody is next told of its beginning or its end; null where nobody is. `toldAt` is null
 * while nobody was told of its beginning.
 */
export const incidents = pgTable(
  "incidents",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    kind: text("kind").$type<IncidentKind>().notNull(),
    key: text("key").notNull(),
    audience: text("audience").$type<"leaders" | "owner" | "person">().notNull(),
    /** Whose business alone it is. */
    userId: uuid("user_id"),
    title: text("title").notNull(),
    text: text("text").notNull(),
    over: text("over"),
    href: text("href").notNull(),
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at"),
    tellAt: instant("tell_at"),
    toldAt: instant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("incidents_open")
      .on(table.organizationId, table.kind, table.key)
      .where(sql`ended_at is null`),
    index("incidents_tell").on(table.tellAt).where(sql`tell_at is not null`),
  ],
);
