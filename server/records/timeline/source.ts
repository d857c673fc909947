import { type SQL, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import type { TimelineKind } from "#lib/contract/timeline-terms.ts";

type Entry = Answer<"timeline.ofContact">[number];

export type Place = {
  organizationId: string;
  contactId: string;
  contactIds: string[];
  personId: string;
  before: { at: string; id: string } | null;
  patterns: string[];
  now: Date;
  limit: number;
};

/** `branch` selects the newest entries as (kind, id, at, detail), using an index of its own. */
export type Source = {
  kind: Entry["kind"];
  of: TimelineKind;
  branch: (place: Place) => SQL;
  count: (place: Place) => SQL;
};

export const iso = (moment: SQL) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export function afterPage({ before }: Place, at: SQL, id: SQL): SQL {
  return before ? sql`and (${at}, ${id}) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``;
}

export const newest = ({ limit }: Place, at: SQL, id: SQL) =>
  sql`order by ${at} desc, ${id} desc limit ${limit}`;

export const matches = ({ patterns }: Place, text: SQL) =>
  sql.join(patterns.map((pattern) => sql`and ${text} like ${pattern}`));

export const normalized = (text: SQL) => sql`mail_search('', '', ${text})`;

export const own = ({ organizationId, contactId }: Place, table: SQL = sql``) =>
  sql`${table}organization_id = ${organizationId}::uuid and ${table}contact_id = ${contactId}::uuid`;
