import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
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
import { createdBy, instant, now, times, version } from "./columns.ts";
import { contacts, ofOrganization, templates } from "./schema.ts";

/**
 * One template's mail to one segment, once; where it `isChosen`, to the contacts of `campaignContacts` instead. `wall` is when it starts by the store's clock ("2026-12-01T09:00"), null at
 * once. From its start on `subject` and `content` are what the template said then, and the template is no longer named.
 * Its mails are its audience, which is looked for in the order of contacts up to `markAt` and `markId`, to the end at
 * `frozenAt`. `dueAt` is when a job has something to do with it; null for never.
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
    // Asked across organizations, by whichever host is awake.
    index("campaigns_due").on(table.dueAt).where(sql`due_at is not null`),
    foreignKey({
      columns: [table.organizationId, table.templateId],
      foreignColumns: [templates.organizationId, templates.id],
    }).onDelete("restrict"),
  ],
);

/** Who was chosen for a campaign one by one. In the journal such a row is called as its campaign, and told with its contact. */
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
    foreignKey({
      columns: [table.organizationId, table.campaignId],
      foreignColumns: [campaigns.organizationId, campaigns.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete("cascade"),
  ],
);
