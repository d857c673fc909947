import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OwnKind, OwnSubject } from "#lib/contract/field-terms.ts";
import { times, version } from "./columns.ts";
import { records } from "./schema.ts";

type StoredOption = { id: string; text: string; isArchived: boolean };

/** The store's own fields. Their values are in `fields` of contacts and sales. */
export const ownFields = records(
  "own_fields",
  {
    of: text("of").$type<OwnSubject>().notNull().default("contacts"),
    label: text("name").notNull(),
    group: text("group_name").notNull(),
    suffix: text("suffix").notNull().default(""),
    /** "" for a restored field that had none. */
    placeholder: text("placeholder").notNull().default(""),
    kind: text("kind").$type<OwnKind>().notNull(),
    options: jsonb("options").$type<StoredOption[]>().notNull().default([]),
    position: integer("position").notNull(),
    isRequired: boolean("is_required").notNull().default(false),
    isSearchable: boolean("is_searchable").notNull().default(false),
    isWarning: boolean("is_warning").notNull().default(false),
    isArchived: boolean("is_archived").notNull().default(false),
    ...version(),
    ...times(),
  },
  { whose: "store", exported: true, kind: "field", quiet: ["position"] },
  (table) => [
    uniqueIndex("own_fields_placeholder")
      .on(table.organizationId, sql`lower(${table.placeholder})`)
      .where(sql`${table.placeholder} <> ''`),
    index("own_fields_position").on(table.organizationId, table.position, table.id),
  ],
);
