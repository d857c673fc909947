import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, now, refersTo, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { contacts, ofOrganization } from "./schema.ts";

/**
 * Names are unique without regard to case. `merged`: ids of tags merged into this one, because old links use
 * them.
 */
export const tags = pgTable(
  "tags",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").generatedAlwaysAs(sql`lower(name)`),
    color: smallint("color").notNull(),
    merged: uuid("merged").array().notNull().default([]),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("tags_name").on(table.organizationId, table.nameKey),
  ],
);
register(tags, { whose: "store", exported: true, kind: "tag" });

export const contactTags = pgTable(
  "contact_tags",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    contactId: uuid("contact_id").notNull(),
    tagId: uuid("tag_id").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("contact_tags_contact").on(table.organizationId, table.contactId, table.tagId),
    index("contact_tags_tag").on(table.organizationId, table.tagId, table.contactId),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
    refersTo(table, "tagId", tags).onDelete("cascade"),
  ],
);
register(contactTags, { whose: "contact", exported: true, kind: "tagging" });
