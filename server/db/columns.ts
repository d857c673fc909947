import { sql } from "drizzle-orm";
import { customType, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";

// Columns that many tables have.

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const now = sql`now()`;
export const times = () => ({
  createdAt: instant("created_at").notNull().default(now),
  updatedAt: instant("updated_at").notNull().default(now),
});

/** Counts the changes that people make to a record: server/db/record.ts. */
export const version = () => ({ version: integer("version").notNull().default(1) });

export const organizationId = () => uuid("organization_id").notNull();

/** The name of who made a record, as it was then: it stays when the person goes. Null where nobody knows any more. */
export const createdBy = () => text("created_by");
