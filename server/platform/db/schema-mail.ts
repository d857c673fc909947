import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { automationEvents } from "#lib/contract/automation-terms.ts";
import type { AutomationForm, MadeTask } from "#lib/contract/automations.ts";
import type { MessageAddress, MessageState } from "#lib/contract/inbox-terms.ts";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { About, MailKind, MailState } from "#lib/contract/mails.ts";
import { edited, index, instant, now, refersTo, times, uniqueIndex } from "./columns.ts";
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
    name: pg.text("name").notNull(),
    triggerType: pg.text("trigger_type").$type<AutomationForm["trigger"]["type"]>().notNull(),
    schedule: pg.text("schedule"),
    event: pg.text("event").$type<(typeof automationEvents)[number]>(),
    conditions: pg.jsonb("conditions").$type<AutomationForm["condition"]>().notNull(),
    // A segment as JSON (lib/contract/segments.ts).
    segment: pg.text("segment"),
    actionType: pg.text("action_type").$type<AutomationForm["action"]["type"]>().notNull(),
    templateId: pg.uuid("template_id"),
    task: pg.jsonb("task").$type<MadeTask>(),
    isActive: pg.boolean("is_active").notNull().default(true),
    activatedAt: instant("activated_at").notNull().default(now),
    nextRunAt: instant("next_run_at"),
    lastRunAt: instant("last_run_at"),
    lastMoment: instant("last_moment"),
    ...edited(),
  },
  {
    whose: "store",
    exported: true,
    kind: "automation",
    quiet: ["activatedAt", "nextRunAt", "lastRunAt", "lastMoment"],
  },
  (table) => [
    index("automations_created", table, table.createdAt, table.id),
    index("automations_template", table, table.templateId),
    pg.index("automations_due").on(table.nextRunAt).where(sql`is_active`),
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
 * - `about`: an appointment's email, rendered when sent
 * - `sentAt`: for an unknown outcome, when it was handed over
 */
export const mails = records(
  "mails",
  {
    kind: pg.text("kind").$type<MailKind>().notNull(),
    automationId: pg.uuid("automation_id"),
    campaignId: pg.uuid("campaign_id"),
    occurrence: pg.text("occurrence"),
    contactId: pg.uuid("contact_id"),
    bookingId: pg.uuid("booking_id"),
    toAddress: pg.text("to_address").notNull(),
    toName: pg.text("to_name").notNull(),
    subject: pg.text("subject"),
    search: pg.text("search").generatedAlwaysAs(sql`mail_search(to_name, to_address, subject)`),
    text: pg.text("text"),
    html: pg.text("html"),
    ics: pg.text("ics"),
    icsMethod: pg.text("ics_method"),
    state: pg.text("state").$type<MailState>().notNull().default("queued"),
    reason: pg.text("reason"),
    attempts: pg.integer("attempts").notNull().default(0),
    isResent: pg.boolean("is_resent").notNull().default(false),
    dueAt: instant("due_at").notNull().default(now),
    day: pg.date("on_day"),
    about: pg.jsonb("about").$type<About>(),
    leaseUntil: instant("lease_until"),
    /** Claimed, but no server was contacted. Can be sent safely after a crash. */
    hasNotLeft: pg.boolean("has_not_left").notNull().default(false),
    messageId: pg.text("message_id"),
    via: pg.text("via"),
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
    uniqueIndex("mails_once", table, table.automationId, table.contactId, table.occurrence),
    index("mails_created", table, table.createdAt, table.id),
    index("mails_automation", table, table.automationId, table.createdAt, table.id),
    uniqueIndex("mails_campaign_once", table, table.campaignId, table.contactId, table.occurrence).where(
      sql`campaign_id is not null`,
    ),
    index("mails_campaign", table, table.campaignId, table.createdAt, table.id).where(
      sql`campaign_id is not null`,
    ),
    index("mails_campaign_state", table, table.campaignId, table.state, table.id).where(
      sql`campaign_id is not null`,
    ),
    index("mails_contact", table, table.contactId, table.sentAt),
    index("mails_timeline", table, table.contactId, sql`coalesce(sent_at, created_at)`, table.id),
    index("mails_sent", table, table.sentAt),
    index("mails_kept", table, table.createdAt).where(sql`state = 'kept'`),
    index("mails_booking", table, table.bookingId),
    // First emails that a person waits for, then automations, then campaigns.
    index(
      "mails_due",
      table,
      sql`(case kind when 'automation' then 1 when 'campaign' then 2 else 0 end)`,
      table.dueAt,
    ).where(sql`state = 'queued'`),
    pg.index("mails_leased").on(table.leaseUntil).where(sql`state = 'sending'`),
  ],
);

/** Addresses in lower case. A bounce stops all email, an unsubscribe marketing. `mailId`: its cause. `said`: why. */
export const suppressions = pg.pgTable(
  "suppressions",
  {
    organizationId: ofOrganization(),
    id: pg.uuid("id").notNull().default(sql`gen_random_uuid()`),
    address: pg.text("address").notNull(),
    reason: pg.text("reason").$type<"unsubscribed" | "bounced" | "erased">().notNull(),
    mailId: pg.uuid("mail_id"),
    said: pg.text("said"),
    createdAt: instant("created_at").notNull().default(now),
    liftedAt: instant("lifted_at"),
    liftedBy: pg.text("lifted_by"),
    liftedBecause: pg.text("lifted_because"),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("suppressions_active", table, table.address, table.reason).where(sql`lifted_at is null`),
    index("suppressions_address", table, table.address),
    index("suppressions_mail", table, table.mailId).where(sql`mail_id is not null`),
    index("suppressions_listed", table, sql`(lifted_at is null)`, table.createdAt, table.id),
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
    userId: pg.uuid("user_id"),
    isStores: pg.boolean("is_stores").notNull().default(false),
    provider: pg.text("provider").$type<"local" | "imap" | "google" | "microsoft">().notNull(),
    address: pg.text("address").notNull(),
    externalId: pg.text("external_id"),
    secrets: pg.text("secrets"),
    connectedBy: pg.uuid("connected_by"),
    error: pg.text("error"),
    calendarId: pg.text("calendar_id"),
    nextMailAt: instant("next_mail_at"),
    refusals: pg.integer("refusals").notNull().default(0),
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
    uniqueIndex("accounts_user", table, table.userId),
    uniqueIndex("accounts_stores", table).where(sql`is_stores`),
    uniqueIndex("accounts_external", table, table.externalId),
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
    kind: pg.text("kind").$type<IncidentKind>().notNull(),
    key: pg.text("key").notNull(),
    audience: pg.text("audience").$type<"leaders" | "owner" | "person">().notNull(),
    userId: pg.uuid("user_id"),
    title: pg.text("title").notNull(),
    text: pg.text("text").notNull(),
    over: pg.text("over"),
    href: pg.text("href").notNull(),
    beganAt: instant("began_at").notNull(),
    endedAt: instant("ended_at"),
    notifyAt: instant("tell_at"),
    notifiedAt: instant("told_at"),
  },
  { whose: "store", exported: "Background work of the host" },
  (table) => [
    uniqueIndex("incidents_open", table, table.kind, table.key).where(sql`ended_at is null`),
    pg.index("incidents_tell").on(table.notifyAt).where(sql`tell_at is not null`),
  ],
);

/** UIDs belong to one `validity`. `step`: the batch size after a failure. `unreadable`: the message that failed. */
export type FolderMark = { validity: string; uid: number; step?: number; unreadable?: number };

/**
 * Progress through a person's mailbox, kept when the account is disconnected. `accountId`: the account of the
 * marks; null while none can be read. `failures`: consecutive. `error`: the last one, for its person.
 * `lookedAt`: messages of addresses that contacts got later weren't searched yet.
 */
export const mailboxes = pg.pgTable(
  "mailboxes",
  {
    organizationId: ofOrganization(),
    userId: pg.uuid("user_id").notNull(),
    accountId: pg.uuid("account_id"),
    sharesAll: pg.boolean("shares_all").notNull().default(false),
    folders: pg.jsonb("folders").$type<Record<string, FolderMark>>().notNull().default({}),
    nextAt: instant("next_at"),
    leaseUntil: instant("lease_until"),
    failures: pg.integer("failures").notNull().default(0),
    error: pg.text("error"),
    readAt: instant("read_at"),
    lookedAt: instant("looked_at"),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId] }),
    pg.index("mailboxes_due").on(table.nextAt).where(sql`next_at is not null`),
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
    userId: pg.uuid("user_id"),
    contactId: pg.uuid("contact_id").notNull(),
    hash: pg.text("hash").notNull(),
    thread: pg.text("thread").notNull(),
    direction: pg.text("direction").$type<"in" | "out">().notNull(),
    address: pg.text("address").notNull(),
    fromAddress: pg.text("from_address").notNull(),
    fromName: pg.text("from_name").notNull(),
    to: pg.jsonb("to").$type<MessageAddress[]>().notNull(),
    cc: pg.jsonb("cc").$type<MessageAddress[]>().notNull(),
    subject: pg.text("subject").notNull(),
    text: pg.text("text").notNull(),
    /** Sanitised (providers/safe-html.ts). */
    html: pg.text("html"),
    isCut: pg.boolean("is_cut").notNull().default(false),
    /** Names only. The files stay in the mailbox. */
    attachments: pg.jsonb("attachments").$type<string[]>().notNull().default([]),
    at: instant("at").notNull(),
    messageId: pg.text("message_id"),
    inReplyTo: pg.text("in_reply_to"),
    /** Previous Message-IDs, oldest first. */
    refs: pg.jsonb("refs").$type<string[]>().notNull().default([]),
    shared: pg.text("shared").$type<"no" | "thread" | "all">().notNull().default("no"),
    sharedBy: pg.text("shared_by"),
    state: pg.text("state").$type<MessageState>(),
    reason: pg.text("reason"),
    attempts: pg.integer("attempts").notNull().default(0),
    dueAt: instant("due_at"),
    leaseUntil: instant("lease_until"),
    hasNotLeft: pg.boolean("has_not_left").notNull().default(false),
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
    uniqueIndex("letters_once", table, table.userId, table.hash, table.contactId),
    index("letters_contact", table, table.contactId, table.at, table.id),
    index("letters_thread", table, table.userId, table.thread),
    pg.index("letters_due").on(table.dueAt).where(sql`state = 'queued'`),
    pg.index("letters_leased").on(table.leaseUntil).where(sql`state = 'sending'`),
  ],
);
