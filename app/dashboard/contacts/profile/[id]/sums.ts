import { readDay, today } from "#lib/dates.ts";

/** A form that was just sent stands in the cache until the host answers, and its cost may be text. */
type Sold = { cost: number | string | null; createdAt: string | null };
export type Month = { name: string; short: string; total: number };

/** The sum of all costs, added in cents: 0.1 + 0.2 is 0.3. */
export function totalOf(sales: Sold[]): number {
  return sales.reduce((cents, { cost }) => cents + Math.round(Number(cost ?? 0) * 100), 0) / 100;
}

/** The last twelve months, this one last, with what was sold in each by the user's calendar. */
export function lastMonths(sales: Sold[], timezone?: string): Month[] {
  const now = today(timezone);
  const sold: Sold[][] = Array.from({ length: 12 }, () => []);
  for (const sale of sales) {
    const day = readDay(sale.createdAt, timezone);
    if (day) sold[(now.year - day.year) * 12 + now.month - day.month]?.push(sale);
  }
  return Array.from({ length: 12 }, (_, i) => {
    const ago = 11 - i;
    const first = new Date(Date.UTC(now.year, now.month - 1 - ago, 1));
    return { name: long.format(first), short: short.format(first), total: totalOf(sold[ago] ?? []) };
  });
}

const long = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Newest first, as hosts should answer; what has no date keeps its place. */
export function newestFirst<R extends { createdAt: string | null }>(rows: R[]): R[] {
  return rows.toSorted((a, b) =>
    a.createdAt && b.createdAt ? Date.parse(b.createdAt) - Date.parse(a.createdAt) : 0,
  );
}
