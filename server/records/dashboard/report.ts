import { eq, type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { type Comparison, MOST_REPORT_DAYS } from "#lib/contract/report-terms.ts";
import { contactSources } from "#lib/contract/segment-terms.ts";
import { addDays, daysBetween } from "#lib/time/days.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { usableCategories } from "#server/platform/db/categories.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { categoriesOfItems, refundedOfCategory, shareOf } from "#server/platform/db/sale-items.ts";
import { users } from "#server/platform/db/schema.ts";
import { getStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { type Days, edgesOf, monthsBefore, monthsOf } from "./dashboard.ts";

/** `name`: set if no other team member has it. */
type Seller = { id: string; name: string | null };

type Asked = { edges: Date[]; category?: string | undefined; person?: Seller | undefined };

/** Numeric text, so money never becomes a float. */
type Total = HostAnswer<"dashboard.report">["total"];
type Figures = Pick<Total, "sales" | "sold" | "refunded" | "revenue" | "tax" | "average">;
type Customers = Pick<Total, "customers" | "newCustomers">;
type Category = { id: string | null; name: string };

const edgesIn = ({ edges }: Asked) =>
  sql`${`{${edges.map((edge) => edge.toISOString()).join(",")}}`}::timestamptz[]`;

const within = (asked: Asked, at: SQL) => sql`${at} >= ${asked.edges.at(0)?.toISOString()}::timestamptz
  and ${at} < ${asked.edges.at(-1)?.toISOString()}::timestamptz`;

/** The seller's name. By default the person who recorded the sale, except for imports. */
const seller = sql`nullif(coalesce(p.sold_by, case when p.external_number is null then p.created_by end), '')`;

const bySeller = ({ person }: Asked) =>
  person
    ? sql`and (p.sold_by_id = ${person.id}::uuid or p.sold_by_id is null and ${seller} = ${person.name})`
    : sql.empty();

const ofCategory = ({ category }: Asked) =>
  category ? sql`and c.category_id = ${category}::uuid` : sql.empty();

/** Most sales have no items, and are one part. */
const whole = {
  which: sql`not p.has_items`,
  back: sql`r.amount`,
  parts: sql`lateral (
    select p.product_category_id as category_id, p.product_category_name as category, p.cost as part,
      0::numeric as start, true as is_first
  ) as c`,
};

const byItems = { which: sql`p.has_items`, back: refundedOfCategory, parts: categoriesOfItems };

const soldIn = (asked: Asked, { which, parts }: typeof whole) => sql`
  select p.created_at as at, case when ${asked.category ? sql`true` : sql`c.is_first`} then 1 else 0 end as sale,
    1 as of_category, c.part as sold, 0::numeric as refunded,
    ${shareOf(sql`p.tax`, sql`c.start`, sql`c.start + c.part`)} as tax, p.contact_id, c.category_id, c.category,
    p.sold_by_id as seller_id, ${seller} as seller
  from ${owned("purchases", "p")}, ${parts}
  where ${which} and ${within(asked, sql`p.created_at`)} ${bySeller(asked)} ${ofCategory(asked)}`;

const gone = sql`c.start + sum(back.amount) over gone`;

/** Tax is shared over all refunds so far, so that the last one returns exactly the rest. */
const refundedIn = (asked: Asked, { which, back, parts }: typeof whole) => sql`
  select * from (
    select r.created_at as at, 0, 0, 0, back.amount,
      -(${shareOf(sql`p.tax`, sql`${gone} - back.amount`, gone)}),
      p.contact_id, c.category_id, c.category, p.sold_by_id, ${seller}
    from ${owned("refunds", "r")} join ${owned("purchases", "p")} on p.id = r.purchase_id, ${parts}, lateral (
      select ${back} as amount) as back
    where ${which} and back.amount <> 0 ${bySeller(asked)} ${ofCategory(asked)} and p.id in (
      select r.purchase_id from ${owned("refunds", "r")} where ${within(asked, sql`r.created_at`)})
    window gone as (partition by p.id, c.category_id, c.category order by r.created_at, r.id)
  ) as every where ${within(asked, sql`at`)}`;

/** Sales and refunds, each at its own date, like Home. A row per category; a refund without items lowers each. */
const facts = (asked: Asked) =>
  sql.join(
    [whole, byItems].flatMap((of) => [soldIn(asked, of), refundedIn(asked, of)]),
    sql` union all `,
  );

const money = (amount: SQL) =>
  sql`round(${amount}, (select currency_digits from organizations where id = ${storeId}))`;

const sums = (count = sql`sum(sale)`) =>
  sql`(${count})::int as sales, ${money(sql`sum(sold)`)} as sold, ${money(sql`sum(refunded)`)} as refunded,
    ${money(sql`sum(sold)`)} - ${money(sql`sum(refunded)`)} as revenue, ${money(sql`coalesce(sum(tax), 0)`)} as tax,
    ${money(sql`sum(sold) / nullif(${count}, 0)`)} as average`;

type Row = Figures & {
  month: number | null;
  isCategory: number;
  categoryId: string | null;
  category: string;
};

const NOTHING: Figures & Customers = {
  sales: 0,
  sold: "0",
  refunded: "0",
  revenue: "0",
  tax: "0",
  average: null,
  customers: 0,
  newCustomers: 0,
};

async function sumsOf(db: Db, asked: Asked) {
  const [found, bought] = [await sales(db, asked), await customers(db, asked)];
  const of = (month: number) => {
    const row = found.find((each) => each.isCategory === 1 && (each.month ?? 0) === month);
    const people = bought.find((each) => each.month === month);
    const { sales, sold, refunded, revenue, tax, average } = row?.sales == null ? NOTHING : row;
    const { customers, newCustomers } = people ?? NOTHING;
    return { sales, sold, refunded, revenue, tax, average, customers, newCustomers };
  };
  return {
    total: of(0),
    months: asked.edges.slice(1).map((_, i) => of(i + 1)),
    categories: found
      .filter(({ isCategory }) => isCategory === 0)
      .map(({ categoryId, category, month: _, isCategory: __, ...figures }) => {
        const of: Category = { id: categoryId, name: category };
        return { category: of, ...figures };
      }),
  };
}

async function sales(db: Db, asked: Asked): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with facts as (select *, width_bucket(at, ${edgesIn(asked)}) as month from (${facts(asked)}) as facts)
    select month, grouping(category) as "isCategory", category_id as "categoryId", category,
      ${sums(sql`case when grouping(category) = 0 then sum(of_category) else sum(sale) end`)}
    from facts group by grouping sets ((month), (category_id, category), ())`);
  return rows;
}

/** By month, with the whole period as month 0. A first purchase counts in any category, at any time. */
async function customers(db: Db, asked: Asked) {
  const { rows } = await db.execute<Customers & { month: number }>(sql`
    with bought as (
      select distinct contact_id, width_bucket(at, ${edgesIn(asked)}) as month
      from (${facts(asked)}) as facts where of_category = 1 and contact_id is not null
    ), known as (
      select contact_id, (
        select width_bucket(f.created_at, ${edgesIn(asked)}) from ${owned("purchases", "f")}
        where f.contact_id = b.contact_id
        order by f.created_at limit 1
      ) as first
      from (select distinct contact_id from bought) as b
    )
    select month, count(*)::int as customers, (count(*) filter (where first = month))::int as "newCustomers"
    from bought join known using (contact_id) group by month
    union all
    select 0, count(*)::int, (count(*) filter (where first > 0))::int from known`);
  return rows;
}

type OfSeller = Figures & { person: { id: string | null; name: string } | null };

/** Under their current name; by name only if the person left or shares the name. */
async function sumsOfSellers(db: Db, asked: Asked): Promise<OfSeller[]> {
  const { rows } = await db.execute<Figures & { id: string | null; name: string | null }>(sql`
    with team as (
      select id, first_name || ' ' || last_name as name, count(*) over (partition by first_name || ' ' || last_name) as many
      from ${owned("users")}
    ), sold as (
      select seller_id, seller, sum(sale) as sale, sum(sold) as sold, sum(refunded) as refunded, sum(tax) as tax
      from (${facts(asked)}) as facts group by seller_id, seller
    )
    select coalesce(known.id, called.id) as id, coalesce(known.name, called.name, seller) as name,
      ${sums()}
    from sold
    left join team known on known.id = sold.seller_id
    left join team called on sold.seller_id is null and called.many = 1 and called.name = sold.seller
    group by 1, 2`);
  return rows.map(({ id, name, ...figures }) => ({ person: name ? { id, name } : null, ...figures }));
}

type OfSource = Figures & { source: (typeof contactSources)[number] | null };

async function sumsOfSources(db: Db, asked: Asked): Promise<OfSource[]> {
  const { rows } = await db.execute<OfSource>(sql`
    select case when c.source in ${contactSources} then c.source end as source, ${sums()}
    from (${facts(asked)}) as facts
    left join ${owned("contacts", "c")} on c.id = facts.contact_id
    group by 1`);
  return rows;
}

type Best = { contact: { id: string; name: string }; sales: number; revenue: string; before: string };

async function bestCustomers(db: Db, now: Asked, before: Asked, limit: number): Promise<Best[]> {
  type Row = Omit<Best, "contact"> & { id: string; name: string };
  const { rows } = await db.execute<Row>(sql`
    with best as (
      select contact_id, sum(sale)::int as sales, sum(sold) - sum(refunded) as revenue
      from (${facts(now)}) as facts where contact_id is not null
      group by contact_id having sum(sold) > 0 order by revenue desc, contact_id limit ${limit}
    )
    select c.id, trim(c.first_name || ' ' || c.last_name) as name, best.sales, ${money(sql`best.revenue`)} as revenue,
      ${money(sql`(select coalesce(sum(sold) - sum(refunded), 0) from (${facts(before)}) as facts
        where facts.contact_id = best.contact_id)`)} as before
    from best join ${owned("contacts", "c")} on c.id = best.contact_id
    order by best.revenue desc, best.contact_id`);
  return rows.map(({ id, name, ...rest }) => ({ contact: { id, name }, ...rest }));
}

const BEST = 20;

export const report = {
  "dashboard.report": ({ user, query: { from, to, category, person: seller, compare }, read }) => {
    const period = { from, to };
    checkPeriod(period);
    const months = monthsOf(period);
    const earlier = earlierDays(period, compare);
    const before = earlier(period);

    return read(async (db) => {
      const timezone = await timezoneIfAllowed(db, user);
      if (category && !(isId(category) && (await usableCategories(db, category)).length > 0))
        throw notFound();
      const person = seller ? await sellerOf(db, seller) : undefined;
      const asked = (days: typeof months) => ({ category, person, edges: edgesOf(days, timezone) });
      const [now, then] = [asked(months), asked(months.map(earlier))];
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
          ...figuresBefore(past.months[i]),
        })),
        categories: compareRows(sums.categories, past.categories, ({ category: { id, name } }) => id ?? name),
        people: compareRows(
          await sumsOfSellers(db, now),
          await sumsOfSellers(db, then),
          ({ person }) => person?.id ?? person?.name ?? "",
        ),
        sources: compareRows(
          await sumsOfSources(db, now),
          await sumsOfSources(db, then),
          ({ source }) => source ?? "",
        ),
        best: await bestCustomers(db, now, then, BEST),
      };
    });
  },
} satisfies Partial<Handlers>;

const NONE: Figures = { sales: 0, sold: "0", refunded: "0", revenue: "0", tax: "0", average: null };

const figuresBefore = (row = NONE) => ({ before: row.revenue, salesBefore: row.sales });

function compareRows<T extends Figures>(now: T[], past: T[], keyOf: (row: T) => string) {
  const before = new Map(past.map((row) => [keyOf(row), row]));
  const known = new Set(now.map(keyOf));
  return [...now, ...past.filter((row) => !known.has(keyOf(row))).map((row) => ({ ...row, ...NONE }))]
    .map((row) => ({ ...row, ...figuresBefore(before.get(keyOf(row))) }))
    .sort((a, b) => Number(b.revenue) - Number(a.revenue) || Number(b.before) - Number(a.before));
}

/** Whole months are compared with whole months, other periods with as many days. */
function earlierDays(period: Days, compare: Comparison = "year"): (days: Days) => Days {
  if (compare === "year") return (days) => monthsBefore(days, 12);
  if (period.from.endsWith("-01")) {
    const months = monthsOf(period).length;
    return (days) => monthsBefore(days, months);
  }
  const length = daysBetween(period.from, period.to) + 1;
  return ({ from, to }) => ({ from: addDays(from, -length), to: addDays(to, -length) });
}

export function checkPeriod({ from, to }: Days): void {
  if (from < "1900-01-01" || to > "2999-12-31") throw new HttpError(400, "from: must be in 1900 to 2999");
  if (from > to) throw new HttpError(400, "from: must not be after to");
  if (to >= addDays(from, MOST_REPORT_DAYS)) throw new HttpError(400, "to: At most five years");
}

/** Throws a 403 for staff without access to reports. */
export async function timezoneIfAllowed(db: Db, { role }: SignedIn): Promise<string> {
  const { timezone, everybodySeesReports } = await getStore(db);
  if (role === "USER" && !everybodySeesReports)
    throw new HttpError(403, "Only the owner and admins can see reports");
  return timezone;
}

async function sellerOf(db: Db, id: string): Promise<Seller> {
  const [found] = isId(id)
    ? await db
        .select({
          id: users.id,
          name: sql<string | null>`(select case when count(*) = 1 then min(called) end from (
            select first_name || ' ' || last_name as called from ${owned("users")}
          ) as team where called = ${users.firstName} || ' ' || ${users.lastName})`,
        })
        .from(users)
        .where(eq(users.id, id))
    : [];
  if (!found) throw notFound();
  return found;
}
