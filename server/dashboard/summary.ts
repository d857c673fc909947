import { sql } from "drizzle-orm";
import { daysBetween } from "#lib/time/days.ts";
import type { Db } from "#server/db/client.ts";

/** Whole days in the organization's timezone, both included: "2026-11-15" to "2026-11-21". */
type Period = { organizationId: string; start: string; end: string };

/** `...Before`: in as many days before the period; contacts are all who had come by then. */
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

/** The period's instants, as Postgres writes them. */
type Bounds = { organizationId: string; starts: string; ends: string };

// The calendar of Postgres begins in 4713 BC.
const LONGEST_DAYS = 1_000_000;

/** Counts and sums leave as Postgres writes them: money never becomes a float here. Null without the organization. */
export async function totals(
  db: Db,
  { organizationId, start, end }: Period,
): Promise<{ sums: Totals; bounds: Bounds } | null> {
  const days = Math.min(daysIn({ start, end }), LONGEST_DAYS);
  const total = (what: string, from: string, to: string) =>
    sql`total_between(${organizationId}, ${what}, ${sql.raw(from)}, ${sql.raw(to)})`;
  const { rows } = await db.execute<Totals & Omit<Bounds, "organizationId">>(sql`
    with bounds as (
      select ${start}::date::timestamp at time zone timezone as starts,
        (${end}::date + 1)::timestamp at time zone timezone as ends,
        (${start}::date - ${days}::int)::timestamp at time zone timezone as before
      from organizations where id = ${organizationId}
    )
    select starts::text, ends::text,
      ${total("contacts", "'-infinity'", "ends")} as contacts,
      ${total("contacts", "'-infinity'", "starts")} as "contactsBefore",
      ${total("revenue", "starts", "ends")} as revenue,
      ${total("revenue", "before", "starts")} as "revenueBefore",
      ${total("emails", "starts", "ends")} as emails,
      ${total("emails", "before", "starts")} as "emailsBefore",
      (select count(*) from mails where organization_id = ${organizationId} and state = 'kept'
        and created_at >= starts and created_at < ends) as "emailsKept",
      ${total("appointments", "starts", "ends")} as appointments,
      ${total("appointments", "before", "starts")} as "appointmentsBefore"
    from bounds`);
  const [found] = rows;
  if (!found) return null;
  const { starts, ends, ...sums } = found;
  return { sums, bounds: { organizationId, starts, ends } };
}

/** Both ends included. */
export function daysIn({ start, end }: Omit<Period, "organizationId">): number {
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

const within = ({ organizationId, starts, ends }: Bounds) => sql`organization_id = ${organizationId}
  and created_at >= ${starts}::timestamptz and created_at < ${ends}::timestamptz`;

/** The period's newest sales, at most `limit`. */
export async function recentSales(db: Db, bounds: Bounds, limit: number): Promise<RecentSale[]> {
  const { rows } = await db.execute<RecentSale>(sql`
    select id, cost, refunded, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      invoice_number as "invoiceNumber", contact_id as "contactId", contact_name as "contactName",
      product_category_name as item
    from purchases where ${within(bounds)}
    order by purchases.created_at desc, id desc limit ${limit}`);
  return rows;
}

type Day = { day: string; revenue: string; customers: string };

/** What each day of the period brought in, less what was given back on it, and how many customers bought; days without a sale included. */
export async function salesByDay(db: Db, { start, end }: Period, bounds: Bounds): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    with counted as (
      select created_at, cost as revenue, contact_id from purchases where ${within(bounds)}
      union all select created_at, -amount, null from refunds where ${within(bounds)}
    ), sold as (
      select (created_at at time zone (select timezone from organizations where id = ${bounds.organizationId}))::date
        as day, sum(revenue) as revenue, count(distinct contact_id) as customers
      from counted group by 1
    )
    select to_char(series.day, 'YYYY-MM-DD') as day, coalesce(revenue, 0) as revenue, coalesce(customers, 0) as customers
    from generate_series(${start}::date, ${end}::date, interval '1 day') as series (day)
    left join sold on sold.day = series.day::date order by series.day`);
  return rows;
}
