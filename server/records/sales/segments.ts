import { and, eq, type SQL, sql } from "drizzle-orm";
import { readSaleSegment } from "#lib/contract/sale-segments.ts";
import type { SaleSort } from "#lib/contract/segment-terms.ts";
import { counted, listed, momentOf } from "#server/outreach/segments/bounded.ts";
import { inSaleSegment } from "#server/outreach/segments/sales-where.ts";
import { paging } from "#server/platform/db/paging.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { columns } from "./sale-page.ts";
import { answer } from "./sales.ts";

export const saleSegments = {
  "sales.segment": async ({ host, user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const { limit, offset } = paging(query);
    const segment = readSaleSegment(query.where ?? "") ?? [];
    return listed(read, async (db) => {
      const moment = await momentOf(db, organizationId, host.clock());
      const wanted = sql`select ${purchases.id} from ${purchases} where ${inSaleSegment(segment, moment)}
        ${matchingAll(patterns)} order by ${orderOf(query.sort ?? "createdAt:desc")} limit ${limit} offset ${offset}`;
      const rows = await db
        .select(columns)
        .from(sql`(select id, row_number() over () as at from (${wanted}) as wanted) as page`)
        .innerJoin(
          purchases,
          and(eq(purchases.organizationId, organizationId), eq(purchases.id, sql`page.id`)),
        )
        .orderBy(sql`page.at`);
      return rows.map(answer);
    });
  },

  "sales.count": async ({ host, user: { organizationId }, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    const segment = readSaleSegment(query.where ?? "") ?? [];
    const moment = await read((db) => momentOf(db, organizationId, host.clock()));
    const everything = sql`${purchases.organizationId} = ${organizationId}`;
    const of = await counted(read, purchases, everything);
    if (!patterns) return { count: 0, of: of.count, isExact: true };
    const fits = sql`${inSaleSegment(segment, moment)} ${matchingAll(patterns)}`;
    const found = await counted(read, purchases, fits);
    return { ...found, count: Math.min(found.count, of.count), of: of.count };
  },
} satisfies Partial<Handlers>;

const matchingAll = (patterns: string[]): SQL =>
  sql.join(patterns.map((pattern) => sql`and ${purchases.search} like ${pattern}`));

const ORDERS = {
  createdAt: sql`${purchases.createdAt}`,
  // Unicode order, independent of the database's locale.
  customer: sql`lower(${purchases.contactName} collate "und-x-icu")`,
  cost: sql`${purchases.cost}`,
  category: sql`lower(${purchases.productCategoryName} collate "und-x-icu")`,
};

function orderOf(sort: SaleSort): SQL {
  const [field, way] = sort.split(":") as [keyof typeof ORDERS, "asc" | "desc"];
  const direction = sql.raw(way);
  return sql`${ORDERS[field]} ${direction}, ${purchases.id} ${direction}`;
}
