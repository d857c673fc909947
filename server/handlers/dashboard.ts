import { recentSales, revenueByDay, type Totals, totals } from "../db/summary.ts";
import { HttpError } from "../errors.ts";
import type { Handlers } from "../handler.ts";

/** Longer periods are too many days for a picture. */
const DAYS_SHOWN = 31;
const RECENT = 8;
const CUSTOMERS = 5;
// Among that many of the newest sales there are enough different customers.
const LOOKED_THROUGH = 60;

export const dashboard = {
  "dashboard.summary": async ({ user, query, read }) => {
    const start = query.start_date ?? "0001-01-01";
    const end = query.end_date ?? new Date().toISOString().slice(0, 10);
    if (start > end) throw new HttpError(400, "start_date: must not be after end_date");
    const period = { organizationId: user.organizationId, start, end };
    const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

    const { sums, sales, byDay } = await read(async (db) => ({
      sums: await totals(db, period),
      sales: await recentSales(db, period, LOOKED_THROUGH),
      byDay: days <= DAYS_SHOWN ? await revenueByDay(db, period) : undefined,
    }));
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
      revenueByDay: byDay,
    };
  },
} satisfies Handlers;

function figures(sums: Totals | undefined) {
  const { contacts = "0", contactsBefore = "0", revenue = "0", revenueBefore = "0" } = sums ?? {};
  return {
    totalContactsCount: Number(contacts),
    contactsPercentageChange: change(contactsBefore, contacts),
    totalRevenue: revenue,
    revenuePercentageChange: change(revenueBefore, revenue),
  };
}

/** In per cent, to two decimals; null where there was nothing before to compare with. */
function change(before: string, now: string): number | null {
  const base = Number(before);
  return base > 0 ? Math.round(((Number(now) - base) / base) * 10_000) / 100 : null;
}

type Sold = { contactId: string | null; contact: { name: string }; cost: string; createdAt: string };

/** The last customers, each with their latest sale. */
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
