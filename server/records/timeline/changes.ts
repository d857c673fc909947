import { type SQL, sql } from "drizzle-orm";
import { firstIdAt } from "#server/records/journal/history.ts";
import { matches, normalized, type Place, type Source } from "./source.ts";

/** Journal ids start with their time, so an index by id is in order of time. */
export const changedAt = sql`to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

export const values = sql`concat_ws(' ', actor_name, (select string_agg(value, ' ')
  from jsonb_each_text(coalesce(case when action = 'changed' then was end, '{}') || coalesce(now, '{}'))))`;

export const changes: Source = {
  kind: "change",
  of: "change",
  branch: (
    place,
  ) => sql`select 'change' as kind, id, ${changedAt} as at, jsonb_build_object('action', action, 'reason', reason,
      'actor', jsonb_build_object('kind', actor_kind, 'name', actor_name),
      'was', case when action = 'changed' then was end, 'now', now) as detail
    from journal where ${ofContact(place)} ${olderThan(place)} ${matches(place, normalized(values))}
    order by id desc limit ${place.limit}`,
  count: (place) => sql`select count(*) from journal where ${ofContact(place)}`,
};

const ofContact = ({ organizationId, contactId }: Place) =>
  sql`organization_id = ${organizationId}::uuid and record_id = ${contactId}::uuid and kind = 'contact'`;

/** Within the same millisecond the entry's id decides. */
export function olderThan({ before }: Place): SQL {
  if (!before) return sql``;
  const moment = Date.parse(before.at);
  const [first, next] = [firstIdAt(moment), firstIdAt(moment + 1)];
  const isWhole = before.at.endsWith("000Z");
  // The middle one: the entry's id, but within its millisecond.
  const [, bound] = [first, isWhole ? before.id : next, next].sort();
  return sql`and id < ${bound}::uuid`;
}
