import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { automationEvents } from "#lib/contract/automation-terms.ts";
import type { AutomationForm, MadeTask } from "#lib/contract/automations.ts";
import type { MessageAddress, MessageState } from "#lib/contract/inbox-terms.ts";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { About, MailKind, MailState } from "#lib/contract/mails.ts";
import { instant, now, refersTo, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records, templates } from "./schema.ts";

/**
 * `isActive`: the staff's choice; a failing account doesn't change it. `nextRunAt`: null for EVENT_BASED and
 * while paused. Events before `activatedAt` send nothing. `lastMoment`: local time of the last run, stored as
 * if UTC; prevents a second run after a change of time zone.
 */
export const automations = records(
  "automations",
  {
    name: text("name").notNull(),
    triggerType: text("trigger_type").$type<AutomationForm["trigger"]["type"]>().notNull(),
    schedule: text("schedule"),
    event: text("event").$type<(typeof automationEvents)[number]>(),
    conditions: jsonb("conditions").$type<AutomationForm["condition"]>().notNull(),
    // A segment as JSON (lib/contract/segments.ts).
    segment: text("segment"),
    actionType: text("action_type").$type<AutomationForm["action"]["type"]>().notNull(),
    templateId: uuid("template_id"),
    task: jsonb("task").$type<MadeTask>(),
    isActive: boolean("is_active").notNull().default(true),
    activatedAt: instant("activated_at").notNull().default(now),
    nextRunAt: instant("next_run_at"),
    lastRunAt: instant("last_run_at"),
    lastMoment: instant("last_moment"),
    ...version(),
    ...times(),
  },
  {
    whose: "store",
    exported: true,
    kind: "automation",
    quiet: ["activatedAt", "nextRunAt", "lastRunAt", "lastMoment"],
  },
  (table) => [
    index("automations_created").on(table.organizationId, table.createdAt, table.id),
    index("automations_template").on(table.organizationId, table.templateId),
    index("automations_due").on(table.nextRunAt).where(sql`is_active`),
    refersTo(table, "templateId", templates).onDelete("restrict"),
  ],
);

/**
 * The outbox. States: lib/contract/mails.ts. The migrations have the foreign keys to contact and automation
 * (`set null (column)`).
 * - Automations send one email per contact and `occurrence`. Theirs and campaigns' are rendered when sent;
 * until then subject and content are null
 * - Campaign emails are `held` until the campaign releases them
 * - `isResent`: keeps its text and ignores the automation's state
 * - `day`: the store's day on which it must be sent
 * - `dueAt`: the next attempt
 * - `about`: an appointment's email, rendered when sent
 * - `sentAt`: for an unknown outcome, when it was handed over
 */
export const mails = records(
  "mails",
  {
    kind: text("kind").$type<MailKind>().notNull(),
    automationId: uuid("automation_id"),
    campaignId: uuid("campaign_id"),
    occurrence: text("occurrence"),
    contactId: uuid("contact_id"),
    bookingId: uuid("booking_id"),
    toAddress: text("to_address").notNull(),
    toName: text("to_name").notNull(),
    subject: text("subject"),
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
    /** Claimed, but no server was contacted. Can be sent safely after a crash. */
    hasNotLeft: boolean("has_not_left").notNull().default(false),
    messageId: text("message_id"),
    via: text("via"),
    sentAt: instant("sent_at"),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays without address and text",
    kind: "mail",
    onlyChanges: true,
    quiet: ["state", "reason", "attempts", "dueAt", "leaseUntil", "hasNotLeft"],
    unrecorded: ["text", "html", "ics", "messageId"],
    references: {
      contactId: ["contacts", "set null"],
      automationId: ["automations", "set null"],
      campaignId: ["campaigns", "set null"],
    },
  },
  (table) => [
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
    index("mails_timeline").on(
      table.organizationId,
      table.contactId,
      sql`coalesce(sent_at, created_at)`,
      table.id,
    ),
    index("mails_sent").on(table.organizationId, table.sentAt),
    index("mails_kept").on(table.organizationId, table.createdAt).where(sql`state = 'kept'`),
    index("mails_booking").on(table.organizationId, table.bookingId),
    // First emails that a person waits for, then automations, then campaigns.
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
 * Addresses (lower case) that get no email until a person lifts it. A bounce stops all email, an unsubscribe
 * only automations'. `mailId` caused it; `said` is the server's response.
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
    liftedBy: text("lifted_by"),
    liftedBecause: text("lifted_because"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("suppressions_active")
      .on(table.organizationId, table.address, table.reason)
      .where(sql`lifted_at is null`),
    index("suppressions_address").on(table.organizationId, table.address),
    index("suppressions_mail").on(table.organizationId, table.mailId).where(sql`mail_id is not null`),
    index("suppressions_listed").on(
      table.organizationId,
      sql`(lifted_at is null)`,
      table.createdAt,
      table.id,
    ),
  ],
);
register(suppressions, {
  whose: "contact",
  exported: true,
  whenErased: "Deleted by email address",
  kind: "suppression",
});

/**
 * Connected accounts, at most one per person. `secrets` is encrypted and bound to the row. `userId`: null
 * after the person's removal; only the store's account is kept. `isStores`: sends the store's email.
 * `connectedBy`: can read what is sent through it. `nextMailAt`: limits the rate. `refusals`: consecutive
 * refused emails.
 */
export const accounts = records(
  "accounts",
  {
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
  {
    whose: "person",
    exported: true,
    kind: "account",
    isUndone: false,
    quiet: ["error", "nextMailAt", "refusals", "refusedSince"],
    unrecorded: ["secrets", "externalId"],
    references: { userId: ["users", "set null"] },
  },
  (table) => [
    uniqueIndex("accounts_user").on(table.organizationId, table.userId),
    uniqueIndex("accounts_stores").on(table.organizationId).where(sql`is_stores`),
    uniqueIndex("accounts_external").on(table.organizationId, table.externalId),
  ],
);

/**
 * Faults (incidents.ts). `over`: message for the end; without it, the incident ends when dismissed. `href`:
 * where to fix it. `notifyAt`: the next notification about start or end. `notifiedAt`: null until the start was
 * notified.
 */
export const incidents = records(
  "incidents",
  {
    kind: text("kind").$type<IncidentKind>().notNull(),
    key: text("key").notNull(),
    audience: text("audience").$type<"leaders" | "owner" | "person">().notNull(),
    userId: uuid("user_id"),
    title: text("title").notNull(),
    text: text("text").notNull(),
    over: text("over"),
    href: text("href").notNull(),
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at"),
    notifyAt: instant("tell_at"),
    notifiedAt: instant("told_at"),
  },
  { whose: "store", exported: "Background work of the host" },
  (table) => [
    uniqueIndex("incidents_open")
      .on(table.organizationId, table.kind, table.key)
      .where(sql`ended_at is null`),
    index("incidents_tell").on(table.notifyAt).where(sql`tell_at is not null`),
  ],
);

/**
 * UIDs are valid within one `validity`. `step`: a smaller batch size after a failed batch. `unreadable`: the
 * message whose text could not be read.
 */
export type FolderMark = { validity: string; uid: number; step?: number; unreadable?: number };

/**
 * Progress through a person's mailbox, kept when the account is disconnected. `accountId`: the account of the
 * marks; null while none can be read. `failures`: consecutive. `error`: the last one, for its person.
 * `lookedAt`: messages of addresses that contacts got later weren't searched yet.
 */
export const mailboxes = pgTable(
  "mailboxes",
  {
    organizationId: ofOrganization(),
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id"),
    sharesAll: boolean("shares_all").notNull().default(false),
    folders: jsonb("folders").$type<Record<string, FolderMark>>().notNull().default({}),
    nextAt: instant("next_at"),
    leaseUntil: instant("lease_until"),
    failures: integer("failures").notNull().default(0),
    error: text("error"),
    readAt: instant("read_at"),
    lookedAt: instant("looked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index("mailboxes_due").on(table.nextAt).where(sql`next_at is not null`),
  ],
);
register(mailboxes, {
  whose: "person",
  exported: "Background work of the host",
  references: { userId: ["users", "cascade"] },
});

/**
 * A message from or to a contact, one row per contact.
 * - `shared`: 'no', 'thread', or 'all' if the person shares everything. Row-level security enforces it
 * - `hash`: of the Message-ID, or of the content without one
 * - `state`: of a reply that Loupe sends; null for messages from the mailbox
 * - `contactId`: no foreign key, so that a restored contact has its messages again
 */
export const letters = records(
  "letters",
  {
    /** Null after the person's removal; only shared messages are kept. */
    userId: uuid("user_id"),
    contactId: uuid("contact_id").notNull(),
    hash: text("hash").notNull(),
    thread: text("thread").notNull(),
    direction: text("direction").$type<"in" | "out">().notNull(),
    address: text("address").notNull(),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    to: jsonb("to").$type<MessageAddress[]>().notNull(),
    cc: jsonb("cc").$type<MessageAddress[]>().notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    /** Sanitised (providers/safe-html.ts). */
    html: text("html"),
    isCut: boolean("is_cut").notNull().default(false),
    /** Names only. The files stay in the mailbox. */
    attachments: jsonb("attachments").$type<string[]>().notNull().default([]),
    at: instant("at").notNull(),
    messageId: text("message_id"),
    inReplyTo: text("in_reply_to"),
    /** Previous Message-IDs, oldest first. */
    refs: jsonb("refs").$type<string[]>().notNull().default([]),
    shared: text("shared").$type<"no" | "thread" | "all">().notNull().default("no"),
    sharedBy: text("shared_by"),
    state: text("state").$type<MessageState>(),
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at"),
    leaseUntil: instant("lease_until"),
    hasNotLeft: boolean("has_not_left").notNull().default(false),
    createdAt: instant("created_at").notNull().default(now),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Deleted in the mailboxes of all people",
    references: { userId: ["users", "set null"] },
    policies: {
      own: `using (organization_id = (select current_organization())
      and (shared <> 'no' or user_id = (select current_person())))`,
    },
  },
  (table) => [
    uniqueIndex("letters_once").on(table.organizationId, table.userId, table.hash, table.contactId),
    index("letters_contact").on(table.organizationId, table.contactId, table.at, table.id),
    index("letters_thread").on(table.organizationId, table.userId, table.thread),
    index("letters_due").on(table.dueAt).where(sql`state = 'queued'`),
    index("letters_leased").on(table.leaseUntil).where(sql`state = 'sending'`),
  ],
);
