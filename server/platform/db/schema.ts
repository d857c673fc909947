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
import type { SetupMarks } from "#lib/contract/setup.ts";
import { roles } from "#lib/contract/users.ts";
import { bytea, consent, createdBy, instant, now, organizationId, times, version } from "./columns.ts";

/*
 * `organization_id` leads the primary key and every index of a tenant's table, so the schema can be sharded by it
 * as it is. Policies, functions, the search index and what else drizzle-kit cannot write stand in the migrations.
 */

export const role = pgEnum("role", roles);

// ---- who signs in where; what is found before the organization is known stands in schema-directory.ts. ------

/** How far a new store's set-up is. `isOver` ends the asking, `isHidden` the way back; `seenBy` are users' ids. */
export type StoredSetup = { steps: SetupMarks; isOver: boolean; isHidden?: boolean; seenBy?: string[] };

/** `setup` is what a new store's owner has been asked so far; null where nobody is to be asked. `heldSince`: backup/held.ts. */
export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull(),
  /** Made by the seed: its people's password is public. */
  isDemo: boolean("is_demo").notNull().default(false),
  /** Whether everybody may delete contacts, not the owner and admins alone. */
  everybodyDeletesContacts: boolean("everybody_deletes_contacts").notNull().default(true),
  /** Whether everybody sees reports, not the owner and admins alone. */
  everybodySeesReports: boolean("everybody_sees_reports").notNull().default(false),
  /** Whether nobody signs in with a password alone: server/store/factors. */
  needsSecondStep: boolean("needs_second_step").notNull().default(false),
  /** How many appointments a visitor may have that are still to come. */
  openAppointments: smallint("open_appointments").notNull().default(5),
  /** For how long who changed what is kept. */
  journalDays: smallint("journal_days").notNull().default(400),
  /** Whether automations write to those alone who gave their consent, and not to whoever did not withdraw it. */
  onlyConsented: boolean("only_consented").notNull().default(false),
  setup: jsonb("setup").$type<StoredSetup>(),
  /** ISO 4217, with how many decimals it has, and the locale whose way of writing amounts the store follows. */
  currency: text("currency").notNull().default("USD"),
  currencyDigits: smallint("currency_digits").notNull().default(2),
  notation: text("notation").notNull().default("en-US"),
  heldSince: instant("held_since"),
  /** When somebody last took everything along: the journal says who. */
  exportedAt: instant("exported_at"),
  /** Its page at the site builder; null while it has none. */
  miniExtId: text("mini_ext_id"),
  /** When its waiting list is to be looked through next; null while nobody waits. What frees time sets it (triggers). */
  lineDueAt: instant("line_due_at"),
  ...times(),
});

export const ofOrganization = () =>
  organizationId().references(() => organizations.id, { onDelete: "cascade" });

/**
 * `email` is in lower case and unique within an organization: one person may work in several, and none may tell or take
 * what another has. `passwordHash` is null until the person registers. `availability` is when the person may be booked:
 * 7 days (Sunday first) of 24 hours, or where those are not whole 96 quarters of one, in the organization's timezone; null
 * for whoever takes no appointments.
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

/** What a session and a one-time token have in common: the token's SHA-256, never the token. */
export const token = () => ({
  tokenHash: bytea("token_hash").notNull(),
  organizationId: organizationId(),
  userId: uuid("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});

// ---- a tenant's records ------------------------------------------------------------------------------------

/**
 * Birthday and anniversary are days without time; `...MonthDay` is where they fall in every year, 314 for 14 March.
 * `emailKey` (in lower case, which row-level security keeps from an index otherwise), `phoneKey` (digits alone) and
 * `nameKey` (the whole name) find a contact; `search` is server/platform/db/search.ts's, `merged` the cards that went into it.
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
    /** Who wrote the card; null where that was not kept yet. */
    source: text("source")
      .$type<ActorKind>()
      .default(sql`(nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind')`),
    /** Values of the store's own fields, by the field's id. */
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
    // The few cards that others were merged into.
    index("contacts_merged").on(table.organizationId).where(sql`merged <> '{}'`),
  ],
);

/** A store's own; those that all share are in schema-directory.ts, and both together are read by categories.ts. */
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
 * A sale keeps the names of its contact and category, renamed with them, when these are deleted; `search` is what
 * server/platform/db/search.ts makes of them. In the migrations, for drizzle-kit cannot write them: the foreign key to the contact
 * (`on delete set null (contact_id)`), and the index by which lists are sorted and sums are made (`include (cost, …)`).
 */
export const purchases = pgTable(
  "purchases",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    cost: numeric("cost").notNull(),
    /** The sum of its refunds; a trigger of the migrations keeps it. */
    refunded: numeric("refunded").notNull().default("0"),
    invoiceNumber: text("invoice_number"),
    /** What the program that it was imported from knows it by: a second import of it adds nothing. */
    externalNumber: text("external_number"),
    contactId: uuid("contact_id"),
    contactName: text("contact_name").notNull(),
    productCategoryId: uuid("product_category_id"),
    productCategoryName: text("product_category_name").notNull(),
    search: text("search").notNull(),
    createdBy: createdBy(),
    /** Who sold it, as they were called then; "" where nobody knows, and null in sales of before: whoever recorded those. */
    soldBy: text("sold_by"),
    /** No foreign key: whoever leaves the team has sold it all the same. */
    soldById: uuid("sold_by_id"),
    fields: jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("purchases_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("purchases_refunded").on(table.organizationId, table.contactId).where(sql`refunded <> 0`),
    // The list of those alone, newest first.
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

/** What of a sale was given back; `createdAt` is when, and the revenue of that day is less by it. */
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
    /** What server/platform/db/search.ts makes of the content. */
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
