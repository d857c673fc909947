import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import type { Money } from "#lib/contract/money.ts";
import type { PaymentForm } from "#lib/contract/sale-items.ts";
import { readSaleSegment } from "#lib/contract/sale-segments.ts";
import type { SaleForm } from "#lib/contract/sales.ts";
import type { SaleSort } from "#lib/contract/segment-terms.ts";
import { raiseEvent } from "#server/outreach/automations/events.ts";
import { inSaleSegment, isOpen } from "#server/outreach/segments/sales-where.ts";
import { countMatches, matchingAll, momentOf, readWithDeadline } from "#server/outreach/segments/saved.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { saleColumns, saleToStore, searchedTexts } from "#server/platform/db/built-in.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { FIRST_PAGE, isFirstPage, matchingPage, paging } from "#server/platform/db/paging.ts";
import { checkContact, lockBuyer } from "#server/platform/db/parties.ts";
import { byId, explainRefusal, lockRecord, updateRecord } from "#server/platform/db/record.ts";
import { openOf, storeItems } from "#server/platform/db/sale-items.ts";
import { searchedItems } from "#server/platform/db/sale-search.ts";
import { purchases, users } from "#server/platform/db/schema.ts";
import { salePayments } from "#server/platform/db/schema-records.ts";
import { patternsOf, saleSearch } from "#server/platform/db/search.ts";
import { instantToStore, iso } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { changedValues, newValues } from "#server/records/fields/fields.ts";
import { amountsOf, by, collectLater, deleteSale, settling } from "./payments.ts";
import { pricedSale, storeOf } from "./priced.ts";
import { keepRefunded } from "./refunds.ts";

const { placeholder } = sql;

type Discount = { kind: "percent" | "amount"; value: string };

/** `of`: a table's name or alias, because drizzle would drop it in a query of one table. */
const discountIn = (of: "purchases" | "i") => sql<Discount | null>`case
  when ${sql.raw(of)}.percent_off is not null then json_build_object('kind', 'percent', 'value', ${sql.raw(of)}.percent_off::text)
  when ${sql.raw(of)}.amount_off is not null then json_build_object('kind', 'amount', 'value', ${sql.raw(of)}.amount_off::text) end`;

type Item = NonNullable<HostAnswer<"sales.list">[number]["items"]>[number];

const items = sql<Item[] | null>`case when has_items then (
  select json_agg(json_build_object('id', i.id, 'description', i.description, 'quantity', i.quantity,
    'productCategory', json_build_object('id', i.product_category_id, 'name', i.product_category_name),
    'price', i.price::text, 'discount', ${discountIn("i")}, 'total', i.total::text) order by i.position)
  from ${owned("sale_items", "i")} where i.purchase_id = purchases.id) end`;

const columns = {
  ...pick(purchases, "id", "cost", "refunded"),
  open: openOf,
  paid: sql<string>`case when is_paid_at_once then cost else paid end`,
  method: purchases.method,
  items,
  discount: discountIn("purchases"),
  tax: sql<{
    rate: string;
    isIncluded: boolean;
    amount: string;
  } | null>`case when tax_rate is not null then json_build_object(
    'rate', tax_rate::text, 'isIncluded', tax_is_included, 'amount', tax::text) end`,
  createdAt: iso(purchases.createdAt),
  ...saleColumns,
  ...pick(
    purchases,
    "contactId",
    "contactName",
    "productCategoryId",
    "productCategoryName",
    "createdBy",
    "soldBy",
    "soldById",
    "version",
    "updatedAt",
    "fields",
  ),
};

/** Ids first, so skipped rows only read the index. */
function salesOf(db: Db, page: SQL) {
  return db.select(columns).from(page).innerJoin(purchases, eq(purchases.id, sql`page.id`));
}

type Found = Awaited<ReturnType<typeof salesOf>>[number];

const newest = [desc(purchases.createdAt), desc(purchases.id)];
const oldest = [asc(purchases.createdAt), asc(purchases.id)];

const page = (order: SQL[]) =>
  sql`(select id from ${owned("purchases")}
    order by ${sql.join(order, sql`, `)} limit ${placeholder("limit")} offset ${placeholder("offset")}) as page`;

const ordered = (page: SQL, order: SQL[], name: string) =>
  prepared((db) =>
    salesOf(db, page)
      .orderBy(...order)
      .prepare(name),
  );

const everySale = {
  newest: ordered(page(newest), newest, "newest_sales"),
  oldest: ordered(page(oldest), oldest, "oldest_sales"),
};

const firstSales = prepared((db) =>
  db
    .select(columns)
    .from(purchases)
    .orderBy(...newest)
    .limit(FIRST_PAGE)
    .prepare("first_sales"),
);

export const matchingSales = {
  newest: ordered(matchingPage("purchases", "newest"), newest, "newest_matching_sales"),
  oldest: ordered(matchingPage("purchases", "oldest"), oldest, "oldest_matching_sales"),
};

type Given = { amount: string; createdAt: string };

const salesOfContact = prepared((db) =>
  db
    .select({
      ...columns,
      refunds: sql<Given[]>`case when refunded = 0 then '[]' else (
        select json_agg(json_build_object('amount', r.amount::text, 'createdAt', to_char(r.created_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        from ${owned("refunds", "r")} where r.purchase_id = purchases.id) end`,
    })
    .from(purchases)
    .where(eq(purchases.contactId, placeholder("contactId")))
    .orderBy(...newest)
    // Older ones are in the list of all sales.
    .limit(2000)
    .prepare("sales_of_contact"),
);

export const saleSegments = {
  "sales.segment": async ({ host, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const { limit, offset } = paging(query);
    const segment = readSaleSegment(query.where ?? "") ?? [];
    return readWithDeadline(read, async (db) => {
      const moment = await momentOf(db, host.clock());
      const wanted = sql`select ${purchases.id} from ${owned(purchases)} where ${inSaleSegment(segment, moment)}
        ${matchingAll(purchases, patterns)} order by ${orderOf(query.sort ?? "createdAt:desc")} limit ${limit} offset ${offset}`;
      const rows = await db
        .select(columns)
        .from(sql`(select id, row_number() over () as at from (${wanted}) as wanted) as page`)
        .innerJoin(purchases, eq(purchases.id, sql`page.id`))
        .orderBy(sql`page.at`);
      return rows.map(answer);
    });
  },

  "sales.open": async ({ host, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return { partPaid: 0, open: 0, amount: "0" };
    const segment = readSaleSegment(query.where ?? "") ?? [];
    return readWithDeadline(read, async (db) => {
      const moment = await momentOf(db, host.clock());
      const [found] = await db
        .select({
          partPaid: sql<number>`count(*) filter (where paid <> 0)::int`,
          open: sql<number>`count(*) filter (where paid = 0)::int`,
          amount: sql<string>`coalesce(sum(${openOf}), 0)`,
        })
        .from(purchases)
        .where(sql`${isOpen} and ${inSaleSegment(segment, moment)} ${matchingAll(purchases, patterns)}`);
      return found ?? { partPaid: 0, open: 0, amount: "0" };
    });
  },

  "sales.count": async ({ host, query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    const segment = readSaleSegment(query.where ?? "") ?? [];
    const moment = await read((db) => momentOf(db, host.clock()));
    const fits = patterns && sql`${inSaleSegment(segment, moment)} ${matchingAll(purchases, patterns)}`;
    return countMatches(read, purchases, fits);
  },
} satisfies Partial<Handlers>;

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

export const sales = {
  "sales.list": async ({ query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { patterns, ...paging(query) };
    const { newest, oldest } = patterns.length > 0 ? matchingSales : everySale;
    const rows = await read((db) => {
      if (query.sort === "createdAt:asc") return oldest(db).execute(asked);
      return (patterns.length === 0 && isFirstPage(asked) ? firstSales : newest)(db).execute(asked);
    });
    return rows.map(answer);
  },

  "sales.ofContact": async ({ params: { id }, read }) => {
    const rows = await read(async (db) => {
      const contactId = await checkContact(db, id);
      return salesOfContact(db).execute({ contactId });
    });
    return rows.map(answer);
  },

  "sales.create": async ({ host, user, body, tenant }) => {
    const { id, mails } = await tenant((db) => recordSale(db, user, body, host.clock()));
    if (mails > 0) host.wake();
    return { id };
  },

  "sales.update": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const edited = byId(purchases, id, body.version);
      const [stored] = await db.select().from(purchases).where(edited);
      if (!stored) throw await explainRefusal(db, purchases, id, current(db));
      const { values, items, paid } = await valuesOf(db, id, body, stored);
      if (Number(values.cost) < Number(stored.refunded)) {
        throw new HttpError(400, "cost: The amount can't be lower than what was already refunded");
      }
      if (Number(values.cost) < Number(stored.paid)) {
        throw new HttpError(400, "cost: The amount can't be lower than what was already paid");
      }
      if (stored.hasItems && Number(stored.refunded) > 0) await keepRefunded(db, id, items);
      const own = await changedValues(db, "sales", body.fields);
      // In the order of a contact's deletion, to avoid a deadlock. Payments and refunds don't change the version.
      const locked = await lockRecord(db, purchases, id, "no key update");
      if (locked.paid !== stored.paid || locked.refunded !== stored.refunded)
        throw await explainRefusal(db, purchases, id, current(db));
      const settle = await settling(db, id, user, host.clock());
      await updateRecord(db, purchases, id, { ...values, ...own, version: body.version }, current(db));
      if (stored.hasItems || items.length > 0) await storeItems(db, id, items);
      await storePayments(db, user, { id, ...values }, paid);
      await settle();
    });
    return { id };
  },

  "sales.delete": async ({ params: { id }, tenant }) => {
    await tenant((db) => deleteSale(db, id));
  },
} satisfies Partial<Handlers>;

/** `mails`: of automations. */
export async function recordSale(db: Db, user: SignedIn, form: SaleForm, now: Date) {
  const createdBy = nameOf(user);
  const id = newId();
  const { values, items, paid } = await valuesOf(db, id, form);
  const own = await newValues(db, "sales", form.fields);
  const [sold] = await db
    .insert(purchases)
    .values({ id, soldBy: createdBy, soldById: user.id, ...values, ...own, createdBy })
    .returning({ cost: purchases.cost });
  if (items.length > 0) await storeItems(db, id, items);
  await storePayments(db, user, { id, ...values }, paid);
  if (form.collectOn) await collectLater(db, user, id, form.collectOn);
  if (!values.contactId) return { id, mails: 0 };
  const of = { recordId: id, contactId: values.contactId, cost: sold?.cost };
  return { id, mails: await raiseEvent(db, { kind: "sale", ...of }, now) };
}

function answer<F extends Found>({
  contactName,
  productCategoryId,
  productCategoryName,
  soldBy,
  soldById,
  fields,
  items,
  discount,
  tax,
  ...sale
}: F) {
  return {
    ...sale,
    ...(items && { items }),
    ...(discount && { discount }),
    ...(tax && { tax }),
    ...(Object.keys(fields).length > 0 && { fields }),
    soldBy: soldBy ? { id: soldById, name: soldBy } : null,
    contact: { id: sale.contactId, name: contactName },
    productCategory: { id: productCategoryId, name: productCategoryName },
    item: productCategoryName,
  };
}

export async function getSale(db: Db, id: string) {
  const [found] = await db.select(columns).from(purchases).where(byId(purchases, id));
  if (!found) throw notFound();
  return answer(found);
}

const current = (db: Db) => (row: { id: string }) => getSale(db, row.id);

type Stored = typeof purchases.$inferSelect;

async function valuesOf(db: Db, id: string, form: SaleForm, stored?: Stored) {
  const { createdAt, contact, soldBy, payments } = form;
  const plain = saleToStore(form, stored);
  const store = await storeOf(db);
  const to = await lockBuyer(db, contact, stored);
  const { columns, items } = await pricedSale(db, id, form, store, stored);
  const paid = payments && paymentsOf(payments, columns.cost, store.money, stored);
  const texts = [...searchedTexts(plain), searchedItems(items)];
  const values = {
    ...columns,
    createdAt: instantToStore(createdAt),
    ...plain,
    contactId: to.id,
    contactName: to.name,
    search: saleSearch(to.line, columns.productCategoryName, ...texts),
    ...(soldBy !== undefined && (await seller(db, soldBy, stored))),
    ...paid?.columns,
  };
  return { values, items, paid: paid?.rows ?? [] };
}

/** Payments with a sale. One that pays all is not stored, so a corrected cost stays paid. */
function paymentsOf(sent: PaymentForm[], cost: string, money: Money, stored?: Stored) {
  if (stored && Number(stored.paid) > 0)
    throw new HttpError(400, "payments: This sale has payments. Add or delete them one by one.");
  const amounts = amountsOf(sent, cost, money, "payments");
  const [only, ...more] = sent;
  const isPaidAtOnce = more.length === 0 && amounts.length === 1 && Number(amounts[0]) === Number(cost);
  const rows = isPaidAtOnce ? [] : sent.map(({ method }, at) => ({ method, amount: amounts[at] ?? "0" }));
  return { columns: { isPaidAtOnce, method: isPaidAtOnce ? (only?.method ?? null) : null }, rows };
}

async function storePayments(
  db: Db,
  user: SignedIn,
  { id, createdAt }: { id: string; createdAt: Date },
  rows: { method: string; amount: string }[],
) {
  const values = rows.map((row) => ({
    ...{ id: newId(), purchaseId: id, ...row, createdAt },
    ...by(user),
  }));
  if (values.length > 0) await db.insert(salePayments).values(values);
}

async function seller(db: Db, chosen: SaleForm["soldBy"], stored?: typeof purchases.$inferSelect) {
  if (!chosen) return stored?.soldBy === null ? {} : { soldById: null, soldBy: "" };
  if (stored?.soldBy && (chosen.id === stored.soldById || chosen.name === stored.soldBy)) return {};
  const [found] = isId(chosen.id)
    ? await db
        .select({ soldBy: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
        .from(users)
        .where(eq(users.id, chosen.id))
    : [];
  if (!found) throw notFound();
  return { soldById: chosen.id, soldBy: found.soldBy };
}
