import { type BuildExtraConfigColumns, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { ActorKind } from "#lib/contract/journal.ts";
import type { MailLimits } from "#lib/contract/mail-limits.ts";
import type { MethodNames } from "#lib/contract/sale-items.ts";
import type { SetupMarks } from "#lib/contract/setup.ts";
import { templateKinds } from "#lib/contract/templates.ts";
import { roles } from "#lib/contract/users.ts";
import type { Clocks } from "#lib/time/zone-data.ts";
import {
  bytea,
  consent,
  createdBy,
  edited,
  index,
  instant,
  now,
  organizationId,
  refersTo,
  times,
  uniqueIndex,
} from "./columns.ts";
import { type Facts, register } from "./registry.ts";

/* The migrations have what drizzle-kit can't write. */

export const role = pg.pgEnum("role", roles);

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
export const organizations = pg.pgTable(
  "organizations",
  {
    id: pg.uuid("id").primaryKey(),
    name: pg.text("name").notNull(),
    timezone: pg.text("timezone").notNull(),
    /** The passwords of its people are public. */
    isDemo: pg.boolean("is_demo").notNull().default(false),
    everybodyDeletesContacts: pg.boolean("everybody_deletes_contacts").notNull().default(true),
    everybodySeesReports: pg.boolean("everybody_sees_reports").notNull().default(false),
    /** If true, a password alone is not enough to sign in. */
    needsSecondStep: pg.boolean("needs_second_step").notNull().default(false),
    openAppointments: pg.smallint("open_appointments").notNull().default(5),
    journalDays: pg.smallint("journal_days").notNull().default(400),
    /** Automations write only to contacts who gave consent, instead of all who did not refuse. */
    onlyConsented: pg.boolean("only_consented").notNull().default(false),
    mailLimits: pg.jsonb("mail_limits").$type<MailLimits>(),
    setup: pg.jsonb("setup").$type<StoredSetup>(),
    /** ISO 4217 code, its decimals, and the locale for amounts. */
    currency: pg.text("currency").notNull().default("USD"),
    currencyDigits: pg.smallint("currency_digits").notNull().default(2),
    notation: pg.text("notation").notNull().default("en-US"),
    /** How dates are typed, and the first weekday (0 for Sunday). */
    dayFirst: pg.boolean("day_first").notNull().default(false),
    weekStart: pg.smallint("week_start").notNull().default(0),
    /** ISO 3166 code; "" if unknown. */
    country: pg.text("country").notNull().default(""),
    /** Percent; 0 for no tax. */
    taxRate: pg.numeric("tax_rate").notNull().default("0"),
    taxIsIncluded: pg.boolean("tax_is_included").notNull().default(false),
    methodNames: pg.jsonb("method_names").$type<MethodNames>().notNull().default({}),
    /** "#14594a"; "" for the product's own. */
    color: pg.text("color").notNull().default(""),
    tagline: pg.text("tagline").notNull().default(""),
    phone: pg.text("phone").notNull().default(""),
    website: pg.text("website").notNull().default(""),
    address: pg.text("address").notNull().default(""),
    receiptText: pg.text("receipt_text").notNull().default(""),
    /** Shown to customers; like `users.availability`. */
    openingHours: pg.jsonb("opening_hours").$type<boolean[][]>(),
    heldSince: instant("held_since"),
    exportedAt: instant("exported_at"),
    miniExtId: pg.text("mini_ext_id"),
    /** The next check of the waiting list; null if it is empty. Triggers set it when time becomes free. */
    lineDueAt: instant("line_due_at"),
    /** The law about clocks with which appointments were booked (booking/clock-changes.ts). Null until it is recorded. */
    clocks: pg.jsonb("clocks").$type<Clocks>(),
    ...times(),
  },
  (table) => [pg.index("organizations_clocks").on(table.createdAt).where(sql`clocks is null`)],
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

const recordKey = () => ({ organizationId: ofOrganization(), id: pg.uuid("id").notNull() });
type RecordKey = ReturnType<typeof recordKey>;

/** A table of a store's records. Each has an id of its own. */
export function records<Name extends string, Columns extends Record<string, pg.PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  facts: Facts<keyof (RecordKey & Columns) & string>,
  indexes: (
    table: BuildExtraConfigColumns<Name, RecordKey & Columns, "pg">,
  ) => pg.PgTableExtraConfigValue[] = () => [],
) {
  const table = pg.pgTable(name, { ...recordKey(), ...columns }, (own) => [
    pg.primaryKey({ columns: [own.organizationId, own.id] }),
    ...indexes(own),
  ]);
  register(table, facts);
  return table;
}

/** Apart from the store, so that its other changes don't rewrite them. `hash`: of `large`. */
export const logos = pg.pgTable("logos", {
  organizationId: ofOrganization().primaryKey(),
  hash: pg.text("hash").notNull(),
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
    email: pg.text("email").notNull(),
    firstName: pg.text("first_name").notNull(),
    lastName: pg.text("last_name").notNull(),
    role: role("role").notNull(),
    passwordHash: pg.text("password_hash"),
    availability: pg.jsonb("availability").$type<boolean[][]>(),
    ...times(),
  },
  { whose: "person", exported: true, kind: "person", isUndone: false, unrecorded: ["passwordHash"] },
  (table) => [uniqueIndex("users_of_email", table, table.email)],
);

export const token = () => ({
  tokenHash: bytea("token_hash").notNull(),
  organizationId: organizationId(),
  userId: pg.uuid("user_id").notNull(),
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
    firstName: pg.text("first_name").notNull(),
    lastName: pg.text("last_name").notNull(),
    email: pg.text("email").notNull(),
    emailKey: pg.text("email_key").generatedAlwaysAs(sql`lower(email)`),
    phoneNumber: pg.text("phone_number").notNull(),
    phoneKey: pg.text("phone_key").generatedAlwaysAs(sql`regexp_replace(phone_number, '[^0-9]', '', 'g')`),
    nameKey: pg.text("name_key").generatedAlwaysAs(sql`lower(btrim(first_name || ' ' || last_name))`),
    birthday: pg.date("birthday", { mode: "string" }),
    anniversary: pg.date("anniversary", { mode: "string" }),
    birthdayMonthDay: pg
      .smallint("birthday_month_day")
      .generatedAlwaysAs(sql`extract(month from birthday) * 100 + extract(day from birthday)`),
    anniversaryMonthDay: pg
      .smallint("anniversary_month_day")
      .generatedAlwaysAs(sql`extract(month from anniversary) * 100 + extract(day from anniversary)`),
    search: pg.text("search").notNull(),
    merged: pg.uuid("merged").array().notNull().default([]),
    source: pg
      .text("source")
      .$type<ActorKind>()
      .default(sql`(nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind')`),
    fields: pg.jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...consent(),
    noTextsAt: instant("no_texts_at"),
    noTextsBy: pg.text("no_texts_by"),
    ...edited(),
  },
  { whose: "contact", exported: true, kind: "contact", whenErased: "Deleted last" },
  (table) => [
    index("contacts_created", table, table.createdAt, table.id),
    index("contacts_name", table, table.search, table.id),
    index("contacts_email", table, table.emailKey),
    index("contacts_refused", table, table.emailKey).where(sql`consent = 'withdrawn' and email_key <> ''`),
    index("contacts_phone", table, table.phoneKey),
    index("contacts_name_key", table, table.nameKey),
    index("contacts_birthday", table, table.birthdayMonthDay, table.id),
    index("contacts_anniversary", table, table.anniversaryMonthDay, table.id),
    index("contacts_merged", table).where(sql`merged <> '{}'`),
  ],
);
export const contactReach = { email: contacts.email, phoneNumber: contacts.phoneNumber };
export const NO_REACH: { email: string; phoneNumber: string | null } = { email: "", phoneNumber: null };

export const productCategories = records(
  "product_categories",
  { name: pg.text("name").notNull(), description: pg.text("description"), ...edited() },
  { whose: "store", exported: true, kind: "category" },
  (table) => [index("product_categories_created", table, table.createdAt, table.id)],
);

/** Follows renames of its contact and category, and keeps their names when they are deleted. */
export const purchases = records(
  "purchases",
  {
    cost: pg.numeric("cost").notNull(),
    refunded: pg.numeric("refunded").notNull().default("0"),
    invoiceNumber: pg.text("invoice_number"),
    /** The id in the program it was imported from. A second import skips it. */
    externalNumber: pg.text("external_number"),
    contactId: pg.uuid("contact_id"),
    contactName: pg.text("contact_name").notNull(),
    productCategoryId: pg.uuid("product_category_id"),
    productCategoryName: pg.text("product_category_name").notNull(),
    /** Otherwise it is one piece of its category. */
    hasItems: pg.boolean("has_items").notNull().default(false),
    percentOff: pg.numeric("percent_off"),
    amountOff: pg.numeric("amount_off"),
    /** Null if none was set at that time. */
    taxRate: pg.numeric("tax_rate"),
    taxIsIncluded: pg.boolean("tax_is_included").notNull().default(false),
    tax: pg.numeric("tax").notNull().default("0"),
    /** Otherwise `paid` is the sum of its payments. */
    isPaidAtOnce: pg.boolean("is_paid_at_once").notNull().default(true),
    paid: pg.numeric("paid").notNull().default("0"),
    method: pg.text("method"),
    search: pg.text("search").notNull(),
    createdBy: createdBy(),
    /** At that time; "" if unknown. Null for older sales: their seller is the person who recorded them. */
    soldBy: pg.text("sold_by"),
    /** No foreign key: the sale keeps its seller after they leave. */
    soldById: pg.uuid("sold_by_id"),
    fields: pg.jsonb("fields").$type<OwnValues>().notNull().default({}),
    ...edited(),
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
    index("purchases_contact", table, table.contactId, table.createdAt, table.id),
    index("purchases_refunded", table, table.contactId).where(sql`refunded <> 0`),
    index("purchases_refunded_created", table, table.createdAt, table.id).where(sql`refunded <> 0`),
    index("purchases_category", table, table.productCategoryId),
    index("purchases_invoice", table, table.invoiceNumber).where(sql`invoice_number is not null`),
    index("purchases_by_payments", table, table.createdAt, table.id).where(sql`not is_paid_at_once`),
    uniqueIndex("purchases_external", table, table.externalNumber).where(sql`external_number is not null`),
  ],
);

export const saleLabel = sql<string>`coalesce(nullif(${purchases.invoiceNumber}, ''), ${purchases.productCategoryName})`;

/** `createdAt` is the day whose revenue is reduced. `items`: none if only an amount was entered. */
export const refunds = records(
  "refunds",
  {
    purchaseId: pg.uuid("purchase_id").notNull(),
    amount: pg.numeric("amount").notNull(),
    reason: pg.text("reason"),
    method: pg.text("method"),
    items: pg
      .jsonb("items")
      .$type<{ id: string; quantity: number; amount: string }[]>()
      .notNull()
      .default([]),
    createdBy: createdBy(),
    ...times(),
  },
  { whose: "contact", exported: true, whenErased: "Stays with its sale", kind: "refund" },
  (table) => [
    index("refunds_purchase", table, table.purchaseId),
    index("refunds_created", table, table.createdAt),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);

export const notes = records(
  "notes",
  {
    contactId: pg.uuid("contact_id").notNull(),
    repairId: pg.uuid("repair_id"),
    content: pg.text("content").notNull(),
    createdBy: createdBy(),
    pinnedAt: instant("pinned_at"),
    pinnedBy: pg.text("pinned_by"),
    mentions: pg.jsonb("mentions").$type<{ id: string; name: string }[]>().notNull().default([]),
    search: pg.text("search").notNull().default(""),
    ...edited(),
  },
  { whose: "contact", exported: true, kind: "note", references: { repairId: ["repairs", "set null"] } },
  (table) => [
    index("notes_created", table, table.createdAt, table.id),
    index("notes_contact", table, table.contactId, table.createdAt, table.id),
    index("notes_repair", table, table.repairId).where(sql`repair_id is not null`),
    index("notes_pinned", table, table.contactId).where(sql`pinned_at is not null`),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
  ],
);

export const templates = records(
  "templates",
  {
    kind: pg.text("kind", { enum: templateKinds }).notNull().default("EMAIL"),
    name: pg.text("name").notNull(),
    subject: pg.text("subject").notNull(),
    content: pg.text("content").notNull(),
    ...edited(),
  },
  { whose: "store", exported: true, kind: "template" },
  (table) => [index("templates_created", table, table.createdAt, table.id)],
);
