import { sql } from "drizzle-orm";
import { afterPage, matches, newest, normalized, type Place, type Source } from "./source.ts";

// Row-level security limits these to what the reader may see.

const [at, id] = [sql`l.at`, sql`l.id`];
/** Characters of a message's text. */
const [SEARCHED, PREVIEW] = [4_000, 240];

const words = sql`concat_ws(' ', l.from_name, l.from_address, l.subject, left(l.text, ${sql.raw(String(SEARCHED))}))`;

export const letters: Source = {
  kind: "letter",
  of: "mail",
  branch: (place) => sql`select 'letter' as kind, l.id, l.at, jsonb_build_object('thread', l.thread,
      'direction', l.direction, 'person', case when u.id is not null
        then jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end,
      'isMine', l.user_id is not distinct from ${place.personId}::uuid,
      'from', jsonb_build_object('name', l.from_name, 'address', l.from_address), 'to', l."to",
      'subject', l.subject, 'preview', left(l.text, ${PREVIEW}), 'attachments', l.attachments,
      'shared', case when l.shared <> 'no' then jsonb_build_object('by', coalesce(l.shared_by, ''), 'all', l.shared = 'all') end,
      'state', l.state, 'reason', l.reason) as detail
    from letters l left join users u on u.organization_id = l.organization_id and u.id = l.user_id
    where ${ofContacts(place)} ${afterPage(place, at, id)} ${matches(place, normalized(words))} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from letters l where ${ofContacts(place)}`,
};

/** A message to several merged contacts is listed once. */
function ofContacts({ organizationId, contactIds }: Place) {
  const [card, ...merged] = contactIds.map((one) => sql`${one}::uuid`);
  const ofOrganization = sql`l.organization_id = ${organizationId}::uuid`;
  if (merged.length === 0) return sql`${ofOrganization} and l.contact_id = ${card}`;
  const all = sql.join([card, ...merged], sql`, `);
  return sql`${ofOrganization} and l.contact_id in (${all}) and not exists (select from letters same
    where same.organization_id = l.organization_id and same.hash = l.hash and same.contact_id in (${all})
      and same.id < l.id and (same.user_id = l.user_id or same.user_id is null and l.user_id is null))`;
}
