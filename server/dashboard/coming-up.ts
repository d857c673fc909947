import { sql } from "drizzle-orm";
import type { ComingUp } from "#lib/contract/dashboard.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/db/client.ts";
import { timestamp } from "#server/db/timezone.ts";

/** `startsAt` is null for what has no time. The contact's id is null where only the booking knows the name. */
export type Coming = {
  kind: ComingUp["kind"];
  day: string;
  startsAt: string | null;
  title: string;
  contactId: string | null;
  name: string;
  email: string;
};

type Asked = { organizationId: string; timezone: string; now: Date; days: number; limit: number };

/**
 * Birthdays and anniversaries of the next days, today included, soonest first: of one day, those of the oldest
 * customers. 29 February is kept on the 28th in common years.
 */
export async function comingDays(
  db: Db,
  { organizationId, timezone, now, days, limit }: Asked,
): Promise<Coming[]> {
  const { rows } = await db.execute<Coming>(sql`
    with days as (
      select ${dayOf(now, timezone)}::date + n as day from generate_series(0, ${days - 1}::int) as n
    ), marks as (
      select day, (extract(month from day) * 100 + extract(day from day))::smallint as month_day from days
      union all
      select day, 229 from days
      where extract(month from day) = 2 and extract(day from day) = 28 and extract(month from day + 1) = 3
    )
    (
      select 'birthday' as kind, ${found} from marks cross join lateral (
        select * from contacts where organization_id = ${organizationId} and birthday_month_day = marks.month_day
          and birthday <= marks.day order by id limit ${limit}
      ) as found order by marks.day, id limit ${limit}
    ) union all (
      select 'anniversary', ${found} from marks cross join lateral (
        select * from contacts where organization_id = ${organizationId} and anniversary_month_day = marks.month_day
          and anniversary <= marks.day order by id limit ${limit}
      ) as found order by marks.day, id limit ${limit}
    ) order by day, kind desc limit ${limit}`);
  return rows;
}

const found = sql`to_char(marks.day, 'YYYY-MM-DD') as day, null as "startsAt", '' as title, found.id as "contactId",
  trim(first_name || ' ' || last_name) as name, email`;

/** The appointments that begin from now on until the last of the days ends, soonest first. */
export async function comingAppointments(
  db: Db,
  { organizationId, timezone, now, days, limit }: Asked,
): Promise<Coming[]> {
  const ends = timestamp(startOfDay(dayOf(now, timezone), timezone, days));
  const { rows } = await db.execute<Coming & { startsAt: string }>(sql`
    select 'appointment' as kind,
      to_char(booked.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt",
      booked.title, booked.contact_id as "contactId", booked.email,
      coalesce(trim(contacts.first_name || ' ' || contacts.last_name), booked.name) as name
    from (
      select * from bookings where organization_id = ${organizationId} and status = 'CONFIRMED'
        and starts_at >= ${now}::timestamptz and starts_at < ${ends}::timestamptz
      order by starts_at limit ${limit}
    ) as booked
    left join contacts on contacts.organization_id = ${organizationId} and contacts.id = booked.contact_id
    order by booked.starts_at`);
  return rows.map((row) => ({ ...row, day: dayOf(Date.parse(row.startsAt), timezone) }));
}
