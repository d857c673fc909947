import { sql } from "drizzle-orm";
import { afterPage, iso, matches, newest, normalized, own, type Place, type Source } from "./source.ts";

const [at, id] = [sql`b.starts_at`, sql`b.id`];

const columns = sql`'appointment' as kind, b.id, b.starts_at as at, jsonb_build_object('title', b.title,
  'endsAt', ${iso(sql`b.ends_at`)}, 'status', b.status, 'createdBy', b.created_by, 'answers', b.answers,
  'person', case when u.id is not null
    then jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end) as detail`;
const people = sql`bookings b left join users u on u.organization_id = b.organization_id and u.id = b.user_id`;
const isUpcoming = ({ now }: Place) =>
  sql`b.status = 'CONFIRMED' and b.ends_at > ${now.toISOString()}::timestamptz`;

export const appointments: Source = {
  kind: "appointment",
  of: "appointment",
  // Upcoming appointments are listed separately, but the search includes them.
  branch: (
    place,
  ) => sql`select ${columns} from ${people} where ${own(place, sql`b.`)} ${afterPage(place, at, id)}
      ${place.patterns.length > 0 ? sql`` : sql`and not (${isUpcoming(place)})`}
      ${matches(place, normalized(sql`concat_ws(' ', b.title, b.note)`))} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from bookings b where ${own(place, sql`b.`)}`,
};

// The calendar shows further ones.
const MAX_UPCOMING = 20;

export const upcoming = (place: Place) => sql`select ${columns} from ${people}
  where ${own(place, sql`b.`)} and ${isUpcoming(place)} order by b.starts_at, b.id limit ${MAX_UPCOMING}`;
