import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { CampaignState } from "#lib/contract/campaign-terms.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { createdBy, instant, times, version } from "./columns.ts";
import { ofOrganization, templates } from "./schema.ts";

/**
 * One template's mail to one segment, once. `wall` is when it starts by the store's clock ("2026-12-01T09:00"), null at
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
