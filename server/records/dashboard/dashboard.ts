import { type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, addMonths, dayOf, daysBetween } from "#lib/time/days.ts";
import { type Db, executePrepared } from "#server/platform/db/client.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { openOf } from "#server/platform/db/sale-items.ts";
import { timestamp, timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export type Days = { from: string; to: string };

export function monthsOf({ from, to }: Days): Days[] {
  const months: Days[] = [];
  for (let first = from; first <= to; ) {
    const last = lastOfMonth(first);
    months.push({ from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return months;
}

export function edgesOf(months: Days[], timezone: string): Date[] {
  const days = months.map(({ from }) => from);
  const last = months.at(-1);
  return [...days, ...(last ? [addDays(last.to, 1)] : [])].map((day) => new Date(startOfDay(day, timezone)));
}

export function monthsBefore({ from, to }: Days, months: number): Days {
  const end = addMonths(to, -months);
  return { from: addMonths(from, -months), to: to === lastOfMonth(to) ? lastOfMonth(end) : end };
}

function lastOfMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Days in the store's time zone, both included. */
type Period = { timezone: string; start: string; end: string };

/** `...Before`: in the previous period of the same length. Contacts are all that existed by then. */
type Totals = {
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

async function totals(db: Db, period: Period): Promise<Totals> {
  const { timezone, start } = period;
  const total = (what: string, from: string, to: string) =>
    sql`total_between(${storeId}, ${what}, ${sql.raw(from)}, ${sql.raw(to)})`;
  const { starts, ends } = boundsOf(period);
  const before = timestamp(startOfDay(start, timezone, -daysIn(period)));
  const { rows } = await executePrepared<Totals>(
    db,
    sql`
    with bounds as (
      select ${starts}::timestamptz as starts, ${ends}::timestamptz as ends, ${before}::timestamptz as before
    )
    select ${total("contacts", "'-infinity'", "ends")} as contacts,
      ${total("contacts", "'-infinity'", "starts")} as "contactsBefore",
      ${total("revenue", "starts", "ends")} as revenue,
      ${total("revenue", "before", "starts")} as "revenueBefore",
      ${total("emails", "starts", "ends")} as emails,
      ${total("emails", "before", "starts")} as "emailsBefore",
      (select count(*) from ${owned("mails")} where state = 'kept'
        and created_at >= starts and created_at < ends)
      + (select count(*) from ${owned("mails")} where state = 'queued'
        and reason = ${NO_ACCOUNT} and created_at >= starts and created_at < ends) as "emailsKept",
      ${total("appointments", "starts", "ends")} as appointments,
      ${total("appointments", "before", "starts")} as "appointmentsBefore"
    from bounds`,
  );
  return rows[0] as Totals;
}

function boundsOf({ timezone, start, end }: Period) {
  return { starts: timestamp(startOfDay(start, timezone)), ends: timestamp(startOfDay(end, timezone, 1)) };
}

function daysIn({ start, end }: Pick<Period, "start" | "end">): number {
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
  open: string;
  item: string;
};

function within(period: Period): SQL {
  const { starts, ends } = boundsOf(period);
  return sql`created_at >= ${starts}::timestamptz and created_at < ${ends}::timestamptz`;
}

async function recentSales(db: Db, period: Period, limit: number): Promise<RecentSale[]> {
  const { rows } = await executePrepared<RecentSale>(
    db,
    sql`
    select id, cost, refunded, ${openOf} as open, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
      invoice_number as "invoiceNumber", contact_id as "contactId", contact_name as "contactName",
      product_category_name as item
    from ${owned("purchases")} where ${within(period)}
    order by purchases.created_at desc, id desc limit ${limit}`,
  );
  return rows;
}

type Day = { day: string; revenue: string; customers: string };

async function salesByDay(db: Db, period: Period): Promise<Day[]> {
  const days = Array.from({ length: daysIn(period) }, (_, n) => addDays(period.start, n));
  const starts = days.map((day) => timestamp(startOfDay(day, period.timezone)));
  const { rows } = await executePrepared<Day>(
    db,
    sql`
    with counted as (
      select created_at, cost as revenue, contact_id from ${owned("purchases")} where ${within(period)}
      union all select created_at, -amount, null from ${owned("refunds")} where ${within(period)}
    ), sold as (
      select width_bucket(created_at, ${sql.param(starts)}::timestamptz[])::int as nth, sum(revenue) as revenue,
        count(distinct contact_id) as customers
      from counted group by 1
    )
    select day, coalesce(revenue, 0) as revenue, coalesce(customers, 0) as customers
    from unnest(${sql.param(days)}::text[]) with ordinality as days (day, nth) left join sold using (nth) order by nth`,
  );
  return rows;
}

const DAYS_SHOWN = 31;
const RECENT = 8;
const CUSTOMERS = 5;
// Enough to find different customers.
const LOOKED_THROUGH = 60;

export const dashboard = {
  "dashboard.summary": async ({ host, query, read }) => {
    const [sums, sales, byDay] = await read(async (db) => {
      const timezone = await timezoneOf(db);
      const start = query.start_date ?? "0001-01-01";
      const end = query.end_date ?? dayOf(host.clock(), timezone);
      if (start > end) throw new HttpError(400, "start_date: must not be after end_date");
      const period = { timezone, start, end };
      return Promise.all([
        totals(db, period),
        recentSales(db, period, LOOKED_THROUGH),
        daysIn(period) <= DAYS_SHOWN ? salesByDay(db, period) : undefined,
      ]);
    });
    const recent = sales.map(({ contactId, contactName, ...sale }) => ({
      ...sale,
      contactId,
      contact: { id: contactId, name: contactName },
      productCategory: { id: null, name: sale.item },
    }));
    return {
      ...figures(sums),
      recentPurchases: recent.slice(0, RECENT),
      topContacts: customers(recent),
      revenueByDay: byDay?.map(({ day, revenue }) => ({ day, amount: revenue })),
      customersByDay: byDay?.map(({ day, customers }) => ({ day, amount: Number(customers) })),
    };
  },
} satisfies Partial<Handlers>;

function figures(sums: Totals) {
  return {
    totalContactsCount: Number(sums.contacts),
    contactsPercentageChange: change(sums.contactsBefore, sums.contacts),
    totalRevenue: sums.revenue,
    revenuePercentageChange: change(sums.revenueBefore, sums.revenue),
    emailsSent: Number(sums.emails),
    emailsSentPercentageChange: change(sums.emailsBefore, sums.emails),
    emailsKept: Number(sums.emailsKept),
    appointmentsBooked: Number(sums.appointments),
    appointmentsBookedPercentageChange: change(sums.appointmentsBefore, sums.appointments),
  };
}

function change(before: string, now: string): number | null {
  const base = Number(before);
  return base > 0 ? Math.round(((Number(now) - base) / base) * 10_000) / 100 : null;
}

type Sold = { contactId: string | null; contact: { name: string }; cost: string; createdAt: string };

function customers(sales: Sold[]) {
  const latest = new Map<string, Sold>();
  for (const sale of sales) {
    if (sale.contactId && !latest.has(sale.contactId)) latest.set(sale.contactId, sale);
  }
  return [...latest].slice(0, CUSTOMERS).map(([id, { contact, cost, createdAt }]) => ({
    contact: { id, name: contact.name },
    cost,
    createdAt,
  }));
}
