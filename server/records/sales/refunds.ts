import { desc, eq, inArray, sql } from "drizzle-orm";
import { nameOf } from "#server/platform/auth/session.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { purchases, refunds as table } from "#server/platform/db/schema.ts";
import { amountToStore, instantToStore, iso } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const refunds = {
  "refunds.ofSale": ({ params: { id }, read }) =>
    read(async (db) => {
      const sale = eq(purchases.id, id);
      if ((await countRows(db, purchases, sale)) === 0) throw notFound();
      return db
        .select({
          id: table.id,
          amount: table.amount,
          createdAt: iso(table.createdAt),
          reason: table.reason,
          createdBy: table.createdBy,
        })
        .from(table)
        .where(eq(table.purchaseId, id))
        .orderBy(desc(table.createdAt), desc(table.id));
    }),

  "refunds.create": async ({ user, params, body: { amount, createdAt, reason }, tenant }) => {
    const { organizationId } = user;
    const id = newId();
    const values = { amount: amountToStore(amount), createdAt: instantToStore(createdAt), reason };
    await tenant(async (db) => {
      const [sale] = await db
        .select({
          fits: sql<boolean>`${values.amount}::numeric <= ${purchases.cost} - ${purchases.refunded}`,
        })
        .from(purchases)
        .where(eq(purchases.id, params.id))
        .for("no key update");
      if (!sale) throw notFound();
      if (!sale.fits) throw new HttpError(400, "amount: The refund can't be larger than the amount left");
      await db
        .insert(table)
        .values({ organizationId, id, purchaseId: params.id, ...values, createdBy: nameOf(user) });
    });
    return { id };
  },

  /** Locks the sale first, like a new refund, to avoid deadlocks. */
  "refunds.delete": async ({ params: { id }, tenant }) => {
    const one = eq(table.id, id);
    await tenant(async (db) => {
      const sale = db.select({ id: table.purchaseId }).from(table).where(one);
      await db
        .select({ id: purchases.id })
        .from(purchases)
        .where(inArray(purchases.id, sale))
        .for("no key update");
      const gone = await db.delete(table).where(one).returning({ id: table.id });
      if (gone.length === 0) throw notFound();
    });
  },
} satisfies Partial<Handlers>;
