import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { renameCategory } from "#server/platform/db/sale-items.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, productCategories, purchases } from "#server/platform/db/schema.ts";
import { saleItems } from "#server/platform/db/schema-records.ts";
import { searchText } from "#server/platform/db/search.ts";

/** Undo left it unchanged, because it was edited or referenced since. */
export type KeptRecord = { kind: string; id: string; name: string };

const CHUNK = 1_000;

/** Rebuilds names and search texts of sales, repairs and contacts that were partly undone (`halfBack`). */
export async function rebuildNames(db: Db, change: string, halfBack: KeptRecord[]): Promise<void> {
  const ids = (kind: string) => halfBack.filter((one) => one.kind === kind).map(({ id }) => id);
  for (const chunk of chunks(ids("contact"))) {
    const found = await db.select().from(contacts).where(inArray(contacts.id, chunk));
    for (const one of found) {
      const search = searchText(one);
      if (search === one.search) continue;
      await patchRecord(db, contacts, one.id, { search });
    }
  }
  const touched = (kind: string) => sql`select record_id from ${owned("journal")}
    where change = ${change}::uuid and kind = ${kind}`;
  for (const [table, saleId] of [
    [purchases, purchases.id],
    [saleItems, saleItems.purchaseId],
  ] as const) {
    await db.execute(sql`update ${table} set product_category_name = ${productCategories.name} from ${owned(productCategories)}
      where ${isOwned(table)} and ${table.productCategoryId} = ${productCategories.id} and ${saleId} in (${touched("sale")})
        and ${table.productCategoryName} <> ${productCategories.name}`);
  }
  for (const which of [
    sql`${purchases.contactId} in (${touched("contact")})`,
    sql`${purchases.id} in (${touched("sale")})`,
  ]) {
    await db.execute(sql`update ${purchases} set contact_name = ${contactName} from ${owned(contacts)}
      where ${isOwned(purchases)} and ${purchases.contactId} = ${contacts.id} and ${which} and ${purchases.contactName} <> ${contactName}`);
    await rebuildSaleSearch(db, which);
  }
  await db.execute(sql`update repairs set contact_name = ${contactName} from ${owned(contacts)}
    where ${isOwned("repairs")} and contact_id = ${contacts.id} and contact_id in (${touched("contact")}) and contact_name <> ${contactName}`);
  await rebuildCategoryNames(db, sql`${productCategories.id} in (${touched("category")})`);
}

export async function rebuildCategoryNames(db: Db, which = sql`true`): Promise<void> {
  const misnamed = (table: typeof purchases | typeof saleItems) => sql`exists (select from ${owned(table)}
    where ${table.productCategoryId} = ${productCategories.id}
      and ${table.productCategoryName} <> ${productCategories.name})`;
  const renamed = await db
    .select({ id: productCategories.id, name: productCategories.name })
    .from(productCategories)
    .where(sql`${which} and (${misnamed(purchases)} or ${misnamed(saleItems)})`);
  for (const { id, name } of renamed) await renameCategory(db, id, name);
}

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) =>
    ids.slice(i * CHUNK, (i + 1) * CHUNK),
  );
}
