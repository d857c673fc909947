import { boolean, index, text, uuid } from "drizzle-orm/pg-core";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import { createdBy, times, version } from "./columns.ts";
import { records } from "./schema.ts";

/**
 * `segment` is JSON, `sort` the order of its list. When the author is removed, private segments are deleted
 * and shared ones keep a null `userId`.
 */
export const segments = records(
  "segments",
  {
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
  {
    whose: "person",
    exported: true,
    kind: "segment",
    references: { userId: ["users", "set null"] },
  },
  (table) => [index("segments_user").on(table.organizationId, table.userId)],
);
