import { dayOf } from "#lib/time/days.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { daysIn, recentSales, salesByDay, type Totals, totals } from "./summary.ts";

const DAYS_SHOWN = 31;
const RECENT = 8;
const CUSTOMERS = 5;
// Enough to find different customers.
const LOOKED_THROUGH = 60;

export const dashboard = {
  "dashboard.summary": async ({ host, user, query, read }) => {
    const { organizationId } = user;
    const [sums, sales, byDay] = await read(async (db) => {
      const timezone = await timezoneOf(db, organizationId);
      const start = query.start_date ?? "0001-01-01";
      const end = query.end_date ?? dayOf(host.clock(), timezone);
      if (start > end) throw new HttpError(400, "start_date: must not be after end_date");
      const period = { organizationId, timezone, start, end };
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
