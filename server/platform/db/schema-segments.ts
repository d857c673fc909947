import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { createdBy, times, version } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/**
 * Segments that people saved (lib/contract/segments.ts): of contacts or of sales; `segment` is its JSON, `sort` how its list is sorted. Its maker's alone, or
 * everybody's; `userId` is null once the maker was removed, and what was theirs alone is gone with them.
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
