import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { saleColumns, searchedTexts } from "./built-in.ts";
import type { Db } from "./client.ts";
import { isOwned, owned } from "./owned.ts";
import { contacts, purchases } from "./schema.ts";
import { saleItems } from "./schema-records.ts";
import { ownLine, saleSearch, searchLine } from "./search.ts";

const CHUNK = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

export function searchedItems(items: readonly { productCategoryName: string; description: string | null }[]) {
  const texts = items.flatMap(({ productCategoryName, description }) => [productCategoryName, description]);
  return texts.filter(Boolean).join(" ") || null;
}

const storedItems = sql<string | null>`case when ${purchases.hasItems} then (
  select string_agg(concat_ws(' ', i.product_category_name, i.description), ' ' order by i.position)
  from ${owned(saleItems, "i")} where i.purchase_id = ${purchases.id}) end`;

/** Call it after every statement that changes the search columns of existing sales. Nothing else may write `search`. */
export async function rebuildSaleSearch(db: Db, which: SQL): Promise<void> {
  for (let after = LOWEST_ID; ; ) {
    const found = await db
      .select({
        id: purchases.id,
        contactName: purchases.contactName,
        category: purchases.productCategoryName,
        ...saleColumns,
        items: storedItems,
        search: purchases.search,
        line: contacts.search,
      })
      .from(purchases)
      .leftJoin(contacts, eq(contacts.id, purchases.contactId))
      .where(and(which, gt(purchases.id, after)))
      .orderBy(purchases.id)
      .limit(CHUNK);
    const stale = found.flatMap((sale) => {
      const search = saleSearch(
        sale.line ?? searchLine(sale.contactName),
        sale.category,
        ...searchedTexts(sale),
        sale.items,
      );
      return search === ownLine(sale.search) ? [] : [{ id: sale.id, search }];
    });
    if (stale.length > 0) {
      await db.execute(sql`update purchases set search = rebuilt.search
        from jsonb_to_recordset(${JSON.stringify(stale)}::jsonb) as rebuilt (id uuid, search text)
        where ${isOwned("purchases")} and purchases.id = rebuilt.id`);
    }
    const last = found.at(-1);
    if (!last || found.length < CHUNK) return;
    after = last.id;
  }
}
