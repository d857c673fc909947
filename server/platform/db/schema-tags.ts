import { sql } from "drizzle-orm";
import { index, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, now, refersTo, times, version } from "./columns.ts";
import { contacts, records } from "./schema.ts";

/**
 * Names are unique without regard to case. `merged`: ids of tags merged into this one, because old links use
 * them.
 */
export const tags = records(
  "tags",
  {
    name: text("name").notNull(),
    nameKey: text("name_key").generatedAlwaysAs(sql`lower(name)`),
    color: smallint("color").notNull(),
    merged: uuid("merged").array().notNull().default([]),
    ...version(),
    ...times(),
  },
  { whose: "store", exported: true, kind: "tag" },
  (table) => [uniqueIndex("tags_name").on(table.organizationId, table.nameKey)],
);

export const contactTags = records(
  "contact_tags",
  {
    contactId: uuid("contact_id").notNull(),
    tagId: uuid("tag_id").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  { whose: "contact", exported: true, kind: "tagging" },
  (table) => [
    uniqueIndex("contact_tags_contact").on(table.organizationId, table.contactId, table.tagId),
    index("contact_tags_tag").on(table.organizationId, table.tagId, table.contactId),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
    refersTo(table, "tagId", tags).onDelete("cascade"),
  ],
);
