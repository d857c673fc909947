import { addDays, dayOf } from "#lib/time/days.ts";
import { now } from "../machine.ts";
import type { Store } from "../store.ts";
import type { Person } from "../world.ts";
import { type Invariant, type Look, rowsOf, sql, storesInTurn } from "./invariant.ts";

const cents = (amount: unknown) => Math.round(Number(amount) * 100);

export const sums: Invariant = {
  name: "sums",
  says: "Report and dashboard equal a naive recount of sales and refunds, in store days.",
  async check(look) {
    const wrong: string[] = [];
    const periods = [
      [-10, 0],
      [-1, -1],
    ] as const;
    const each = storesInTurn(look).flatMap((store) => periods.map((period) => ({ store, period })));
    for (const { store, period } of each) {
      const { id, name, timezone, people } = store;
      const [owner] = people as [Person];
      const [from, to] = [
        addDays(dayOf(now(), timezone), period[0]),
        addDays(dayOf(now(), timezone), period[1]),
      ];
      const [told] = await rowsOf<{ sales: number; sold: string; tax: string; refunded: string }>(
        look,
        sql`select
          (select count(*)::int from purchases p where p.organization_id = ${id}
            and (p.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date) as sales,
          (select coalesce(sum(cost), 0) from purchases p where p.organization_id = ${id}
            and (p.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date) as sold,
          (select coalesce(sum(tax), 0) from purchases p where p.organization_id = ${id}
            and (p.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date) as tax,
          (select coalesce(sum(amount), 0) from refunds r where r.organization_id = ${id}
            and (r.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date) as refunded`,
      );
      const { status, body } = await look.world.look("dashboard.report", owner, { query: { from, to } });
      const { status: second, body: summary } = await look.world.look("dashboard.summary", owner, {
        query: { start_date: from, end_date: to },
      });
      if (status !== 200 || second !== 200 || !told) {
        wrong.push(`${name}: the report answered ${status}, the dashboard ${second}`);
        continue;
      }
      const revenue = cents(told.sold) - cents(told.refunded);
      const expected = [told.sales, cents(told.sold), cents(told.refunded), revenue, revenue];
      const { sales, sold, refunded } = body.total;
      const found = [
        sales,
        cents(sold),
        cents(refunded),
        cents(body.total.revenue),
        cents(summary.totalRevenue),
      ];
      if (String(found) !== String(expected))
        wrong.push(`${name} (sales, sold, refunded, revenue, dashboard): ${found}, recounted ${expected}`);
      const back = await taxOfRefunds(look, store, from, to);
      if (Math.abs(cents(told.tax) - cents(back.tax) - cents(body.total.tax)) > back.rounded)
        wrong.push(`${name}: the tax is ${body.total.tax}, recounted ${told.tax} - ${back.tax}`);
      for (const part of ["categories", "people", "sources", "months"] as const) {
        for (const what of ["revenue", "sold", "refunded", "tax"] as const) {
          const sum = body[part].reduce((all, one) => all + cents(one[what]), 0);
          const whole = cents(body.total[what]);
          if (sum !== whole) wrong.push(`${name}: ${what} of ${part} sums up to ${sum}, not ${whole}`);
        }
      }
      const of = Map.groupBy(body.categories, ({ category }) => category?.name ?? "");
      for (const [category, amount] of await soldByCategory(look, store, from, to)) {
        const shown = (of.get(category) ?? []).reduce((all, one) => all + cents(one.sold), 0);
        if (shown !== amount) wrong.push(`${name}: ${shown} sold of ${category}, recounted ${amount}`);
      }
    }
    return wrong;
  },
};

async function soldByCategory(look: Look, { id, timezone }: Store, from: string, to: string) {
  const rows = await rowsOf<{ category: string; sold: string }>(
    look,
    sql`select category, sum(sold) as sold from (
        select id, product_category_name as category, cost as sold from purchases where not has_items
        union all select purchase_id, product_category_name, total from sale_items) s join purchases p using (id)
      where p.organization_id = ${id} and (p.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date
      group by 1`,
  );
  return rows.map(({ category, sold }) => [category, cents(sold)] as const);
}

/** `rounded`: the cents by which it may differ, because each category of a sale with items is rounded. */
async function taxOfRefunds(look: Look, { id, timezone }: Store, from: string, to: string) {
  const [back] = await rowsOf<{ tax: string; rounded: number }>(
    look,
    sql`select coalesce(sum(round(p.tax * until / p.cost, 2) - round(p.tax * before / p.cost, 2)), 0) as tax,
        3 * count(*) filter (where p.has_items)::int as rounded
      from purchases p join (select purchase_id, coalesce(sum(amount) filter (where day < ${from}::date), 0) as before,
          coalesce(sum(amount) filter (where day <= ${to}::date), 0) as until
        from refunds, lateral (select (created_at at time zone ${timezone})::date as day) d
        where organization_id = ${id} group by 1) r on r.purchase_id = p.id
      where p.organization_id = ${id} and p.cost > 0 and until > before`,
  );
  return { tax: back?.tax ?? "0", rounded: back?.rounded ?? 0 };
}
