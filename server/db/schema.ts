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
import type { SetupMarks } from "#lib/contract/setup.ts";
import { roles } from "#lib/contract/users.ts";
import { bytea, createdBy, instant, now, organizationId, times, version } from "./columns.ts";

/*
 * `organization_id` leads the primary key and every index of a tenant's table, so the schema can be sharded by it
 * as it is. Policies, functions, the search index and what else drizzle-kit cannot write stand in the migrations.
 */

export const role = pgEnum("role", roles);

// ---- the directory: who signs in where. Found by email or token before the organization is known. ----------

/** How far a new store's set-up is. `isOver` ends the asking, `isHidden` the way back; `seenBy` are users' ids. */
export type StoredSetup = { steps: SetupMarks; isOver: boolean; isHidden?: boolean; seenBy?: string[] };

/** `setup` is what a new store's owner has been asked so far; null where nobody is to be asked. */
export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  timezone: text("timezone").notNull(),
  /** Made by the seed: its people's password is public. */
  isDemo: boolean("is_demo").notNull().default(false),
  /** Whether everybody may delete contacts, not the owner and admins alone. */
  everybodyDeletesContacts: boolean("everybody_deletes_contacts").notNull().default(true),
  /** How many appointments a visitor may have that are still to come. */
  openAppointments: smallint("open_appointments").notNull().default(5),
  setup: jsonb("setup").$type<StoredSetup>(),
  /** Its page at the site builder; null while it has none. */
  miniExtId: text("mini_ext_id"),
  ...times(),
});

export const ofOrganization = () =>
  organizationId().references(() => organizations.id, { onDelete: "cascade" });

/**
 * `email` is in lower case and unique within an organization: one person may work in several, and none may tell or take
 * what another has. `passwordHash` is null until the person registers. `availability` is when the person may be booked:
 * 7 days (Sunday first) of 24 hours in the organization's timezone; null for whoever takes no appointments.
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
    index("users_email").on(table.email),
  ],
);

/** What a session and a one-time token have in common: the token's SHA-256, never the token. */
export const token = () => ({
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
  userId: uuid("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});

export const sessions = pgTable("sessions", token(), (table) => [
  index("sessions_user").on(table.organizationId, table.userId),
  foreignKey({
    columns: [table.organizationId, table.userId],
    foreignColumns: [users.organizationId, users.id],
  }).onDelete("cascade"),
]);

// ---- a tenant's records ------------------------------------------------------------------------------------

/**
 * Birthday and anniversary are days without time; `...MonthDay` is where they fall in every year, 314 for 14 March.
 * `emailKey` finds a contact by an email in any case: row-level security keeps `lower(email)` itself from an index.
 * `search` is what server/db/search.ts makes of a contact.
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
    birthday: date("birthday", { mode: "string" }),
    anniversary: date("anniversary", { mode: "string" }),
    birthdayMonthDay: smallint("birthday_month_day").generatedAlwaysAs(
      sql`extract(month from birthday) * 100 + extract(day from birthday)`,
    ),
    anniversaryMonthDay: smallint("anniversary_month_day").generatedAlwaysAs(
      sql`extract(month from anniversary) * 100 + extract(day from anniversary)`,
    ),
    search: text("search").notNull(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("contacts_created").on(table.organizationId, table.createdAt, table.id),
    index("contacts_name").on(table.organizationId, table.search, table.id),
    index("contacts_email").on(table.organizationId, table.emailKey),
    index("contacts_birthday").on(table.organizationId, table.birthdayMonthDay, table.id),
    index("contacts_anniversary").on(table.organizationId, table.anniversaryMonthDay, table.id),
  ],
);

/**
 * `organizationId` is null for shared categories, which every organization reads and none changes; hence the key
 * by id alone: sharded, this is a reference table.
 */
export const productCategories = pgTable(
  "product_categories",
  {
    organizationId: uuid("organization_id").references(() => organizations.id, { onDelete: "cascade" }),
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description"),
    ...version(),
    ...times(),
  },
  (table) => [index("product_categories_created").on(table.organizationId, table.createdAt, table.id)],
);

/**
 * A sale keeps the names of its contact and category, renamed with them, when these are deleted; `search` is what
 * server/db/search.ts makes of them. In the migrations, for drizzle-kit cannot write them: the foreign key to the contact
 * (`on delete set null (contact_id)`), and the index by which lists are sorted and sums are made (`include (cost, …)`).
 */
export const purchases = pgTable(
  "purchases",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    cost: numeric("cost", { precision: 12, scale: 2 }).notNull(),
    invoiceNumber: text("invoice_number"),
    contactId: uuid("contact_id"),
    contactName: text("contact_name").notNull(),
    productCategoryId: uuid("product_category_id"),
    productCategoryName: text("product_category_name").notNull(),
    search: text("search").notNull(),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("purchases_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("purchases_category").on(table.organizationId, table.productCategoryId),
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
    /** What server/db/search.ts makes of the content. */
    search: text("search").notNull().default(""),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("notes_created").on(table.organizationId, table.createdAt, table.id),
    index("notes_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
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

/** What a request with an idempotency key was answered; null only inside the transaction that answers it. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId(),
    userId: uuid("user_id").notNull(),
    row: text("row").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of what was asked: a key that comes again with something else is a mistake. */
    asked: bytea("asked"),
    answer: jsonb("answer"),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.row, table.key] }),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete("cascade"),
  ],
);

/**
 * What Home counts, summed per UTC day: sales' revenue, and how many contacts came, emails went out and appointments
 * were booked. Triggers of the migrations keep it; the view `counted` says what is counted.
 */
export const dailyTotals = pgTable(
  "daily_totals",
  {
    organizationId: ofOrganization(),
    what: text("what").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    amount: numeric("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.what, table.day] })],
);
