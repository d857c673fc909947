import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { CampaignState } from "#lib/contract/campaign-terms.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { createdBy, edited, index, instant, now, refersTo, uniqueIndex } from "./columns.ts";
import { contacts, records, templates } from "./schema.ts";

/**
 * One email to one segment, or with `isChosen` to `campaignContacts`.
 * - `wall`: local start time ("2026-12-01T09:00"); null for now
 * - `subject`, `content`: copied from the template at the start
 * - `markAt`, `markId`: the last contact added to the audience
 * - `frozenAt`: when the audience was complete
 */
export const campaigns = records(
  "campaigns",
  {
    name: pg.text("name").notNull(),
    templateId: pg.uuid("template_id"),
    conditions: pg.jsonb("conditions").$type<Segment>().notNull(),
    isChosen: pg.boolean("is_chosen").notNull().default(false),
    state: pg.text("state").$type<CampaignState>().notNull().default("draft"),
    wall: pg.text("wall"),
    dueAt: instant("due_at"),
    subject: pg.text("subject"),
    content: pg.text("content"),
    startedAt: instant("started_at"),
    markAt: instant("mark_at"),
    markId: pg.uuid("mark_id"),
    frozenAt: instant("frozen_at"),
    audience: pg.integer("audience").notNull().default(0),
    finishedAt: instant("finished_at"),
    createdBy: createdBy(),
    ...edited(),
  },
  {
    whose: "store",
    exported: true,
    kind: "campaign",
    quiet: ["dueAt", "startedAt", "finishedAt", "markAt", "markId", "frozenAt", "audience"],
  },
  (table) => [
    index("campaigns_created", table, table.createdAt, table.id),
    index("campaigns_template", table, table.templateId),
    pg.index("campaigns_due").on(table.dueAt).where(sql`due_at is not null`),
    refersTo(table, "templateId", templates).onDelete("restrict"),
  ],
);

export const campaignContacts = records(
  "campaign_contacts",
  {
    campaignId: pg.uuid("campaign_id").notNull(),
    contactId: pg.uuid("contact_id").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  { whose: "contact", exported: true, kind: "recipient" },
  (table) => [
    uniqueIndex("campaign_contacts_campaign", table, table.campaignId, table.contactId),
    index("campaign_contacts_contact", table, table.contactId),
    refersTo(table, "campaignId", campaigns).onDelete("cascade"),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
  ],
);
