import { now } from "../machine.ts";
import { HOUR } from "../world.ts";
import { type Invariant, isNew, lines, MARGIN, rowsOf, sql } from "./invariant.ts";

export const offersHold: Invariant = {
  name: "offers",
  says: "An offer fits the waitlist entry, goes to the first in line, reserves the time for them alone, ends on time, and comes once.",
  async check(look) {
    const both = await rowsOf(
      look,
      sql`select o.id, o.user_id, o.starts_at, x.id as other from offers o join (
          select organization_id, id, user_id, blocked_from, blocked_until, null::uuid as booking_id from bookings where status = 'CONFIRMED' and not is_overlap
          union all select organization_id, id, user_id, blocked_from, blocked_until, null from offers where state = 'OPEN'
        ) x on x.organization_id = o.organization_id and x.user_id = o.user_id and x.id <> o.id
          and x.blocked_from < o.blocked_until and o.blocked_from < x.blocked_until
        where o.state = 'OPEN' and o.held_until > ${new Date(now()).toISOString()}::timestamptz`,
    );
    const old = await rowsOf(
      look,
      sql`select id, held_until from offers where state = 'OPEN' and held_until < ${new Date(now() - HOUR).toISOString()}::timestamptz`,
    );
    const long: object[] = [];
    for (const { id, timezone, movedAt } of look.stores)
      long.push(
        ...(await rowsOf(
          look,
          // From 21:00 to 8:00, people sleep.
          sql`select id, created_at, held_until from offers where organization_id = ${id} and ${isNew(look, "offers")}
            and held_until > created_at + interval '41 minutes' and created_at > ${new Date(movedAt + 60_000).toISOString()}::timestamptz
            and (created_at at time zone ${timezone})::time between '08:10' and '20:50'`,
        )),
      );
    const again = await rowsOf(
      look,
      sql`select o.id, o.wish_id, o.starts_at, x.state, x.held_until from offers o join offers x on x.organization_id = o.organization_id
          and x.wish_id = o.wish_id and x.starts_at = o.starts_at and x.id < o.id
        where ${isNew(look, "o")} and x.state in ('DECLINED', 'LAPSED')`,
    );
    const overtaken = await rowsOf(
      look,
      sql`select o.id, o.starts_at, w.id as wish, w.rank, f.id as first, f.rank as first_rank from offers o
          join wishes w on w.organization_id = o.organization_id and w.id = o.wish_id
          join wishes f on f.organization_id = o.organization_id and f.rank < w.rank and f.state in ('WAITING', 'OVER')
            and f.from_day = w.from_day and f.to_day = w.to_day and f.time_of_day = w.time_of_day
            and f.user_id is not distinct from w.user_id and f.created_at < o.created_at - interval '1 hour'
        where ${isNew(look, "o")} and not o.starts_at = any (select to_timestamp(k * 60) from unnest(f.known) k)
          -- Later, what was known is no longer stored.
          and o.created_at > ${new Date(now() - 24 * HOUR).toISOString()}::timestamptz
          and not exists (select from offers x where x.organization_id = o.organization_id and x.wish_id = f.id)`,
    );
    const gone = await rowsOf(
      look,
      sql`select m.id, m.to_address, m.state from mails m where ${isNew(look, "m")} and m.state = 'queued'
          and m.subject like 'A time opened up%' and not exists (select from offers o join wishes w
            on w.organization_id = o.organization_id and w.id = o.wish_id
          where o.organization_id = m.organization_id and o.state = 'OPEN' and lower(w.email) = lower(m.to_address))`,
    );
    const late = await rowsOf(
      look,
      sql`select m.id, m.sent_at, o.state, o.updated_at from mails m
          join wishes w on w.organization_id = m.organization_id and lower(w.email) = lower(m.to_address)
          join offers o on o.organization_id = w.organization_id and o.wish_id = w.id
            and o.created_at between m.created_at - ${MARGIN} and m.created_at + ${MARGIN}
        where ${isNew(look, "m")} and m.state = 'sent' and m.attempts = 1 and m.subject like 'A time opened up%'
          and o.state <> 'OPEN' and o.updated_at < m.sent_at - ${MARGIN}
          and not exists (select from offers x where x.organization_id = w.organization_id and x.wish_id = w.id
            and (x.state = 'OPEN' or x.updated_at >= m.sent_at - ${MARGIN}))`,
    );
    const others: object[] = [];
    for (const { id, timezone, movedAt } of look.stores)
      others.push(
        ...(await rowsOf(
          look,
          sql`select o.id, o.user_id, o.starts_at, w.user_id as wished, w.from_day, w.to_day from offers o
              join wishes w on w.organization_id = o.organization_id and w.id = o.wish_id
            where o.organization_id = ${id} and ${isNew(look, "o")} and o.created_at > ${new Date(movedAt + 60_000).toISOString()}::timestamptz
              and (w.user_id <> o.user_id or (o.starts_at at time zone ${timezone})::date not between w.from_day and w.to_day)`,
        )),
      );
    return [both, old, long, again, overtaken, gone, late, others].flatMap(lines);
  },
};
