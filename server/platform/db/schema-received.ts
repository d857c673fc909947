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
import type { LetterAddress, LetterState } from "#lib/contract/letter-terms.ts";
import { instant, now } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/**
 * How far a folder was read. UIDs mean something within one `validity` alone. `step`: how many are read at once, where reading
 * many failed. `unreadable`: the one whose text could not be read.
 */
export type FolderMark = { validity: string; uid: number; step?: number; unreadable?: number };

/**
 * What is known of a person's mailbox that mail is read from; the row stays when the account goes, with whether they share
 * all of it. `accountId` is the account that the marks are about, null while none can be read. `nextAt` is when it is read
 * next, `leaseUntil` until when a host is at it. `failures` counts those in a row, `error` says the last one in words for
 * its person. `lookedAt`: addresses that contacts got since then were not looked for yet.
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
    // Asked across organizations, by whichever host is awake.
    index("mailboxes_due").on(table.nextAt).where(sql`next_at is not null`),
  ],
);

/**
 * A mail of a person's own mailbox, from or to a contact; one row for each contact that it is from or to. `shared` says who
 * sees it: its person alone ('no'), everybody because they shared its thread, or all of theirs ('all'). The database's wall
 * holds that (see its migration). `hash` is its Message-ID's, or where it has none its content's; `thread` is the same in all
 * that answer each other. `state` is that of a reply that leaves from here, and null for what stood in the mailbox.
 * `contactId` is no foreign key: who comes back from the trash, or out of a merge, has their mail again.
 */
export const letters = pgTable(
  "letters",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    /** Null once that person was removed: then only what they had shared is left. */
    userId: uuid("user_id"),
    contactId: uuid("contact_id").notNull(),
    hash: text("hash").notNull(),
    thread: text("thread").notNull(),
    direction: text("direction").$type<"in" | "out">().notNull(),
    /** The contact's, as it was matched. */
    address: text("address").notNull(),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    to: jsonb("to").$type<LetterAddress[]>().notNull(),
    cc: jsonb("cc").$type<LetterAddress[]>().notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    /** Cleaned (server/connections/providers/safe-html.ts), and shown where no script runs. */
    html: text("html"),
    isCut: boolean("is_cut").notNull().default(false),
    /** Their names; what is in them stays in the mailbox. */
    attachments: jsonb("attachments").$type<string[]>().notNull().default([]),
    at: instant("at").notNull(),
    messageId: text("message_id"),
    inReplyTo: text("in_reply_to"),
    /** Message-IDs of what it answers, oldest first. */
    refs: jsonb("refs").$type<string[]>().notNull().default([]),
    shared: text("shared").$type<"no" | "thread" | "all">().notNull().default("no"),
    /** The name of who shared it, which stays when they go. */
    sharedBy: text("shared_by"),
    state: text("state").$type<LetterState>(),
    reason: text("reason"),
    attempts: integer("attempts").notNull().default(0),
    dueAt: instant("due_at"),
    leaseUntil: instant("lease_until"),
    /** As in `mails`. */
    hasNotLeft: boolean("has_not_left").notNull().default(false),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("letters_once").on(table.organizationId, table.userId, table.hash, table.contactId),
    index("letters_contact").on(table.organizationId, table.contactId, table.at, table.id),
    index("letters_thread").on(table.organizationId, table.userId, table.thread),
    index("letters_due").on(table.dueAt).where(sql`state = 'queued'`),
    index("letters_leased").on(table.leaseUntil).where(sql`state = 'sending'`),
  ],
);
