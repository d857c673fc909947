import { sql } from "drizzle-orm";
import { changedAt, olderThan, values } from "./changes.ts";
import { matches, normalized, type Place, type Source } from "./source.ts";

const taggings = ({ organizationId, contactId }: Place) => sql`select j.*, null::jsonb as tie from journal j
  where j.organization_id = ${organizationId}::uuid and j.of_id = ${contactId}::uuid and j.kind = 'tagging'`;

const relations = ({ organizationId, contactId }: Place) => sql`
  select j.*, known.tie from (
      select distinct on (id) id, tie from (
        select r.id, to_jsonb(r) as tie from relations r where r.organization_id = ${organizationId}::uuid
          and (r.contact_id = ${contactId}::uuid or r.other_id = ${contactId}::uuid)
        union all select record_id, was from journal where organization_id = ${organizationId}::uuid
          and kind = 'relation' and action = 'deleted' and ${contactId} in (was->>'contact_id', was->>'other_id')
      ) as told order by id) as known
    join journal j on j.organization_id = ${organizationId}::uuid and j.record_id = known.id and j.kind = 'relation'`;

const both = (place: Place) => sql`(${taggings(place)} union all ${relations(place)}) as j`;

/** Stored in other tables than the contact. */
export const tagsAndRelations: Source = {
  kind: "change",
  of: "change",
  branch: (place) => sql`select 'change' as kind, id, ${changedAt} as at, jsonb_build_object('action', action,
      'reason', reason, 'actor', jsonb_build_object('kind', actor_kind, 'name', actor_name), 'was', null, 'now', null,
      'about', jsonb_build_object('kind', kind, 'name', case when tie is null then name
          when tie->>'contact_id' = ${place.contactId} then tie->>'name' else tie->>'other_name' end,
        'otherId', case when tie->>'contact_id' = ${place.contactId} then tie->>'other_id' else tie->>'contact_id' end)) as detail
    from ${both(place)} where true ${olderThan(place)} ${matches(place, normalized(sql`concat_ws(' ', name, ${values})`))}
    order by id desc limit ${place.limit}`,
  count: (place) => sql`select count(*) from ${both(place)}`,
};
