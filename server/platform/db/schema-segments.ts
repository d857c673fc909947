import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { createdBy, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization } from "./schema.ts";

/**
 * `segment` is JSON, `sort` the order of its list. When the author is removed, private segments are deleted
 * and shared ones keep a null `userId`.
 */
export const segments = pgTable(
  "segments",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    of: text("of").$type<SegmentSubject>().notNull().default("contacts"),
    segment: text("segment").notNull(),
    sort: text("sort"),
    userId: uuid("user_id"),
    isShared: boolean("is_shared").notNull().default(false),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("segments_user").on(table.organizationId, table.userId),
  ],
);
register(segments, {
  whose: "person",
  exported: true,
  kind: "segment",
  references: { userId: ["users", "set null"] },
});
