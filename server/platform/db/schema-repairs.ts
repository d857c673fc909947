import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  type estimateKinds,
  PREFIX,
  type pieceKinds,
  type RepairLine,
  type RepairState,
  type RepairStep,
} from "#lib/contract/repair-terms.ts";
import { createdBy, instant, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records } from "./schema.ts";

export const repairs = records(
  "repairs",
  {
    number: integer("number").notNull(),
    prefix: text("prefix").notNull().default(PREFIX),
    name: text("name").notNull(),
    kind: text("kind").$type<(typeof pieceKinds)[number]>().notNull().default("OTHER"),
    contactId: uuid("contact_id"),
    contactName: text("contact_name").notNull(),
    userId: uuid("user_id"),
    state: text("state").$type<RepairState>().notNull().default("IN"),
    stateAt: instant("state_at").notNull(),
    stateBy: text("state_by").notNull(),
    steps: jsonb("steps").$type<RepairStep[]>().notNull().default([]),
    workshop: text("workshop"),
    backDay: date("back_day", { mode: "string" }),
    reason: text("reason"),
    promisedDay: date("promised_day", { mode: "string" }).notNull(),
    metal: text("metal"),
    stones: text("stones"),
    marks: text("marks"),
    condition: text("condition"),
    words: text("words"),
    keptIn: text("kept_in"),
    lines: jsonb("lines").$type<RepairLine[]>().notNull(),
    estimate: text("estimate").$type<(typeof estimateKinds)[number]>().notNull().default("FIXED"),
    total: numeric("total").notNull(),
    deposit: numeric("deposit"),
    /** Counts the changes of lines and kind of estimate. An approval is for one of them. */
    estimateVersion: integer("estimate_version").notNull().default(1),
    approvedTotal: numeric("approved_total"),
    approvedAt: instant("approved_at"),
    callAskedAt: instant("call_asked_at"),
    saleId: uuid("sale_id"),
    search: text("search").notNull(),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Keeps its number, work and amount",
    kind: "repair",
    quiet: ["contactName", "steps", "stateAt", "stateBy", "estimateVersion"],
    references: {
      contactId: ["contacts", "set null"],
      userId: ["users", "set null"],
      saleId: ["purchases", "set null"],
    },
  },
  (table) => [
    uniqueIndex("repairs_number").on(table.organizationId, table.number),
    index("repairs_open")
      .on(table.organizationId, table.promisedDay, table.number)
      .where(sql`state not in ('HANDED_OVER', 'RETURNED')`),
    index("repairs_done")
      .on(table.organizationId, table.stateAt, table.number)
      .where(sql`state in ('HANDED_OVER', 'RETURNED')`),
    index("repairs_contact").on(table.organizationId, table.contactId),
    index("repairs_user").on(table.organizationId, table.userId),
    index("repairs_sale").on(table.organizationId, table.saleId).where(sql`sale_id is not null`),
    index("repairs_workshop").on(table.organizationId, table.workshop).where(sql`workshop is not null`),
  ],
);

/** One row per store, with the store's id. Created when the settings are first saved. */
export const repairSettings = records(
  "repair_settings",
  {
    prefix: text("prefix").notNull().default(PREFIX),
    slipText: text("slip_text").notNull().default(""),
    prices: jsonb("prices").$type<RepairLine[]>().notNull().default([]),
    workshops: jsonb("workshops").$type<{ name: string; days: number | null }[]>().notNull().default([]),
    ...version(),
    ...times(),
  },
  { whose: "store", exported: true, kind: "repairSettings", isUndone: false },
);

/** The last ticket number of each store. Deleted tickets don't free theirs. */
export const repairNumbers = pgTable("repair_numbers", {
  organizationId: ofOrganization().primaryKey(),
  last: integer("last").notNull(),
});
register(repairNumbers, { whose: "store", exported: "A counter" });
