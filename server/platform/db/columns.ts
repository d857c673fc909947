import { sql } from "drizzle-orm";
import { customType, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ConsentSource, ConsentState } from "#lib/contract/consent.ts";

// Columns that many tables have.

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const now = sql`now()`;
export const times = () => ({
  createdAt: instant("created_at").notNull().default(now),
  updatedAt: instant("updated_at").notNull().default(now),
});

/** Counts the changes that people make to a record: server/platform/db/record.ts. */
export const version = () => ({ version: integer("version").notNull().default(1) });

export const organizationId = () => uuid("organization_id").notNull();

/** The name of who made a record, as it was then: it stays when the person goes. Null where nobody knows any more. */
export const createdBy = () => text("created_by");

/**
 * Whether a contact wants marketing mails: what they said, when, and where that is known from; by whom, and in which words
 * where somebody else told of it.
 */
export const consent = () => ({
  consent: text("consent").$type<ConsentState>().notNull().default("unknown"),
  consentAt: instant("consent_at"),
  consentSource: text("consent_source").$type<ConsentSource>(),
  consentBy: text("consent_by"),
  consentSaid: text("consent_said"),
});
