import { eq, sql } from "drizzle-orm";
import type { ProductForm } from "#lib/contract/products.ts";
import { usableCategories } from "#server/platform/db/categories.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { optionalPaging } from "#server/platform/db/paging.ts";
import {
  byId,
  checkQuota,
  countRows,
  explainRefusal,
  MAX_LISTED,
  nextVersion,
} from "#server/platform/db/record.ts";
import { renameCategory } from "#server/platform/db/sale-items.ts";
import { purchases, productCategories as table } from "#server/platform/db/schema.ts";
import { sharedCategories } from "#server/platform/db/schema-auth.ts";
import { saleItems } from "#server/platform/db/schema-records.ts";
import { fold } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const products = {
  "products.list": async ({ read }) => {
    const rows = await read((db) =>
      usableCategories(db).orderBy(sql`created_at desc, id desc`).limit(MAX_LISTED),
    );
    return rows.map((row) => ({ ...row, organizationId: row.organizationId ?? undefined }));
  },

  "products.options": async ({ query, read }) => {
    const { limit, offset } = optionalPaging(query);
    const term = fold(query.search?.trim() ?? "");
    const rows = await read((db) => usableCategories(db));
    // "Ring" means Rings, then Wedding Rings, then Earrings.
    const rank = ({ name }: { name: string }) => {
      const at = ` ${fold(name)}`.indexOf(` ${term}`);
      return at < 0 ? 2 : Math.min(at, 1);
    };
    // JavaScript treats accents like the contacts' search, and there are only dozens of categories.
    return rows
      .map(({ id, name }) => ({ id, name }))
      .filter((row) => fold(row.name).includes(term))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
      .slice(offset, offset + limit);
  },

  "products.create": async ({ body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, "categories");
      await db.insert(table).values({ id, ...columns(body) });
    });
    return { id };
  },

  "products.update": async ({ params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const changed = await db
        .update(table)
        .set({ ...columns(body), ...nextVersion(table) })
        .where(byId(table, id, body.version))
        .returning({ id: table.id });
      if (changed.length === 0) throw await reason(db, id);
      await renameCategory(db, id, body.name);
    });
    return { id };
  },

  "products.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      const gone = await db.delete(table).where(byId(table, id)).returning({ id: table.id });
      if (gone.length === 0) throw await reason(db, id);
      for (const sold of [purchases, saleItems]) {
        await db.update(sold).set({ productCategoryId: null }).where(eq(sold.productCategoryId, id));
      }
    });
  },
} satisfies Partial<Handlers>;

async function reason(db: Db, id: string): Promise<HttpError> {
  if ((await countRows(db, sharedCategories, eq(sharedCategories.id, id))) > 0)
    return new HttpError(403, "Shared categories cannot be changed");
  return explainRefusal(db, table, id);
}

function columns({ name, description }: ProductForm) {
  return { name, description };
}
