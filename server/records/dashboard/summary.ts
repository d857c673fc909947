import { type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, daysBetween } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { timestamp } from "#server/platform/db/timezone.ts";

/** Days in the store's time zone, both included. */
type Period = { organizationId: string; timezone: string; start: string; end: string };

/** `...Before`: in the previous period of the same length. Contacts are all that existed by then. */
export type Totals = {
  contacts: string;
  contactsBefore: string;
  revenue: string;
  revenueBefore: string;
  emails: string;
  emailsBefore: string;
  emailsKept: string;
  appointments: string;
  appointmentsBefore: string;
};

export async function totals(db: Db, period: Period): Promise<Totals> {
  const { organizationId, timezone, start } = period;
  const total = (what: string, from: string, to: string) =>
    sql`total_between(${organizationId}, ${what}, ${sql.raw(from)}, ${sql.raw(to)})`;
  const { starts, ends } = boundsOf(period);
  const before = timestamp(startOfDay(start, timezone, -daysIn(period)));
  const { rows } = await db.execute<Totals>(sql`
    with bounds as (
      select ${starts}::timestamptz as starts, ${ends}::timestamptz as ends, ${before}::timestamptz as before
    )
    select ${total("contacts", "'-infinity'", "ends")} as contacts,
      ${total("contacts", "'-infinity'", "starts")} as "contactsBefore",
      ${total("revenue", "starts", "ends")} as revenue,
      ${total("revenue", "before", "starts")} as "revenueBefore",
      ${total("emails", "starts", "ends")} as emails,
      ${total("emails", "before", "starts")} as "emailsBefore",
      (select count(*) from mails where organization_id = ${organizationId} and state = 'kept'
        and created_at >= starts and created_at < ends)
      + (select count(*) from mails where organization_id = ${organizationId} and state = 'queued'
        and reason = ${NO_ACCOUNT} and created_at >= starts and created_at < ends) as "emailsKept",
      ${total("appointments", "starts", "ends")} as appointments,
      ${total("appointments", "before", "starts")} as "appointmentsBefore"
    from bounds`);
  return rows[0] as Totals;
}

function boundsOf({ timezone, start, end }: Period) {
  return {
    starts: timestamp(startOfDay(start, timezone)),
    ends: timestamp(startOfDay(end, timezone, 1)),
  };
}

export function daysIn({ start, end }: Pick<Period, "start" | "end">): number {
  return daysBetween(start, end) + 1;
}

type RecentSale = {
  id: string;
  cost: string;
  refunded: string;
  createdAt: string;
  invoiceNumber: string | null;
  contactId: string | null;
  contactName: string;
  item: string;
};

function within(period: Period): SQL {
  const { starts, ends } = boundsOf(period);
  return sql`organization_id = ${period.organizationId}
    and created_at >= ${starts}::timestamptz and created_at < ${ends}::timestamptz`;
}

export async function recentSales(db: Db, period: Period, limit: number): Promise<RecentSale[]> {
  const { rows } = await db.execute<RecentSale>(sql`
    select id, cost, refunded, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      invoice_number as "invoiceNumber", contact_id as "contactId", contact_name as "contactName",
      product_category_name as item
    from purchases where ${within(period)}
    order by purchases.created_at desc, id desc limit ${limit}`);
  return rows;
}

type Day = { day: string; revenue: string; customers: string };

export async function salesByDay(db: Db, period: Period): Promise<Day[]> {
  const days = Array.from({ length: daysIn(period) }, (_, n) => addDays(period.start, n));
  const starts = days.map((day) => timestamp(startOfDay(day, period.timezone)));
  const { rows } = await db.execute<Day>(sql`
    with counted as (
      select created_at, cost as revenue, contact_id from purchases where ${within(period)}
      union all select created_at, -amount, null from refunds where ${within(period)}
    ), sold as (
      select width_bucket(created_at, ${sql.param(starts)}::timestamptz[])::int as nth, sum(revenue) as revenue,
        count(distinct contact_id) as customers
      from counted group by 1
    )
    select day, coalesce(revenue, 0) as revenue, coalesce(customers, 0) as customers
    from unnest(${sql.param(days)}::text[]) with ordinality as days (day, nth) left join sold using (nth) order by nth`);
  return rows;
}
