import { now } from "../machine.ts";
import { HOUR } from "../world.ts";
import { type Invariant, lines, rowsOf, sql } from "./invariant.ts";

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
    return [...lines(both), ...lines(old)];
  },
};
