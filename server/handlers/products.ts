import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { ProductForm } from "#lib/contract/products.ts";
import type { Db } from "../db/client.ts";
import { newId } from "../db/id.ts";
import { purchases, productCategories as table } from "../db/schema.ts";
import { fold } from "../db/search.ts";
import { HttpError, notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { optionalPaging } from "../paging.ts";

export const products = {
  "products.list": async ({ user, read }) => {
    const rows = await read((db) => visible(db, user.organizationId));
    // Shared categories are told by the absence of an organizationId.
    return rows.map((row) => ({ ...row, organizationId: row.organizationId ?? undefined }));
  },

  "products.options": async ({ user, query, read }) => {
    const { limit, offset } = optionalPaging(query);
    const term = fold(query.search?.trim() ?? "");
    const rows = await read((db) => visible(db, user.organizationId));
    // An organization has dozens of categories: sorting and matching here treats accents as the contacts' search does.
    return rows
      .filter((row) => fold(row.name).includes(term))
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
      .slice(offset, offset + limit);
  },

  "products.create": async ({ user: { organizationId }, body, read }) => {
    const id = newId();
    await read((db) => db.insert(table).values({ organizationId, id, ...columns(body) }));
    return { id };
  },

  "products.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const changed = await db
        .update(table)
        .set({ ...columns(body), updatedAt: sql`now()` })
        .where(own(user, id))
        .returning({ id: table.id });
      if (changed.length === 0) throw await refusal(db, id);
      await db.update(purchases).set({ productCategoryName: body.name }).where(sold(user, id));
    });
    return { id };
  },

  "products.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const gone = await db.delete(table).where(own(user, id)).returning({ id: table.id });
      if (gone.length === 0) throw await refusal(db, id);
      // Sales keep the category's name.
      await db.update(purchases).set({ productCategoryId: null }).where(sold(user, id));
    });
  },
} satisfies Handlers;

type Owner = { organizationId: string };

function visible(db: Db, organizationId: string) {
  return db
    .select()
    .from(table)
    .where(or(eq(table.organizationId, organizationId), isNull(table.organizationId)))
    .orderBy(desc(table.createdAt), desc(table.id));
}

function own({ organizationId }: Owner, id: string) {
  return and(eq(table.organizationId, organizationId), eq(table.id, id));
}

function sold({ organizationId }: Owner, id: string) {
  return and(eq(purchases.organizationId, organizationId), eq(purchases.productCategoryId, id));
}

/** Why a category could not be changed: it is shared, or not there. */
async function refusal(db: Db, id: string): Promise<HttpError> {
  const shared = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.organizationId)));
  return shared.length > 0 ? new HttpError(403, "Shared categories cannot be changed") : notFound();
}

function columns({ name, description }: ProductForm) {
  return { name, description: description || null };
}
