import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { contactName } from "#server/db/parties.ts";
import { contacts, productCategories, purchases } from "#server/db/schema.ts";
import { saleSearch, searchLine, searchText, withCategoryLine } from "#server/db/search.ts";
import type { Kept } from "./revert.ts";

type Entries = { organizationId: string; change: string };
const CHUNK = 1_000;

/**
 * What is kept of a record's words elsewhere, after some of a change was taken back: sales have their contact's and
 * category's name, and `search` is made of several columns, of which some may have stayed as they are (`halfBack`).
 */
export async function followNames(db: Db, entries: Entries, halfBack: Kept[]): Promise<void> {
  const { organizationId } = entries;
  const ids = (kind: string) => halfBack.filter((one) => one.kind === kind).map(({ id }) => id);
  for (const chunk of chunks(ids("contact"))) {
    const found = await db
      .select()
      .from(contacts)
      .where(and(eq(contacts.organizationId, organizationId), inArray(contacts.id, chunk)));
    for (const one of found) {
      const search = searchText(one);
      if (search === one.search) continue;
      await db
        .update(contacts)
        .set({ search })
        .where(and(eq(contacts.organizationId, organizationId), eq(contacts.id, one.id)));
    }
  }
  const touched = (
    kind: string,
  ) => sql`select record_id from journal where organization_id = ${organizationId}::uuid
    and change = ${entries.change}::uuid and kind = ${kind}`;
  // As server/contacts/contacts.ts does with a new name.
  const line = sql`${contacts.search} || substr(${purchases.search}, strpos(${purchases.search}, E'\\n'))`;
  for (const which of [
    sql`${contacts.id} in (${touched("contact")})`,
    sql`${purchases.id} in (${touched("sale")})`,
  ]) {
    await db.execute(sql`update ${purchases} set contact_name = ${contactName}, search = ${line} from ${contacts}
      where ${purchases.organizationId} = ${organizationId} and ${contacts.organizationId} = ${organizationId}
        and ${purchases.contactId} = ${contacts.id} and ${which}
        and (${purchases.contactName} <> ${contactName} or ${purchases.search} <> ${line})`);
  }
  await followCategories(db, organizationId, sql`${productCategories.id} in (${touched("category")})`);
  for (const chunk of chunks(ids("sale"))) await writeSaleSearch(db, organizationId, chunk);
}

/** Sales of categories that are called otherwise now. */
export async function followCategories(db: Db, organizationId: string, which = sql`true`): Promise<void> {
  const renamed = await db
    .selectDistinct({ id: productCategories.id, name: productCategories.name })
    .from(productCategories)
    .innerJoin(
      purchases,
      and(
        eq(purchases.organizationId, organizationId),
        eq(purchases.productCategoryId, productCategories.id),
      ),
    )
    .where(
      sql`${productCategories.organizationId} = ${organizationId} and ${which} and ${purchases.productCategoryName} <> ${productCategories.name}`,
    );
  for (const { id, name } of renamed) {
    await db
      .update(purchases)
      .set({ productCategoryName: name, search: withCategoryLine(searchLine(name)) })
      .where(and(eq(purchases.organizationId, organizationId), eq(purchases.productCategoryId, id)));
  }
}

async function writeSaleSearch(db: Db, organizationId: string, ids: string[]): Promise<void> {
  const found = await db
    .select({ sale: purchases, line: contacts.search })
    .from(purchases)
    .leftJoin(
      contacts,
      and(eq(contacts.organizationId, organizationId), eq(contacts.id, purchases.contactId)),
    )
    .where(and(eq(purchases.organizationId, organizationId), inArray(purchases.id, ids)));
  for (const { sale, line } of found) {
    const search = saleSearch(
      line ?? searchLine(sale.contactName),
      sale.productCategoryName,
      sale.invoiceNumber,
    );
    if (search === sale.search) continue;
    await db
      .update(purchases)
      .set({ search })
      .where(and(eq(purchases.organizationId, organizationId), eq(purchases.id, sale.id)));
  }
}

function chunks(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, i) =>
    ids.slice(i * CHUNK, (i + 1) * CHUNK),
  );
}
