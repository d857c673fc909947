import { asc, desc, eq, sql } from "drizzle-orm";
import type { Money } from "#lib/contract/money.ts";
import { refundAmounts, rounded } from "#lib/contract/sale-totals.ts";
import type { RefundForm } from "#lib/contract/sales.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { checkRecord } from "#server/platform/db/record.ts";
import { itemsOfSales, type StoredItem } from "#server/platform/db/sale-items.ts";
import { purchases, refunds as table } from "#server/platform/db/schema.ts";
import { amountToStore, instantToStore, iso } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { lockOfSale, settling } from "./payments.ts";
import { storeOf } from "./priced.ts";

export const refunds = {
  "refunds.ofSale": ({ params: { id }, read }) =>
    read(async (db) => {
      await checkRecord(db, purchases, id);
      return db
        .select({
          id: table.id,
          amount: table.amount,
          createdAt: iso(table.createdAt),
          ...pick(table, "reason", "method", "items", "createdBy"),
        })
        .from(table)
        .where(eq(table.purchaseId, id))
        .orderBy(desc(table.createdAt), desc(table.id));
    }),

  "refunds.create": async ({ host, user, params, body, tenant }) => {
    const { amount, createdAt, reason, method } = body;
    const id = newId();
    const values = { amount: amountToStore(amount), createdAt: instantToStore(createdAt), reason, method };
    await tenant(async (db) => {
      const { money } = await storeOf(db);
      if (Number(rounded(amount, money.digits)) === 0)
        throw new HttpError(400, "amount: Amount must be greater than 0");
      const { cost, refunded } = purchases;
      const [sale] = await db
        .select({
          left: sql<string>`${cost} - ${refunded}`,
          fits: sql<boolean>`${values.amount}::numeric <= ${cost} - ${refunded}`,
        })
        .from(purchases)
        .where(eq(purchases.id, params.id))
        .for("no key update");
      if (!sale) throw notFound();
      const items = body.items
        ? await returned(db, params.id, { ...body, items: body.items }, sale, money)
        : [];
      if (!sale.fits) throw new HttpError(400, "amount: The refund can't be larger than the amount left");
      const settle = await settling(db, params.id, user, host.clock());
      await db.insert(table).values({ id, purchaseId: params.id, ...values, items, createdBy: nameOf(user) });
      await settle();
    });
    return { id };
  },

  "refunds.delete": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const { purchaseId } = await lockOfSale(db, table, id);
      const settle = await settling(db, purchaseId, user, host.clock());
      await db.delete(table).where(eq(table.id, id));
      await settle();
    });
  },
} satisfies Partial<Handlers>;

type Chosen = RefundForm & { items: NonNullable<RefundForm["items"]> };

/** Throws a 400 if an item has been refunded since, or if the amount isn't the total of the items. */
async function returned(
  db: Db,
  saleId: string,
  { items, amount }: Chosen,
  sale: { left: string },
  money: Money,
) {
  const sold = await itemsOfSales(db, [saleId]);
  const before = await refundedItems(db, saleId);
  const chosen = items.map(({ id, quantity: pieces }) => {
    const item = sold.find((one) => one.id === id);
    if (!item) throw notFound();
    const refunded = before.get(id) ?? { quantity: 0, amount: "0", by: null, isNew: false };
    if (refunded.quantity + pieces > item.quantity) {
      const by = refunded.by ?? "Someone";
      throw new HttpError(
        400,
        `items: ${refunded.isNew ? `${by} refunded this just now.` : `${by} has already refunded this.`}`,
      );
    }
    // Count all pieces as refunded, so that a repeated item is refused.
    before.set(id, { ...refunded, quantity: item.quantity });
    return { id, quantity: item.quantity, total: item.total, refunded, pieces };
  });
  const amounts = refundAmounts(chosen, sale.left, money.digits);
  const total = money.sum(amounts.map(Number));
  if (Number(rounded(amount, money.digits)) !== total)
    throw new HttpError(400, `amount: The refund is ${money.format(total)}. Check it and refund again.`);
  return chosen.map(({ id, pieces }, at) => ({ id, quantity: pieces, amount: amounts[at] ?? "0" }));
}

type Before = { quantity: number; amount: string; by: string | null; isNew: boolean };

/** By item. `by` and `isNew` are of its latest refund. */
async function refundedItems(db: Db, saleId: string): Promise<Map<string, Before>> {
  const found = await db
    .select({
      items: table.items,
      by: table.createdBy,
      isNew: sql<boolean>`${table.updatedAt} > now() - interval '10 minutes'`,
    })
    .from(table)
    .where(eq(table.purchaseId, saleId))
    .orderBy(asc(table.updatedAt));
  const items = new Map<string, Before>();
  for (const { items: its, by, isNew } of found) {
    for (const { id, quantity, amount } of its) {
      const known = items.get(id);
      items.set(id, {
        quantity: quantity + (known?.quantity ?? 0),
        amount: String(Number(amount) + Number(known?.amount ?? 0)),
        by,
        isNew,
      });
    }
  }
  return items;
}

/** Throws a 400 if an edit removes a refunded piece. */
export async function keepRefunded(db: Db, saleId: string, items: StoredItem[]): Promise<void> {
  for (const [id, { quantity }] of await refundedItems(db, saleId)) {
    const item = items.find((one) => one.id === id);
    if (!item || item.quantity < quantity)
      throw new HttpError(400, "items: A refunded item must stay. Delete its refund first.");
  }
}
