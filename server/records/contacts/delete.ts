import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { anyOf } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";

/** Sales keep the contact's name. Returns the number of deleted contacts. */
export async function deleteContacts(db: Db, organizationId: string, ids: string[]): Promise<number> {
  // Sorted by id to prevent deadlocks.
  const going = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), anyOf(contacts.id, ids)))
    .orderBy(contacts.id)
    .for("update");
  const known = going.map(({ id }) => id);
  if (known.length === 0) return 0;
  const sold = await db
    .update(purchases)
    .set({ contactId: null })
    .where(and(eq(purchases.organizationId, organizationId), anyOf(purchases.contactId, known)))
    .returning({ id: purchases.id });
  await rebuildSaleSearch(
    db,
    organizationId,
    anyOf(
      purchases.id,
      sold.map(({ id }) => id),
    ),
  );
  await db
    .delete(contacts)
    .where(and(eq(contacts.organizationId, organizationId), anyOf(contacts.id, known)));
  return known.length;
}
