import { eq, inArray, sql } from "drizzle-orm";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import { rounded, totalsOf } from "#lib/contract/sale-totals.ts";
import { saleToStore, searchedTexts } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { anyOf, nextVersion } from "#server/platform/db/record.ts";
import { storeItems } from "#server/platform/db/sale-items.ts";
import { rebuildSaleSearch, searchedItems } from "#server/platform/db/sale-search.ts";
import { contacts, notes, productCategories, purchases, refunds, users } from "#server/platform/db/schema.ts";
import { saleItems, salePayments } from "#server/platform/db/schema-records.ts";
import { fold, saleSearch, searchLine } from "#server/platform/db/search.ts";
import { lockFields } from "#server/records/fields/fields.ts";
import { discountColumns, isPlain, taxColumns } from "#server/records/sales/priced.ts";
import { type Category, type ComparedRow, type Context, categoriesOf } from "./compared-row.ts";
import { partyOf } from "./records-of-contacts.ts";

export type Written = { added: number; updated: number; notes: number };
export type Work = Context & { createdBy: string | null; file: string; now: Date };
type Sold = ComparedRow & { id: string };
type Categories = Map<string, Pick<Category, "id" | "name">>;

export async function writeSales(db: Db, work: Work, compared: ComparedRow[]): Promise<Written> {
  const { createdBy } = work;
  const rows = await withLockedBuyers(db, compared);
  const categories = await withCategories(db, rows);
  const sold = rows.filter(({ state }) => state === "new").map((row) => ({ ...row, id: newId() }));
  await insertSales(db, work, sold, categories);
  const refundsOfNew = sold.flatMap(({ id: purchaseId, values: { refunded: amount, date } }) =>
    amount ? [{ purchaseId, amount, createdAt: new Date(date ?? work.now) }] : [],
  );
  const laterRefunds = await lockFitting(
    db,
    rows.flatMap(({ state, refund }) => (state === "update" && refund ? [refund] : [])),
  );
  const refunded = [...refundsOfNew, ...laterRefunds.map((refund) => ({ ...refund, createdAt: work.now }))];
  if (refunded.length > 0)
    await db.insert(refunds).values(refunded.map((refund) => ({ id: newId(), createdBy, ...refund })));
  const changed = rows.filter(({ state, sale }) => state === "update" && sale);
  await updateSales(db, work, changed, categories);
  const newNotes = sold.flatMap(({ known, note, values }) =>
    known && note ? [{ contactId: known.id, content: note, at: values.date }] : [],
  );
  await writeNotes(db, work, newNotes);
  const updated = [
    ...laterRefunds.map(({ purchaseId }) => purchaseId),
    ...changed.map(({ sale }) => sale?.id),
  ];
  return { added: sold.length, updated: new Set(updated).size, notes: newNotes.length };
}

/** Nobody renames them until the commit. */
export async function withLockedBuyers(db: Db, rows: ComparedRow[]): Promise<ComparedRow[]> {
  const ids = [...new Set(rows.flatMap(({ known }) => known?.id ?? []))];
  const found = await db
    .select(pick(contacts, "id", "firstName", "lastName", "search"))
    .from(contacts)
    .where(anyOf(contacts.id, ids))
    .orderBy(contacts.id)
    .for("share");
  const current = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => ({ ...row, known: row.known && { ...row.known, ...current.get(row.known.id) } }));
}

const ONE_PIECE = {
  ...{ hasItems: false, percentOff: null, amountOff: null },
  ...{ taxRate: null, taxIsIncluded: false, tax: "0" },
};

async function updateSales(db: Db, work: Work, rows: ComparedRow[], categories: Categories): Promise<void> {
  if (rows.length === 0) return;
  for (const row of rows) {
    const { values, sale } = row;
    if (!sale) continue;
    const { id, isSameDay, saysPaid } = sale;
    const { columns, items } = pricedAs({ ...row, id }, work, categories);
    const at = new Date(values.date ?? work.now);
    const isPaidAtOnce = values.payments === null;
    if (saysPaid) await db.delete(salePayments).where(eq(salePayments.purchaseId, id));
    await db
      .update(purchases)
      .set({
        ...{ ...ONE_PIECE, ...columns, ...nextVersion(purchases) },
        ...(!isSameDay && { createdAt: at }),
        ...(saysPaid && { isPaidAtOnce, method: isPaidAtOnce ? values.method || null : null }),
      })
      .where(eq(purchases.id, id));
    await storeItems(db, id, items);
    const payments = saysPaid ? paymentsOf({ id, values }, work) : [];
    if (payments.length > 0) await db.insert(salePayments).values(payments);
  }
  const ids = rows.flatMap(({ sale }) => sale?.id ?? []);
  await rebuildSaleSearch(db, inArray(purchases.id, ids));
}

async function insertSales(db: Db, work: Work, sold: Sold[], categories: Categories): Promise<void> {
  if (sold.length === 0) return;
  const { createdBy, now } = work;
  const keptFields = await keptFieldsOf(db, sold);
  const people = await sellersByName(db, sold);
  const made = sold.map((row) => {
    const { values, recordKey, id } = row;
    const { columns, items } = pricedAs(row, work, categories);
    const { id: contactId, name, line } = partyOf(row);
    const plain = saleToStore(values, undefined);
    const texts = [...searchedTexts(plain), searchedItems(items)];
    const at = new Date(values.date ?? now);
    const sale = {
      ...{ id, createdAt: at, ...plain, externalNumber: recordKey, createdBy },
      ...{ contactId, contactName: name, ...columns, fields: keptFields(values.own) },
      search: saleSearch(line, columns.productCategoryName, ...texts),
      soldBy: values.soldBy || null,
      soldById: people.get(values.soldBy.toLowerCase()) ?? null,
      isPaidAtOnce: values.payments === null,
      method: values.payments === null ? values.method || null : null,
    };
    return { sale, items, payments: paymentsOf(row, work) };
  });
  await db.insert(purchases).values(made.map(({ sale }) => sale));
  const items = made.flatMap((one) => one.items);
  if (items.length > 0) await db.insert(saleItems).values(items);
  const payments = made.flatMap((one) => one.payments);
  if (payments.length > 0) await db.insert(salePayments).values(payments);
}

/** A payment without a date was made on the day of the sale. */
function paymentsOf({ id, values }: Pick<Sold, "id" | "values">, { createdBy, now }: Work) {
  return (values.payments ?? []).map(({ at, ...payment }) => ({
    ...{ id: newId(), purchaseId: id, createdBy, ...payment },
    createdAt: new Date(at ?? values.date ?? now),
  }));
}

function pricedAs({ id, values, category, newCategories }: Sold, work: Work, categories: Categories) {
  const { digits } = work.store;
  const named = (name: string) => categories.get(fold(name));
  const first = category ?? categories.get(fold(newCategories[0] ?? ""));
  const productCategory = { productCategoryId: first?.id ?? null, productCategoryName: first?.name ?? "" };
  const { items: sale, cost } = values;
  if (!sale) return { columns: { ...productCategory, cost: cost ?? "0" }, items: [] };
  const totals = totalsOf(sale, digits);
  const items = sale.items.map((item, position) => ({
    ...{ id: newId(), purchaseId: id, position },
    productCategoryId: named(item.category)?.id ?? null,
    productCategoryName: named(item.category)?.name ?? item.category,
    description: item.description || null,
    quantity: item.quantity,
    price: rounded(item.price, digits),
    ...discountColumns(item.discount, digits),
    total: totals.items[position]?.total ?? "0",
  }));
  const hasItems = !isPlain(sale);
  return {
    columns: {
      ...{ ...productCategory, cost: totals.total, hasItems },
      ...taxColumns(sale.tax, totals.tax),
      ...discountColumns(sale.discount, digits),
    },
    items: hasItems ? items : [],
  };
}

async function sellersByName(db: Db, sold: Sold[]): Promise<Map<string, string>> {
  if (sold.every(({ values }) => !values.soldBy)) return new Map();
  const people = await db
    .select({ id: users.id, name: sql<string>`lower(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users);
  return new Map(people.map(({ id, name }) => [name, id]));
}

type Refund = NonNullable<ComparedRow["refund"]>;

async function lockFitting(db: Db, later: Refund[]): Promise<Refund[]> {
  if (later.length === 0) return [];
  const { id, cost, refunded } = purchases;
  const ids = later.map(({ purchaseId }) => purchaseId);
  const sales = await db
    .select({ id, left: sql<number>`(${cost} - ${refunded})::float8` })
    .from(purchases)
    .where(inArray(id, ids))
    .orderBy(id)
    .for("no key update");
  const left = new Map(sales.map((sale) => [sale.id, sale.left]));
  return later.filter(({ purchaseId, amount }) => Number(amount) <= (left.get(purchaseId) ?? 0));
}

async function withCategories(db: Db, rows: ComparedRow[]): Promise<Map<string, Category>> {
  const names = rows.flatMap(({ newCategories }) => newCategories);
  const wanted = new Map(names.map((name) => [fold(name), name]));
  const made = new Map<string, Category>();
  for (const [key, name] of wanted) made.set(key, { id: newId(), name, description: null, isOwn: true });
  if (made.size > 0) {
    await db.insert(productCategories).values([...made.values()].map(({ id, name }) => ({ id, name })));
  }
  const known = rows.some(({ values }) => values.items) ? await categoriesOf(db) : [];
  return new Map([...known, ...made]);
}

/** Drops values of fields deleted since the check, and locks the others. */
export async function keptFieldsOf(db: Db, rows: ComparedRow[]) {
  const ids = new Set(rows.flatMap(({ values }) => Object.keys(values.own)));
  const there = await lockFields(db, [...ids]);
  return (own: OwnValues) => Object.fromEntries(Object.entries(own).filter(([id]) => there.has(id)));
}

export async function writeNotes(
  db: Db,
  { createdBy, now }: Work,
  list: { contactId: string; content: string; at: string | null }[],
): Promise<void> {
  if (list.length === 0) return;
  await db.insert(notes).values(
    list.map(({ contactId, content, at }) => {
      const moment = at ? new Date(at) : now;
      const times = { createdAt: moment, updatedAt: moment };
      return {
        id: newId(),
        contactId,
        content,
        search: searchLine(content),
        createdBy,
        ...times,
      };
    }),
  );
}
