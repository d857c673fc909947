import { type SQL, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import type { TimelineKind } from "#lib/contract/timeline-terms.ts";

type Entry = Answer<"timeline.ofContact">[number];

/** Whose timeline is read, from where on (the entry before it), and what is looked for in it. */
export type Place = {
  organizationId: string;
  contactId: string;
  /** The contact's, and those that were merged into it. */
  cards: string[];
  /** Who reads it. */
  personId: string;
  before: { at: string; id: string } | null;
  /** What must all be found in an entry's text. */
  patterns: string[];
  now: Date;
  limit: number;
};

/**
 * One kind of entries. `branch` are its newest of a place, by an index of its own, as (kind, id, at, detail); `count` is how
 * many there are; `answer` makes of a stored detail what is answered under the kind's name.
 */
export type Source = {
  kind: Entry["kind"];
  /** What it is narrowed to and counted with. */
  of: TimelineKind;
  branch: (place: Place) => SQL;
  count: (place: Place) => SQL;
};

/** A moment as text, to the microsecond. */
export const iso = (moment: SQL) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Only what comes after the last entry of the page before, newest first. */
export function after({ before }: Place, at: SQL, id: SQL): SQL {
  return before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``;
}

export const newest = ({ limit }: Place, at: SQL, id: SQL) =>
  sql`order by ${at} desc, ${id} desc limit ${limit}`;

/** Each pattern is found in a text that was normalised before. */
export const found = ({ patterns }: Place, text: SQL) =>
  sql.join(patterns.map((pattern) => sql`and ${text} like ${pattern}`));

/** A text that is not normalised, for `found`. */
export const folded = (text: SQL) => sql`mail_search('', '', ${text})`;

export const own = ({ organizationId, contactId }: Place, table: SQL = sql``) =>
  sql`${table}organization_id = ${organizationId}::uuid and ${table}contact_id = ${contactId}::uuid`;
