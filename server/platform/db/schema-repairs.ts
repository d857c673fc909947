import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  type estimateKinds,
  PREFIX,
  type pieceKinds,
  type RepairLine,
  type RepairState,
  type RepairStep,
} from "#lib/contract/repair-terms.ts";
import { createdBy, edited, index, instant, uniqueIndex } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records } from "./schema.ts";

export const repairs = records(
  "repairs",
  {
    number: pg.integer("number").notNull(),
    prefix: pg.text("prefix").notNull().default(PREFIX),
    name: pg.text("name").notNull(),
    kind: pg.text("kind").$type<(typeof pieceKinds)[number]>().notNull().default("OTHER"),
    contactId: pg.uuid("contact_id"),
    contactName: pg.text("contact_name").notNull(),
    userId: pg.uuid("user_id"),
    state: pg.text("state").$type<RepairState>().notNull().default("IN"),
    stateAt: instant("state_at").notNull(),
    stateBy: pg.text("state_by").notNull(),
    steps: pg.jsonb("steps").$type<RepairStep[]>().notNull().default([]),
    workshop: pg.text("workshop"),
    backDay: pg.date("back_day", { mode: "string" }),
    reason: pg.text("reason"),
    promisedDay: pg.date("promised_day", { mode: "string" }).notNull(),
    metal: pg.text("metal"),
    stones: pg.text("stones"),
    marks: pg.text("marks"),
    condition: pg.text("condition"),
    words: pg.text("words"),
    keptIn: pg.text("kept_in"),
    lines: pg.jsonb("lines").$type<RepairLine[]>().notNull(),
    estimate: pg.text("estimate").$type<(typeof estimateKinds)[number]>().notNull().default("FIXED"),
    total: pg.numeric("total").notNull(),
    deposit: pg.numeric("deposit"),
    depositAt: instant("deposit_at"),
    /** Counts the changes of lines and kind of estimate. An approval is for one of them. */
    estimateVersion: pg.integer("estimate_version").notNull().default(1),
    approvedTotal: pg.numeric("approved_total"),
    approvedAt: instant("approved_at"),
    callAskedAt: instant("call_asked_at"),
    saleId: pg.uuid("sale_id"),
    search: pg.text("search").notNull(),
    createdBy: createdBy(),
    ...edited(),
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
    uniqueIndex("repairs_number", table, table.number),
    index("repairs_open", table, table.promisedDay, table.number).where(
      sql`state not in ('HANDED_OVER', 'RETURNED')`,
    ),
    index("repairs_done", table, table.stateAt, table.number).where(
      sql`state in ('HANDED_OVER', 'RETURNED')`,
    ),
    index("repairs_contact", table, table.contactId),
    index("repairs_user", table, table.userId),
    index("repairs_sale", table, table.saleId).where(sql`sale_id is not null`),
    index("repairs_workshop", table, table.workshop).where(sql`workshop is not null`),
  ],
);

/** One row per store, with the store's id. Created when the settings are first saved. */
export const repairSettings = records(
  "repair_settings",
  {
    prefix: pg.text("prefix").notNull().default(PREFIX),
    slipText: pg.text("slip_text").notNull().default(""),
    prices: pg.jsonb("prices").$type<RepairLine[]>().notNull().default([]),
    workshops: pg.jsonb("workshops").$type<{ name: string; days: number | null }[]>().notNull().default([]),
    ...edited(),
  },
  { whose: "store", exported: true, kind: "repairSettings", isUndone: false },
);

/** The last ticket number of each store. Deleted tickets don't free theirs. */
export const repairNumbers = pg.pgTable("repair_numbers", {
  organizationId: ofOrganization().primaryKey(),
  last: pg.integer("last").notNull(),
});
register(repairNumbers, { whose: "store", exported: "A counter" });
