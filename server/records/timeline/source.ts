import { type SQL, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import type { TimelineKind } from "#lib/contract/timeline-terms.ts";

type Entry = Answer<"timeline.ofContact">[number];

/** What to read: the contact, the reader, the search, and the last entry of the previous page. */
export type Place = {
  organizationId: string;
  contactId: string;
  /** The contact, and contacts merged into it. */
  contactIds: string[];
  personId: string;
  before: { at: string; id: string } | null;
  /** All patterns must match. */
  patterns: string[];
  now: Date;
  limit: number;
};

/**
 * One kind of timeline entry. `branch` selects its newest entries as (kind, id, at, detail), using an index
 * of its own.
 */
export type Source = {
  kind: Entry["kind"];
  /** The filter that shows this kind. */
  of: TimelineKind;
  branch: (place: Place) => SQL;
  count: (place: Place) => SQL;
};

/** A timestamp as text with microseconds. */
export const iso = (moment: SQL) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Condition for entries after the previous page, newest first. */
export function after({ before }: Place, at: SQL, id: SQL): SQL {
  return before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``;
}

export const newest = ({ limit }: Place, at: SQL, id: SQL) =>
  sql`order by ${at} desc, ${id} desc limit ${limit}`;

/** Condition that a normalized text matches all patterns. */
export const matches = ({ patterns }: Place, text: SQL) =>
  sql.join(patterns.map((pattern) => sql`and ${text} like ${pattern}`));

/** Normalizes a text for `matches`. */
export const normalized = (text: SQL) => sql`mail_search('', '', ${text})`;

export const own = ({ organizationId, contactId }: Place, table: SQL = sql``) =>
  sql`${table}organization_id = ${organizationId}::uuid and ${table}contact_id = ${contactId}::uuid`;
