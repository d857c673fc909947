import { dayOf } from "#lib/time/days.ts";
import { isOpen, NOTICE } from "../store.ts";
import { DAY } from "../world.ts";
import { type Invariant, isNew, rowsOf, sql } from "./invariant.ts";

type Row = { id: string; store: string; at: string; from: string; until: string; off: boolean };

export const allowed: Invariant = {
  name: "allowed",
  says: "Visitors only book in opening hours, an hour to fourteen days ahead, and no day off or time reserved for another.",
  async check(look) {
    const wrong: string[] = [];
    for (const { id, timezone, movedAt } of look.stores) {
      const rows = await rowsOf<Row>(
        look,
        sql`select b.id, b.created_at as at, b.starts_at as from, b.ends_at as until, exists (select from hours_exceptions e
            where e.organization_id = b.organization_id and e.user_id = b.user_id and e.hours is null
              and e.created_at < b.created_at - interval '1 minute'
              and (b.starts_at at time zone ${timezone})::date between e.from_day and e.to_day) as off
          from bookings b where b.organization_id = ${id} and ${isNew(look, "b")} and b.sequence = 0 and b.request_key like 'visit-%'
            and b.created_at > ${new Date(movedAt + 60_000).toISOString()}::timestamptz`,
      );
      for (const row of rows) {
        const [at, from] = [Date.parse(row.at), Date.parse(row.from)];
        const isSoon = from < at + (NOTICE - 6) * 60_000;
        const isFar = dayOf(from, timezone) > dayOf(at + 6 * 60_000 + 14 * DAY, timezone);
        if (row.off || isSoon || isFar || !isOpen(timezone, from, Date.parse(row.until)))
          wrong.push(JSON.stringify(row));
      }
    }
    const over = await rowsOf(
      look,
      sql`select b.id, b.created_at, b.user_id, b.starts_at, o.id as offer, o.created_at as offered_at, o.held_until, o.state
        from bookings b join offers o on o.organization_id = b.organization_id and o.user_id = b.user_id
          and o.blocked_from < b.blocked_until and b.blocked_from < o.blocked_until
        where ${isNew(look, "b")} and b.sequence = 0 and b.request_key like 'visit-%' and o.booking_id is distinct from b.id
          and b.created_at > o.created_at + interval '1 minute' and b.created_at < o.held_until - interval '11 minutes'
          and (o.state = 'OPEN' or b.created_at < o.updated_at - interval '11 minutes')`,
    );
    return [...wrong, ...over.map((row) => `over an offer: ${JSON.stringify(row)}`)];
  },
};
