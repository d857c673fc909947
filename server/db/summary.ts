import { sql } from "drizzle-orm";
import type { Db } from "./client.ts";

/** Whole days in the organization's timezone, both included: "2026-11-15" to "2026-11-21". */
export type Period = { organizationId: string; start: string; end: string };

export type Totals = {
  contacts: string;
  contactsBefore: string;
  revenue: string;
  revenueBefore: string;
};

/** The period's two instants, and where the one before it of the same length begins. */
const bounds = ({ organizationId, start, end }: Period) => sql`bounds as (
  select starts, ends, starts - (ends - starts) as before from (
    select ${start}::date::timestamp at time zone timezone as starts,
      (${end}::date + 1)::timestamp at time zone timezone as ends
    from organizations where id = ${organizationId}
  ) as period
)`;

/** Counts and sums leave as Postgres writes them: money never becomes a float here. */
export async function totals(db: Db, period: Period): Promise<Totals | undefined> {
  const id = period.organizationId;
  const { rows } = await db.execute<Totals>(sql`with ${bounds(period)}
    select
      (select count(*) from contacts where organization_id = ${id} and created_at < ends) as contacts,
      (select count(*) from contacts where organization_id = ${id} and created_at < starts) as "contactsBefore",
      (select coalesce(sum(cost), 0) from purchases
        where organization_id = ${id} and created_at >= starts and created_at < ends) as revenue,
      (select coalesce(sum(cost), 0) from purchases
        where organization_id = ${id} and created_at >= before and created_at < starts) as "revenueBefore"
    from bounds`);
  return rows[0];
}

export type RecentSale = {
  id: string;
  cost: string;
  createdAt: string;
  invoiceNumber: string | null;
  contactId: string | null;
  contactName: string;
  item: string;
};

/** The period's newest sales, at most `limit`. */
export async function recentSales(db: Db, period: Period, limit: number): Promise<RecentSale[]> {
  const { rows } = await db.execute<RecentSale>(sql`with ${bounds(period)}
    select id, cost, to_char(purchases.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      invoice_number as "invoiceNumber", contact_id as "contactId", contact_name as "contactName",
      product_category_name as item
    from purchases, bounds
    where organization_id = ${period.organizationId} and created_at >= starts and created_at < ends
    order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** What each day of the period brought in, days without a sale included. */
export async function revenueByDay(db: Db, period: Period): Promise<{ day: string; amount: string }[]> {
  const { rows } = await db.execute<{ day: string; amount: string }>(sql`with ${bounds(period)}, days as (
      select (purchases.created_at at time zone timezone)::date as day, sum(cost) as amount
      from purchases, bounds, organizations
      where organizations.id = ${period.organizationId} and organization_id = organizations.id
        and purchases.created_at >= starts and purchases.created_at < ends
      group by 1
    )
    select to_char(series.day, 'YYYY-MM-DD') as day, coalesce(days.amount, 0) as amount
    from generate_series(${period.start}::date, ${period.end}::date, interval '1 day') as series (day)
    left join days on days.day = series.day::date order by series.day`);
  return rows;
}
