import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { ActorKind } from "#lib/contract/journal.ts";
import type { MailLimits } from "#lib/contract/mail-limits.ts";
import type { SetupMarks } from "#lib/contract/setup.ts";
import { roles } from "#lib/contract/users.ts";
import { bytea, consent, createdBy, instant, now, organizationId, times, version } from "./columns.ts";

/*
 * `organization_id` is the first column of each tenant table's primary key and indexes, so that the schema
 * can be sharded. Policies, functions and other parts that drizzle-kit can't write are in the migrations.
 */

export const role = pgEnum("role", roles);

/**
 * The progress of a new store's setup. `isOver` ends it, `isHidden` hides the way back. `seenBy` are ids of
 * users.
 */
export type StoredSetup = { steps: SetupMarks; isOver: boolean; isHidden?: boolean; seenBy?: string[] };

/** `setup` is null if nobody is asked. `heldSince`: backup/held.ts. */
export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull(),
  /** Created by the seed. The passwords of its people are public. */
  isDemo: boolean("is_demo").notNull().default(false),
  /** Otherwise only the owner and admins can. */
  everybodyDeletesContacts: boolean("everybody_deletes_contacts").notNull().default(true),
  /** Otherwise only the owner and admins do. */
  everybodySeesReports: boolean("everybody_sees_reports").notNull().default(false),
  /** If true, a password alone is not enough to sign in (server/store/factors). */
  needsSecondStep: boolean("needs_second_step").notNull().default(false),
  openAppointments: smallint("open_appointments").notNull().default(5),
  journalDays: smallint("journal_days").notNull().default(400),
  /** Automations only write to contacts who gave consent. Otherwise they write to all who did not refuse. */
  onlyConsented: boolean("only_consented").notNull().default(false),
  /** Frequency cap and quiet hours of marketing emails. Null means the defaults. */
  mailLimits: jsonb("mail_limits").$type<MailLimits>(),
  setup: jsonb("setup").$type<StoredSetup>(),
  /** ISO 4217 code, its number of decimals, and the locale for formatting amounts. */
  currency: text("currency").notNull().default("USD"),
  currencyDigits: smallint("currency_digits").notNull().default(2),
  notation: text("notation").notNull().default("en-US"),
  heldSince: instant("held_since"),
  exportedAt: instant("exported_at"),
  /** The store's page at the site builder; null without one. */
  miniExtId: text("mini_ext_id"),
  /** Time of the next check of the waitlist; null if it is empty. Triggers set it when time becomes free. */
  lineDueAt: instant("line_due_at"),
  ...times(),
});

export const ofOrganization = () =>
  organizationId().references(() => organizations.id, { onDelete: "cascade" });

/**
 * `email` is in lower case and unique within an organization: a person can work in several, and none can find
 * out about another. `passwordHash` is null until the person registers. `availability` has 7 days (Sunday
 * first) of 24 hours or 96 quarters of an hour, in the store's time zone; null if the person takes no
 * appointments.
 */
export const users = pgTable(
  "users",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: role("role").notNull(),
    passwordHash: text("password_hash"),
    availability: jsonb("availability").$type<boolean[][]>(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("users_of_email").on(table.organizationId, table.email),
  ],
);

/** Columns of sessions and one-time tokens. Only the token's SHA-256 is stored. */
export const token = () => ({
  tokenHash: bytea("token_hash").notNull(),
  organizationId: organizationId(),
  userId: uuid("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});

/**
 * `birthdayMonthDay` and `anniversaryMonthDay` are sortable within a year: 314 is 14 March. `emailKey` (lower
 * case), `phoneKey` (digits) and `nameKey` (full name) are for lookups, because row-level security prevents
 * the use of expression indexes. `search` is described in search.ts. `merged` are the ids of contacts that
 * were merged into this one.
 */
export const contacts = pgTable(
  "contacts",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    emailKey: text("email_key").generatedAlwaysAs(sql`lower(email)`),
    phoneNumber: text("phone_number").notNull(),
    phoneKey: text("phone_key").generatedAlwaysAs(sql`regexp_replace(phone_number, '[^0-9]', '', 'g')`),
    nameKey: text("name_key").generatedAlwaysAs(sql`lower(btrim(first_name || ' ' || last_name))`),
    birthday: date("birthday", { mode: "string" }),
    anniversary: date("anniversary", { mode: "string" }),
    birthdayMonthDay: smallint("birthday_month_day").generatedAlwaysAs(
      sql`extract(month from birthday) * 100 + extract(day from birthday)`,
    ),
    anniversaryMonthDay: smallint("anniversary_month_day").generatedAlwaysAs(
      sql`extract(month from anniversary) * 100 + extract(day from anniversary)`,
    ),
    search: text("search").notNull(),
    merged: uuid("merged").array().notNull().default([]),
    /** How the contact was added; null if that wasn't recorded. */
    source: text("source")
      .$type<ActorKind>()
      .default(sql`(nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind')`),
    /** Values of the store's own fields by field id. */
    fields: jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...consent(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("contacts_created").on(table.organizationId, table.createdAt, table.id),
    index("contacts_name").on(table.organizationId, table.search, table.id),
    index("contacts_email").on(table.organizationId, table.emailKey),
    index("contacts_phone").on(table.organizationId, table.phoneKey),
    index("contacts_name_key").on(table.organizationId, table.nameKey),
    index("contacts_birthday").on(table.organizationId, table.birthdayMonthDay, table.id),
    index("contacts_anniversary").on(table.organizationId, table.anniversaryMonthDay, table.id),
    index("contacts_merged").on(table.organizationId).where(sql`merged <> '{}'`),
  ],
);

/** The store's own categories. Shared ones are in schema-directory.ts; categories.ts reads both. */
export const productCategories = pgTable(
  "product_categories",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("product_categories_created").on(table.organizationId, table.createdAt, table.id),
  ],
);

/**
 * A sale keeps the names of its contact and category when they are deleted, and follows renames. `search` is
 * described in search.ts. The migrations have what drizzle-kit can't write: the foreign key to the contact
 * and the index for lists and sums.
 */
export const purchases = pgTable(
  "purchases",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    cost: numeric("cost").notNull(),
    refunded: numeric("refunded").notNull().default("0"),
    invoiceNumber: text("invoice_number"),
    /** The sale's id in the program that it was imported from. A second import skips it. */
    externalNumber: text("external_number"),
    contactId: uuid("contact_id"),
    contactName: text("contact_name").notNull(),
    productCategoryId: uuid("product_category_id"),
    productCategoryName: text("product_category_name").notNull(),
    search: text("search").notNull(),
    createdBy: createdBy(),
    /**
     * The seller's name at that time; "" if unknown. Older sales have null: their seller is the person who
     * recorded them.
     */
    soldBy: text("sold_by"),
    /** No foreign key: the sale keeps its seller after they leave. */
    soldById: uuid("sold_by_id"),
    fields: jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("purchases_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("purchases_refunded").on(table.organizationId, table.contactId).where(sql`refunded <> 0`),
    index("purchases_refunded_created")
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`refunded <> 0`),
    index("purchases_category").on(table.organizationId, table.productCategoryId),
    index("purchases_invoice")
      .on(table.organizationId, table.invoiceNumber)
      .where(sql`invoice_number is not null`),
    uniqueIndex("purchases_external")
      .on(table.organizationId, table.externalNumber)
      .where(sql`external_number is not null`),
  ],
);

/** `createdAt` is the day whose revenue is reduced. */
export const refunds = pgTable(
  "refunds",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    purchaseId: uuid("purchase_id").notNull(),
    amount: numeric("amount").notNull(),
    reason: text("reason"),
    createdBy: createdBy(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("refunds_purchase").on(table.organizationId, table.purchaseId),
    index("refunds_created").on(table.organizationId, table.createdAt),
    foreignKey({
      columns: [table.organizationId, table.purchaseId],
      foreignColumns: [purchases.organizationId, purchases.id],
    }).onDelete("cascade"),
  ],
);

export const notes = pgTable(
  "notes",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    contactId: uuid("contact_id").notNull(),
    content: text("content").notNull(),
    createdBy: createdBy(),
    pinnedAt: instant("pinned_at"),
    pinnedBy: text("pinned_by"),
    mentions: jsonb("mentions").$type<{ id: string; name: string }[]>().notNull().default([]),
    search: text("search").notNull().default(""),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("notes_created").on(table.organizationId, table.createdAt, table.id),
    index("notes_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("notes_pinned").on(table.organizationId, table.contactId).where(sql`pinned_at is not null`),
    foreignKey({
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete("cascade"),
  ],
);

export const templates = pgTable(
  "templates",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    subject: text("subject").notNull(),
    content: text("content").notNull(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("templates_created").on(table.organizationId, table.createdAt, table.id),
  ],
);
