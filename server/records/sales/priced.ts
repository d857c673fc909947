import { moneyOf } from "#lib/contract/money.ts";
import {
  type Discount,
  rounded,
  type Tax,
  TOO_HIGH,
  taxIn,
  toMinorUnits,
  totalsOf,
} from "#lib/contract/sale-totals.ts";
import type { SaleForm } from "#lib/contract/sales.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { lockCategory } from "#server/platform/db/parties.ts";
import { discountOf, itemsOfSales, type StoredItem, taxOf } from "#server/platform/db/sale-items.ts";
import type { purchases } from "#server/platform/db/schema.ts";
import { getLockedStore } from "#server/platform/db/store.ts";
import { amountToStore } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import { machineDate } from "#server/platform/machine.ts";

type Stored = typeof purchases.$inferSelect;
type Store = Awaited<ReturnType<typeof storeOf>>;

const MOST = 10_000_000_000;

/** Until the sale is saved, the currency can't change. */
export async function storeOf(db: Db) {
  const found = await getLockedStore(db, "key share");
  const rate = Number(found.taxRate) > 0 ? found.taxRate : null;
  return { money: moneyOf(found), tax: taxOf({ ...found, taxRate: rate }) };
}

/** The columns that say what was sold for how much, and the sale's items: empty if it is one piece of its category. */
export async function pricedSale(db: Db, id: string, form: SaleForm, store: Store, stored?: Stored) {
  const had = stored?.hasItems ? await itemsOfSales(db, [stored.id]) : [];
  const tax = stored ? taxOf(stored) : store.tax;
  if (form.items) return ofItems(db, id, { ...form, items: form.items }, { store, tax, had, stored });
  if (form.discount) throw new HttpError(400, "discount: A discount needs the items of the sale");
  const { digits } = store.money;
  const category = await lockCategory(db, form.productCategory, stored);
  const its = { productCategoryId: category.id, productCategoryName: category.name };
  const isSame =
    stored &&
    toMinorUnits(form.cost, digits) === toMinorUnits(stored.cost, digits) &&
    category.id === stored.productCategoryId;
  if (isSame) return { columns: { ...its, cost: stored.cost }, items: had };
  const columns = {
    ...its,
    ...taxColumns(tax && { ...tax, isIncluded: true }, tax ? taxIn(form.cost, tax.rate, digits) : "0"),
    ...discountColumns(null, digits),
    cost: amountToStore(form.cost),
    hasItems: false,
  };
  return { columns, items: [] };
}

type Sold = SaleForm & { items: NonNullable<SaleForm["items"]> };
type Before = { store: Store; tax: Tax | null; had: StoredItem[]; stored: Stored | undefined };

async function ofItems(db: Db, id: string, form: Sold, before: Before) {
  const { store, tax, had, stored } = before;
  const { digits } = store.money;
  const discount = form.discount === undefined && stored ? discountOf(stored) : (form.discount ?? null);
  const totals = totalsOf({ items: form.items, discount, tax }, digits);
  if (totals.tooHigh) throw new HttpError(400, `${totals.tooHigh}: ${TOO_HIGH}`);
  if (Number(totals.total) >= MOST) throw new HttpError(400, "cost: The total is too large");
  if (toMinorUnits(form.cost, digits) !== toMinorUnits(totals.total, digits)) {
    const total = store.money.format(Number(totals.total));
    throw new HttpError(400, `cost: The total is ${total}. Check it and save again.`);
  }
  const categories = await categoriesOf(db, form, before);
  const items = form.items.map((item, at): StoredItem => {
    const known = had.find((one) => one.id === item.id);
    if (item.id && !known) throw notFound();
    const category = categories[at];
    return {
      id: known?.id ?? newId(),
      purchaseId: id,
      position: at,
      productCategoryId: category?.id ?? null,
      productCategoryName: category?.name ?? "",
      description: item.description,
      quantity: item.quantity ?? 1,
      price: rounded(item.price, digits),
      ...discountColumns(item.discount ?? null, digits),
      total: totals.items[at]?.total ?? "0",
      createdAt: known?.createdAt ?? machineDate(),
      updatedAt: machineDate(),
    };
  });
  const [first] = items;
  const isOne = isPlain({ ...form, discount });
  const columns = {
    productCategoryId: first?.productCategoryId ?? null,
    productCategoryName: first?.productCategoryName ?? "",
    ...taxColumns(tax, totals.tax),
    ...discountColumns(discount, digits),
    cost: totals.total,
    hasItems: !isOne,
  };
  return { columns, items: isOne ? [] : items };
}

/** Each category is looked up once. A deleted one stays with the item that had it. */
async function categoriesOf(db: Db, { items }: Sold, { had, stored }: Before) {
  const found = new Map<string, Awaited<ReturnType<typeof lockCategory>>>();
  const categories: { id: string | null; name: string }[] = [];
  for (const { id, productCategory } of items) {
    const key = JSON.stringify([productCategory.id, productCategory.name, id]);
    const category =
      found.get(productCategory.id) ??
      (await lockCategory(db, productCategory, had.find((one) => one.id === id) ?? stored));
    found.set(category.id ?? key, category);
    categories.push(category);
  }
  return categories;
}

type SoldItem = Pick<NonNullable<SaleForm["items"]>[number], "quantity" | "description" | "discount">;

/** One piece of its category, which needs no stored item. */
export function isPlain({ items, discount }: { items: readonly SoldItem[]; discount: Discount | null }) {
  const [first, ...more] = items;
  const isOne = more.length === 0 && (first?.quantity ?? 1) === 1;
  return isOne && !first?.description && !first?.discount && !discount;
}

export function taxColumns(tax: Tax | null, amount: string) {
  return { taxRate: tax ? String(tax.rate) : null, taxIsIncluded: tax?.isIncluded ?? false, tax: amount };
}

export function discountColumns(discount: Discount | null, digits: number) {
  return {
    percentOff: discount?.kind === "percent" ? amountToStore(discount.value) : null,
    amountOff: discount?.kind === "amount" ? rounded(discount.value, digits) : null,
  };
}
