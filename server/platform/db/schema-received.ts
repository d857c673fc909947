import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { MessageAddress, MessageState } from "#lib/contract/inbox-terms.ts";
import { instant, now } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records } from "./schema.ts";

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
