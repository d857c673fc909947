import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { saleColumns } from "#server/platform/db/built-in.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { FIRST_PAGE, matchingPage } from "#server/platform/db/paging.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { iso } from "#server/platform/db/values.ts";

const { placeholder } = sql;

export const columns = {
  id: purchases.id,
  cost: purchases.cost,
  refunded: purchases.refunded,
  createdAt: iso(purchases.createdAt),
  ...saleColumns,
  contactId: purchases.contactId,
  contactName: purchases.contactName,
  productCategoryId: purchases.productCategoryId,
  productCategoryName: purchases.productCategoryName,
  createdBy: purchases.createdBy,
  soldBy: purchases.soldBy,
  soldById: purchases.soldById,
  version: purchases.version,
  updatedAt: purchases.updatedAt,
  fields: purchases.fields,
};

/** Ids first, so skipped rows only read the index. */
function salesOf(db: Db, page: SQL) {
  return db
    .select(columns)
    .from(page)
    .innerJoin(
      purchases,
      and(eq(purchases.organizationId, placeholder("organizationId")), eq(purchases.id, sql`page.id`)),
    );
}

export type Found = Awaited<ReturnType<typeof salesOf>>[number];

const newest = [desc(purchases.createdAt), desc(purchases.id)];
const oldest = [asc(purchases.createdAt), asc(purchases.id)];

const page = (order: SQL[]) =>
  sql`(select id from purchases where organization_id = ${placeholder("organizationId")}
    order by ${sql.join(order, sql`, `)} limit ${placeholder("limit")} offset ${placeholder("offset")}) as page`;

/** Parameters: {organizationId, limit, offset}. */
export const everySale = {
  newest: prepared((db) =>
    salesOf(db, page(newest))
      .orderBy(...newest)
      .prepare("newest_sales"),
  ),
  oldest: prepared((db) =>
    salesOf(db, page(oldest))
      .orderBy(...oldest)
      .prepare("oldest_sales"),
  ),
};

export const firstSales = prepared((db) =>
  db
    .select(columns)
    .from(purchases)
    .where(eq(purchases.organizationId, placeholder("organizationId")))
    .orderBy(...newest)
    .limit(FIRST_PAGE)
    .prepare("first_sales"),
);

const matching = matchingPage.bind(null, "purchases");

/** Parameters: {organizationId, patterns, limit, offset}. */
export const matchingSales = {
  newest: prepared((db) =>
    salesOf(db, matching("newest"))
      .orderBy(...newest)
      .prepare("newest_matching_sales"),
  ),
  oldest: prepared((db) =>
    salesOf(db, matching("oldest"))
      .orderBy(...oldest)
      .prepare("oldest_matching_sales"),
  ),
};

type Given = { amount: string; createdAt: string };

/** Parameters: {organizationId, contactId}. */
export const salesOfContact = prepared((db) =>
  db
    .select({
      ...columns,
      refunds: sql<Given[]>`case when refunded = 0 then '[]' else (
        select json_agg(json_build_object('amount', r.amount::text, 'createdAt', to_char(r.created_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        from refunds r where r.organization_id = purchases.organization_id and r.purchase_id = purchases.id) end`,
    })
    .from(purchases)
    .where(
      and(
        eq(purchases.organizationId, placeholder("organizationId")),
        eq(purchases.contactId, placeholder("contactId")),
      ),
    )
    .orderBy(...newest)
    // Older ones are in the list of all sales.
    .limit(2000)
    .prepare("sales_of_contact"),
);
