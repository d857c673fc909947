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
import type { CampaignState } from "#lib/contract/campaign-terms.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { createdBy, instant, now, refersTo, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { contacts, ofOrganization, templates } from "./schema.ts";

/**
 * One email to one segment, or with `isChosen` to `campaignContacts`.
 * - `wall`: local start time ("2026-12-01T09:00"); null for now
 * - `subject`, `content`: copied from the template at the start
 * - `markAt`, `markId`: the last contact added to the audience
 * - `frozenAt`: when the audience was complete
 */
export const campaigns = pgTable(
  "campaigns",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    templateId: uuid("template_id"),
    conditions: jsonb("conditions").$type<Segment>().notNull(),
    isChosen: boolean("is_chosen").notNull().default(false),
    state: text("state").$type<CampaignState>().notNull().default("draft"),
    wall: text("wall"),
    dueAt: instant("due_at"),
    subject: text("subject"),
    content: text("content"),
    startedAt: instant("started_at"),
    markAt: instant("mark_at"),
    markId: uuid("mark_id"),
    frozenAt: instant("frozen_at"),
    audience: integer("audience").notNull().default(0),
    finishedAt: instant("finished_at"),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("campaigns_created").on(table.organizationId, table.createdAt, table.id),
    index("campaigns_template").on(table.organizationId, table.templateId),
    index("campaigns_due").on(table.dueAt).where(sql`due_at is not null`),
    refersTo(table, "templateId", templates).onDelete("restrict"),
  ],
);
register(campaigns, {
  whose: "store",
  exported: true,
  kind: "campaign",
  quiet: ["dueAt", "startedAt", "finishedAt", "markAt", "markId", "frozenAt", "audience"],
});

export const campaignContacts = pgTable(
  "campaign_contacts",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    campaignId: uuid("campaign_id").notNull(),
    contactId: uuid("contact_id").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("campaign_contacts_campaign").on(table.organizationId, table.campaignId, table.contactId),
    index("campaign_contacts_contact").on(table.organizationId, table.contactId),
    refersTo(table, "campaignId", campaigns).onDelete("cascade"),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
  ],
);
register(campaignContacts, { whose: "contact", exported: true, kind: "recipient" });
