import { and, eq, sql } from "drizzle-orm";
import type { SaleForm } from "#lib/contract/sales.ts";
import { newId } from "../db/id.ts";
import { instantToStore } from "../db/instant.ts";
import { everySale, type Found, salesOfContact } from "../db/sale-page.ts";
import { purchases as table } from "../db/schema.ts";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { paging } from "../paging.ts";
import { buyer, category, checkContact } from "./parties.ts";

export const sales = {
  "sales.list": async ({ user: { organizationId }, query, read }) => {
    const order = query.sort === "createdAt:asc" ? everySale.oldest : everySale.newest;
    const rows = await read((db) => order(db).execute({ organizationId, ...paging(query) }));
    return rows.map(answer);
  },

  "sales.ofContact": async ({ user: { organizationId }, params: { id }, read }) => {
    const rows = await read(async (db) => {
      await checkContact(db, organizationId, id);
      return salesOfContact(db).execute({ organizationId, contactId: id });
    });
    return rows.map(answer);
  },

  "sales.create": async ({ user: { organizationId }, body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      const contact = await buyer(db, organizationId, body.contact);
      const product = await category(db, organizationId, body.productCategory);
      await db.insert(table).values({ organizationId, id, ...columns(body), ...contact, ...product });
    });
    return { id };
  },

  "sales.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const [stored] = await db.select().from(table).where(own(user, id));
      if (!stored) throw notFound();
      const contact = await buyer(db, user.organizationId, body.contact, stored);
      const product = await category(db, user.organizationId, body.productCategory, stored);
      const changed = await db
        .update(table)
        .set({ ...columns(body), ...contact, ...product, updatedAt: sql`now()` })
        .where(own(user, id))
        .returning({ id: table.id });
      if (changed.length === 0) throw notFound();
    });
    return { id };
  },

  "sales.delete": async ({ user, params: { id }, read }) => {
    const gone = await read((db) => db.delete(table).where(own(user, id)).returning({ id: table.id }));
    if (gone.length === 0) throw notFound();
  },
} satisfies Handlers;

function answer({ contactName, productCategoryId, productCategoryName, ...sale }: Found) {
  return {
    ...sale,
    contact: { id: sale.contactId, name: contactName },
    productCategory: { id: productCategoryId, name: productCategoryName },
    item: productCategoryName,
  };
}

function own(user: { organizationId: string }, id: string) {
  return and(eq(table.organizationId, user.organizationId), eq(table.id, id));
}

function columns({ cost, createdAt, invoiceNumber }: SaleForm) {
  return {
    cost: String(cost),
    createdAt: instantToStore(createdAt),
    invoiceNumber: invoiceNumber || null,
  };
}
