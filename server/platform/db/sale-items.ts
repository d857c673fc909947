import { and, eq, inArray, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Discount, Tax } from "#lib/contract/sale-totals.ts";
import type { Db } from "./client.ts";
import { isId } from "./id.ts";
import { owned, storeId } from "./owned.ts";
import { rebuildSaleSearch } from "./sale-search.ts";
import { purchases } from "./schema.ts";
import { saleItems } from "./schema-records.ts";

type Sale = typeof purchases.$inferSelect;
export type StoredItem = Omit<typeof saleItems.$inferSelect, "organizationId">;
type Off = { percentOff: string | null; amountOff: string | null };

export function discountOf({ percentOff, amountOff }: Off): Discount | null {
  if (percentOff !== null) return { kind: "percent", value: percentOff };
  return amountOff === null ? null : { kind: "amount", value: amountOff };
}

export function taxOf({ taxRate, taxIsIncluded }: Pick<Sale, "taxRate" | "taxIsIncluded">): Tax | null {
  return taxRate === null ? null : { rate: taxRate, isIncluded: taxIsIncluded };
}

export const openOf = sql<string>`case when is_paid_at_once then 0 else greatest(cost - refunded - paid, 0) end`;

export async function itemsOfSales(db: Db, ids: string[]): Promise<StoredItem[]> {
  if (ids.length === 0) return [];
  return db.select().from(saleItems).where(inArray(saleItems.purchaseId, ids)).orderBy(saleItems.position);
}

export async function storeItems(db: Db, purchaseId: string, items: (typeof saleItems.$inferInsert)[]) {
  const ids = items.map(({ id }) => id);
  const ofSale = eq(saleItems.purchaseId, purchaseId);
  await db.delete(saleItems).where(ids.length > 0 ? and(ofSale, notInArray(saleItems.id, ids)) : ofSale);
  if (items.length === 0) return;
  const sent = (name: string) => sql.raw(`excluded.${name}`);
  await db
    .insert(saleItems)
    .values(items)
    .onConflictDoUpdate({
      target: [saleItems.organizationId, saleItems.id],
      set: {
        position: sent("position"),
        productCategoryId: sent("product_category_id"),
        productCategoryName: sent("product_category_name"),
        description: sent("description"),
        quantity: sent("quantity"),
        price: sent("price"),
        percentOff: sent("percent_off"),
        amountOff: sent("amount_off"),
        total: sent("total"),
        updatedAt: sql`now()`,
      },
    });
}

/** Also sales with only one item of it. Two index scans, which an `or` would prevent. */
export function soldFrom(id: string): SQL {
  return sql`${purchases.id} in (
    select p.id from ${owned(purchases, "p")} where p.product_category_id = ${id}::uuid
    union all select i.purchase_id from ${owned(saleItems, "i")} where i.product_category_id = ${id}::uuid)`;
}

/** One row for each category of the items of the sale `p`. `start`: the total of the categories before it. */
export const categoriesOfItems = sql`lateral (
    select i.product_category_id as category_id, i.product_category_name as category, sum(i.total) as part,
      sum(sum(i.total)) over (order by min(i.position)) - sum(i.total) as start,
      row_number() over (order by min(i.position)) = 1 as is_first, array_agg(i.id) as items
    from ${owned("sale_items", "i")} where i.purchase_id = p.id
    group by i.product_category_id, i.product_category_name
  ) as c`;

/** The part of `amount` for the cost from `from` to `to`, rounded to the currency. Adjoining parts add up to it. */
export function shareOf(amount: SQL, from: SQL, to: SQL): SQL {
  const until = (end: SQL) => sql`round(${amount} * (${end}) / nullif(p.cost, 0),
    (select currency_digits from organizations where id = ${storeId}))`;
  return sql`${until(to)} - ${until(from)}`;
}

/** What the refund `r` returns for the category `c`. A refund that names no items lowers each by its share. */
export const refundedOfCategory = sql`case
    when r.items = '[]' then ${shareOf(sql`r.amount`, sql`c.start`, sql`c.start + c.part`)}
    else (select sum(amount) from jsonb_to_recordset(r.items) as x (id uuid, amount numeric) where x.id = any (c.items))
  end`;

/** Named `purchases`, so that conditions on that table work. `cost` and `refunded` are the category's. */
export function salesOfCategory(sent: string): SQL {
  const id = sql`${isId(sent) ? sent : null}::uuid`;
  return sql`(
    select p.contact_id, p.created_at, p.cost, p.refunded from ${owned("purchases", "p")}
    where not p.has_items and p.product_category_id = ${id}
    union all select p.contact_id, p.created_at, c.part, coalesce((
      select sum(${refundedOfCategory}) from ${owned("refunds", "r")} where r.purchase_id = p.id), 0)
    from ${owned("purchases", "p")}, ${categoriesOfItems}
    where c.category_id = ${id} and p.id in (
      select i.purchase_id from ${owned("sale_items", "i")} where i.product_category_id = ${id})
  ) as purchases`;
}

export async function renameCategory(db: Db, id: string, name: string): Promise<void> {
  const renamed = { productCategoryName: name };
  for (const table of [purchases, saleItems]) {
    await db
      .update(table)
      .set(renamed)
      .where(and(eq(table.productCategoryId, id), ne(table.productCategoryName, name)));
  }
  await rebuildSaleSearch(db, soldFrom(id));
}
