import { type Invariant, lines, rowsOf, sql } from "./invariant.ts";

export const calendars: Invariant = {
  name: "calendars",
  says: "The store's calendars hold each appointment once, at its time, and no cancelled one.",
  async check(look) {
    const missing = await rowsOf(
      look,
      sql`select b.id, b.user_id, b.starts_at, b.status, count(e.uid)::int as events from bookings b
          left join calendar_events e on e.organization_id = b.organization_id and e.uid = b.id::text
            and e.user_id = b.user_id and e.starts_at = b.starts_at and e.ends_at = b.ends_at
        where b.calendar_state = 'written' and b.status = 'CONFIRMED' and b.user_id is not null
          and not exists (select from accounts a where a.organization_id = b.organization_id and a.user_id = b.user_id)
        group by b.organization_id, b.id having count(e.uid) <> 1`,
    );
    const extra = await rowsOf(
      look,
      sql`select e.uid, e.user_id, e.starts_at, b.starts_at as booked, b.status from calendar_events e
          left join bookings b on b.organization_id = e.organization_id and b.id::text = e.uid
        where e.calendar_id = 'store' and b.calendar_state = 'written' and (b.status = 'CANCELLED' or b.user_id <> e.user_id)
          and not exists (select from former_events f where f.organization_id = e.organization_id and f.booking_id::text = e.uid)`,
    );
    return [
      ...lines(missing).map((line) => `not there: ${line}`),
      ...lines(extra).map((line) => `extra: ${line}`),
    ];
  },
};
