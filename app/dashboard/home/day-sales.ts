import type { Summary } from "#lib/contract/dashboard.ts";
import { formatDay, readDay } from "#lib/dates.ts";

/** `customers` is null where the host does not count them. */
export type DaySales = { day: string; revenue: number; customers: number | null };

/** The days of a short period; null where the host answers none. */
export function daySales({ revenueByDay, customersByDay }: Summary): DaySales[] | null {
  if (!revenueByDay || revenueByDay.length === 0) return null;
  const customers = new Map(customersByDay?.map(({ day, amount }) => [day, amount]));
  return revenueByDay.map(({ day, amount }) => ({
    day,
    revenue: amount ?? 0,
    customers: customers.get(day) ?? null,
  }));
}

/** "Nov 15, 2026". */
export function dayName({ day }: { day: string }): string {
  return formatDay(readDay(day));
}
