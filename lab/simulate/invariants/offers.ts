import { now } from "../machine.ts";
import { HOUR } from "../world.ts";
import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

export const offersHold: Invariant = {
  name: "offers",
  says: "A waiting-list offer holds its time for one person at a time, and lapses when it says.",
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
    return [...lines(both), ...lines(old), ...lines(long)];
  },
};
