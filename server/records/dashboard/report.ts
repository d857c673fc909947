import { and, eq, sql } from "drizzle-orm";
import { MOST_REPORT_DAYS } from "#lib/contract/report-terms.ts";
import { addDays } from "#lib/time/days.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { usableCategories } from "#server/platform/db/categories.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { edgesOf, monthsOf, yearBefore } from "./months.ts";
import { bestCustomers, type Figures, type Seller, sumsOf, sumsOfSellers } from "./report-figures.ts";

const BEST = 20;

export const report = {
  "dashboard.report": ({ user, query: { from, to, category, person: seller }, read }) => {
    if (from < "1900-01-01" || to > "2999-12-31") throw new HttpError(400, "from: must be in 1900 to 2999");
    if (from > to) throw new HttpError(400, "from: must not be after to");
    if (to >= addDays(from, MOST_REPORT_DAYS)) throw new HttpError(400, "to: At most five years");
    const { organizationId } = user;
    const period = { from, to };
    const before = yearBefore(period);
    const months = monthsOf(period);

    return read(async (db) => {
      const timezone = await timezoneOf(db, user);
      if (category) await checkCategory(db, organizationId, category);
      const person = seller ? await sellerOf(db, organizationId, seller) : undefined;
      const asked = (days: typeof months) => ({
        organizationId,
        category,
        person,
        edges: edgesOf(days, timezone),
      });
      const [now, then] = [asked(months), asked(months.map(yearBefore))];
      const sums = await sumsOf(db, now);
      const past = await sumsOf(db, then);
      return {
        period,
        before,
        total: sums.total,
        totalBefore: past.total,
        months: months.map((days, i) => ({
          ...days,
          ...(sums.months[i] ?? sums.total),
          before: past.months[i]?.revenue ?? "0",
        })),
        categories: compareYears(
          sums.categories,
          past.categories,
          ({ category: { id, name } }) => id ?? name,
        ),
        people: compareYears(
          await sumsOfSellers(db, now),
          await sumsOfSellers(db, then),
          ({ person }) => person?.id ?? person?.name ?? "",
        ),
        best: await bestCustomers(db, now, then, BEST),
      };
    });
  },
} satisfies Partial<Handlers>;

const NONE: Figures = { sales: 0, sold: "0", refunded: "0", revenue: "0", average: null };

/** Highest revenue first; includes rows that only sold a year earlier. */
function compareYears<T extends Figures>(now: T[], past: T[], keyOf: (row: T) => string) {
  const before = new Map(past.map((row) => [keyOf(row), row]));
  const known = new Set(now.map(keyOf));
  return [...now, ...past.filter((row) => !known.has(keyOf(row))).map((row) => ({ ...row, ...NONE }))]
    .map((row) => ({ ...row, before: before.get(keyOf(row))?.revenue ?? "0" }))
    .sort((a, b) => Number(b.revenue) - Number(a.revenue) || Number(b.before) - Number(a.before));
}

async function timezoneOf(db: Db, { organizationId, role }: SignedIn): Promise<string> {
  const { timezone, everybodySeesReports } = organizations;
  const [found] = await db
    .select({ timezone, isAllowed: everybodySeesReports })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!found) throw notFound();
  if (role === "USER" && !found.isAllowed)
    throw new HttpError(403, "Only the owner and admins can see reports");
  return found.timezone;
}

async function checkCategory(db: Db, organizationId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  if ((await usableCategories(db, organizationId, id)).length === 0) throw notFound();
}

async function sellerOf(db: Db, organizationId: string, id: string): Promise<Seller> {
  const [found] = isId(id)
    ? await db
        .select({
          id: users.id,
          name: sql<string | null>`(select case when count(*) = 1 then min(called) end from (
            select first_name || ' ' || last_name as called from users where organization_id = ${organizationId}
          ) as team where called = ${users.firstName} || ' ' || ${users.lastName})`,
        })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), eq(users.id, id)))
    : [];
  if (!found) throw notFound();
  return found;
}
