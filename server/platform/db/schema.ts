import { type BuildExtraConfigColumns, sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
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
import { templateKinds } from "#lib/contract/templates.ts";
import { roles } from "#lib/contract/users.ts";
import type { Clocks } from "#lib/time/zone-data.ts";
import {
  bytea,
  consent,
  createdBy,
  instant,
  now,
  organizationId,
  refersTo,
  times,
  version,
} from "./columns.ts";
import { type Facts, register } from "./registry.ts";

/*
 * `organization_id` comes first in each tenant table's primary key and indexes, so that the schema can be
 * sharded. The migrations have what drizzle-kit can't write.
 */

export const role = pgEnum("role", roles);

/** `isHidden` and `hiddenUntil` hide the reminder of a setup that `isOver`. `erasedAt`: of a visitor's demo store. */
export type StoredSetup = {
  steps: SetupMarks;
  isOver: boolean;
  isHidden?: boolean;
  hiddenUntil?: string;
  seenBy?: string[];
  erasedAt?: string;
};

/** `heldSince`: backup/held.ts. */
export const organizations = pgTable(
  "organizations",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    timezone: text("timezone").notNull(),
    /** The passwords of its people are public. */
    isDemo: boolean("is_demo").notNull().default(false),
    /** Otherwise only the owner and admins. */
    everybodyDeletesContacts: boolean("everybody_deletes_contacts").notNull().default(true),
    /** Otherwise only the owner and admins. */
    everybodySeesReports: boolean("everybody_sees_reports").notNull().default(false),
    /** If true, a password alone is not enough to sign in. */
    needsSecondStep: boolean("needs_second_step").notNull().default(false),
    openAppointments: smallint("open_appointments").notNull().default(5),
    journalDays: smallint("journal_days").notNull().default(400),
    /** Automations write only to contacts who gave consent, instead of all who did not refuse. */
    onlyConsented: boolean("only_consented").notNull().default(false),
    /** Null for the defaults. */
    mailLimits: jsonb("mail_limits").$type<MailLimits>(),
    setup: jsonb("setup").$type<StoredSetup>(),
    /** ISO 4217 code, its decimals, and the locale for amounts. */
    currency: text("currency").notNull().default("USD"),
    currencyDigits: smallint("currency_digits").notNull().default(2),
    notation: text("notation").notNull().default("en-US"),
    /** How dates are typed, and the first weekday (0 for Sunday). */
    dayFirst: boolean("day_first").notNull().default(false),
    weekStart: smallint("week_start").notNull().default(0),
    /** Percent; 0 for no tax. */
    taxRate: numeric("tax_rate").notNull().default("0"),
    taxIsIncluded: boolean("tax_is_included").notNull().default(false),
    /** "#14594a"; "" for the product's own. */
    color: text("color").notNull().default(""),
    tagline: text("tagline").notNull().default(""),
    phone: text("phone").notNull().default(""),
    website: text("website").notNull().default(""),
    address: text("address").notNull().default(""),
    receiptText: text("receipt_text").notNull().default(""),
    /** Shown to customers; like `users.availability`. */
    openingHours: jsonb("opening_hours").$type<boolean[][]>(),
    heldSince: instant("held_since"),
    exportedAt: instant("exported_at"),
    /** The store's page at the site builder. */
    miniExtId: text("mini_ext_id"),
    /** The next check of the waiting list; null if it is empty. Triggers set it when time becomes free. */
    lineDueAt: instant("line_due_at"),
    /** The law about clocks with which appointments were booked (booking/clock-changes.ts). Null until it is recorded. */
    clocks: jsonb("clocks").$type<Clocks>(),
    ...times(),
  },
  (table) => [index("organizations_clocks").on(table.createdAt).where(sql`clocks is null`)],
);
register(organizations, {
  whose: "store",
  exported: true,
  kind: "organization",
  isUndone: false,
  quiet: ["setup", "isDemo"],
  unrecorded: ["lineDueAt", "clocks"],
  grants: ["select", "update"],
  policies: { own: "using (id = (select current_organization()))" },
});

export const ofOrganization = () =>
  organizationId().references(() => organizations.id, { onDelete: "cascade" });

const recordKey = () => ({ organizationId: ofOrganization(), id: uuid("id").notNull() });
type RecordKey = ReturnType<typeof recordKey>;

/** A table of a store's records. Each has an id of its own. */
export function records<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  facts: Facts<keyof (RecordKey & Columns) & string>,
  indexes: (
    table: BuildExtraConfigColumns<Name, RecordKey & Columns, "pg">,
  ) => PgTableExtraConfigValue[] = () => [],
) {
  const table = pgTable(name, { ...recordKey(), ...columns }, (own) => [
    primaryKey({ columns: [own.organizationId, own.id] }),
    ...indexes(own),
  ]);
  register(table, facts);
  return table;
}

/** Apart from the store, so that its other changes don't rewrite them. `hash`: of `large`. */
export const logos = pgTable("logos", {
  organizationId: ofOrganization().primaryKey(),
  hash: text("hash").notNull(),
  large: bytea("large").notNull(),
  small: bytea("small").notNull(),
});
register(logos, { whose: "store", exported: "Made from a picture that the store has" });

/**
 * `email`: lower case, unique within an organization only. `passwordHash`: null until the person registers.
 * `availability`: 7 days (Sunday first) of 24 hours or 96 quarters, in the store's time zone; null for no
 * appointments.
 */
export const users = records(
  "users",
  {
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: role("role").notNull(),
    passwordHash: text("password_hash"),
    availability: jsonb("availability").$type<boolean[][]>(),
    ...times(),
  },
  {
    whose: "person",
    exported: true,
    kind: "person",
    isUndone: false,
    unrecorded: ["passwordHash"],
  },
  (table) => [uniqueIndex("users_of_email").on(table.organizationId, table.email)],
);

/** Only the token's SHA-256 is stored. */
export const token = () => ({
  tokenHash: bytea("token_hash").notNull(),
  organizationId: organizationId(),
  userId: uuid("user_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});

/**
 * `…MonthDay`: 314 is 14 March. `…Key`: normalised for lookups, because row-level security prevents the use
 * of expression indexes. `search`: see search.ts. `merged`: ids of contacts merged into this one.
 */
export const contacts = records(
  "contacts",
  {
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
    /** Null if unknown. */
    source: text("source")
      .$type<ActorKind>()
      .default(sql`(nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind')`),
    /** By field id. */
    fields: jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...consent(),
    noTextsAt: instant("no_texts_at"),
    noTextsBy: text("no_texts_by"),
    ...version(),
    ...times(),
  },
  { whose: "contact", exported: true, kind: "contact", whenErased: "Deleted last" },
  (table) => [
    index("contacts_created").on(table.organizationId, table.createdAt, table.id),
    index("contacts_name").on(table.organizationId, table.search, table.id),
    index("contacts_email").on(table.organizationId, table.emailKey),
    index("contacts_refused")
      .on(table.organizationId, table.emailKey)
      .where(sql`consent = 'withdrawn' and email_key <> ''`),
    index("contacts_phone").on(table.organizationId, table.phoneKey),
    index("contacts_name_key").on(table.organizationId, table.nameKey),
    index("contacts_birthday").on(table.organizationId, table.birthdayMonthDay, table.id),
    index("contacts_anniversary").on(table.organizationId, table.anniversaryMonthDay, table.id),
    index("contacts_merged").on(table.organizationId).where(sql`merged <> '{}'`),
  ],
);
export const contactReach = { email: contacts.email, phoneNumber: contacts.phoneNumber };
export const NO_REACH: { email: string; phoneNumber: string | null } = { email: "", phoneNumber: null };

/** categories.ts also reads the shared ones. */
export const productCategories = records(
  "product_categories",
  {
    name: text("name").notNull(),
    description: text("description"),
    ...version(),
    ...times(),
  },
  { whose: "store", exported: true, kind: "category" },
  (table) => [index("product_categories_created").on(table.organizationId, table.createdAt, table.id)],
);

/**
 * Follows renames of its contact and category, and keeps their names when they are deleted. The migrations
 * have what drizzle-kit can't write.
 */
export const purchases = records(
  "purchases",
  {
    cost: numeric("cost").notNull(),
    refunded: numeric("refunded").notNull().default("0"),
    invoiceNumber: text("invoice_number"),
    /** The id in the program it was imported from. A second import skips it. */
    externalNumber: text("external_number"),
    contactId: uuid("contact_id"),
    contactName: text("contact_name").notNull(),
    productCategoryId: uuid("product_category_id"),
    productCategoryName: text("product_category_name").notNull(),
    /** Otherwise it is one piece of its category. */
    hasItems: boolean("has_items").notNull().default(false),
    percentOff: numeric("percent_off"),
    amountOff: numeric("amount_off"),
    /** Null if none was set at that time. */
    taxRate: numeric("tax_rate"),
    taxIsIncluded: boolean("tax_is_included").notNull().default(false),
    tax: numeric("tax").notNull().default("0"),
    /** Otherwise `paid` is the sum of its payments. */
    isPaidAtOnce: boolean("is_paid_at_once").notNull().default(true),
    paid: numeric("paid").notNull().default("0"),
    method: text("method"),
    search: text("search").notNull(),
    createdBy: createdBy(),
    /** At that time; "" if unknown. Null for older sales: their seller is the person who recorded them. */
    soldBy: text("sold_by"),
    /** No foreign key: the sale keeps its seller after they leave. */
    soldById: uuid("sold_by_id"),
    fields: jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...version(),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays for the accounts, without the person",
    kind: "sale",
    quiet: ["contactName", "productCategoryName", "refunded", "tax", "paid"],
    references: { contactId: ["contacts", "set null"], productCategoryId: ["product_categories", null] },
  },
  (table) => [
    index("purchases_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("purchases_refunded").on(table.organizationId, table.contactId).where(sql`refunded <> 0`),
    index("purchases_refunded_created")
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`refunded <> 0`),
    index("purchases_category").on(table.organizationId, table.productCategoryId),
    index("purchases_invoice")
      .on(table.organizationId, table.invoiceNumber)
      .where(sql`invoice_number is not null`),
    index("purchases_by_payments")
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`not is_paid_at_once`),
    uniqueIndex("purchases_external")
      .on(table.organizationId, table.externalNumber)
      .where(sql`external_number is not null`),
  ],
);

/** `createdAt` is the day whose revenue is reduced. `items`: none if only an amount was entered. */
export const refunds = records(
  "refunds",
  {
    purchaseId: uuid("purchase_id").notNull(),
    amount: numeric("amount").notNull(),
    reason: text("reason"),
    method: text("method"),
    items: jsonb("items").$type<{ id: string; quantity: number; amount: string }[]>().notNull().default([]),
    createdBy: createdBy(),
    ...times(),
  },
  { whose: "contact", exported: true, whenErased: "Stays with its sale", kind: "refund" },
  (table) => [
    index("refunds_purchase").on(table.organizationId, table.purchaseId),
    index("refunds_created").on(table.organizationId, table.createdAt),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);

export const notes = records(
  "notes",
  {
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
  { whose: "contact", exported: true, kind: "note" },
  (table) => [
    index("notes_created").on(table.organizationId, table.createdAt, table.id),
    index("notes_contact").on(table.organizationId, table.contactId, table.createdAt, table.id),
    index("notes_pinned").on(table.organizationId, table.contactId).where(sql`pinned_at is not null`),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
  ],
);

export const templates = records(
  "templates",
  {
    kind: text("kind", { enum: templateKinds }).notNull().default("EMAIL"),
    name: text("name").notNull(),
    subject: text("subject").notNull(),
    content: text("content").notNull(),
    ...version(),
    ...times(),
  },
  { whose: "store", exported: true, kind: "template" },
  (table) => [index("templates_created").on(table.organizationId, table.createdAt, table.id)],
);
