import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { renameCategory } from "#server/platform/db/sale-items.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, productCategories, purchases } from "#server/platform/db/schema.ts";
import { saleItems } from "#server/platform/db/schema-sales.ts";
import { searchText } from "#server/platform/db/search.ts";

/** Undo left it unchanged, because it was edited or referenced since. */
export type KeptRecord = { kind: string; id: string; name: string };

type Entries = { organizationId: string; change: string };
const CHUNK = 1_000;

/**
 * Rebuilds names and search text of sales, and search text of contacts that were only partly undone
 * (`halfBack`).
 */
export async function rebuildNames(db: Db, entries: Entries, halfBack: KeptRecord[]): Promise<void> {
  const { organizationId } = entries;
  const ids = (kind: string) => halfBack.filter((one) => one.kind === kind).map(({ id }) => id);
  for (const chunk of chunks(ids("contact"))) {
    const found = await db.select().from(contacts).where(inArray(contacts.id, chunk));
    for (const one of found) {
      const search = searchText(one);
      if (search === one.search) continue;
      await patchRecord(db, contacts, one.id, { search });
    }
  }
  const touched = (
    kind: string,
  ) => sql`select record_id from journal where organization_id = ${organizationId}::uuid
    and change = ${entries.change}::uuid and kind = ${kind}`;
  for (const which of [
    sql`${purchases.contactId} in (${touched("contact")})`,
    sql`${purchases.id} in (${touched("sale")})`,
  ]) {
    await db.execute(sql`update ${purchases} set contact_name = ${contactName} from ${contacts}
      where ${purchases.organizationId} = ${organizationId} and ${contacts.organizationId} = ${organizationId}
        and ${purchases.contactId} = ${contacts.id} and ${which} and ${purchases.contactName} <> ${contactName}`);
    await rebuildSaleSearch(db, organizationId, which);
  }
  await rebuildCategoryNames(db, organizationId, sql`${productCategories.id} in (${touched("category")})`);
}

export async function rebuildCategoryNames(db: Db, organizationId: string, which = sql`true`): Promise<void> {
  const misnamed = (sold: typeof purchases | typeof saleItems) => sql`exists (select from ${sold}
    where ${sold.organizationId} = ${productCategories.organizationId} and ${sold.productCategoryId} = ${productCategories.id}
      and ${sold.productCategoryName} <> ${productCategories.name})`;
  const renamed = await db
    .select({ id: productCategories.id, name: productCategories.name })
    .from(productCategories)
    .where(sql`${which} and (${misnamed(purchases)} or ${misnamed(saleItems)})`);
  for (const { id, name } of renamed) {
    await renameCategory(db, organizationId, id, name);
  }
}

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) =>
    ids.slice(i * CHUNK, (i + 1) * CHUNK),
  );
}
