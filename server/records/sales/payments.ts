import { and, asc, eq, isNull } from "drizzle-orm";
import type { Money } from "#lib/contract/money.ts";
import type { PaymentForm } from "#lib/contract/sale-items.ts";
import { toMinorUnits, write } from "#lib/contract/sale-totals.ts";
import type { StoredKind } from "#lib/contract/task-terms.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import {
  checkRecord,
  deleteRecord,
  getRecord,
  lockRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { openOf } from "#server/platform/db/sale-items.ts";
import { purchases, type refunds, saleLabel } from "#server/platform/db/schema.ts";
import { salePayments as table, tasks } from "#server/platform/db/schema-records.ts";
import { checkOpenTasks, dueOn, isOpenTask } from "#server/platform/db/task-days.ts";
import { instantToStore, iso } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { storeOf } from "./priced.ts";

export const payments = {
  "payments.ofSale": ({ params: { id }, read }) =>
    read(async (db) => {
      await checkRecord(db, purchases, id);
      return paymentsOfSale(db, id);
    }),

  "payments.create": async ({ host, user, params, body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      const { money } = await storeOf(db);
      const [sale] = await db
        .select({ open: openOf })
        .from(purchases)
        .where(eq(purchases.id, params.id))
        .for("no key update");
      if (!sale) throw notFound();
      const [amount = ""] = amountsOf([body], sale.open, money, "amount");
      const createdAt = body.createdAt === undefined ? host.clock() : instantToStore(body.createdAt);
      const row = { amount, method: body.method, createdAt, ...by(user) };
      const settle = await settling(db, params.id, user, host.clock());
      await db.insert(table).values({ id, purchaseId: params.id, ...row });
      await settle();
    });
    return { id };
  },

  "payments.delete": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const { createdById, purchaseId } = await lockOfSale(db, table, id);
      const settle = await settling(db, purchaseId, user, host.clock());
      await db.delete(table).where(eq(table.id, id));
      await settle();
      if (user.role === "USER" && createdById !== user.id)
        throw new HttpError(
          403,
          "Only the owner, an admin or the person who took this payment can delete it.",
        );
    });
  },
} satisfies Partial<Handlers>;

export async function collectLater(db: Db, user: SignedIn, id: string, day: string): Promise<void> {
  const { money } = await storeOf(db);
  const [sale] = await db
    .select({
      ...pick(purchases, "contactId", "soldById"),
      label: saleLabel,
      open: openOf,
    })
    .from(purchases)
    .where(eq(purchases.id, id));
  if (!sale || Number(sale.open) <= 0) return;
  await checkOpenTasks(db);
  const { contactId, soldById: userId } = sale;
  await db.insert(tasks).values({
    ...{ id: newId(), kind: contactId ? "CALL" : "TASK", contactId, userId, ...dueOn(day) },
    ...{
      name: `Collect ${money.format(Number(sale.open))}`,
      detail: sale.label,
      source: "sale",
      sourceId: id,
      createdBy: nameOf(user),
    },
  });
}

/** Call it before a change of the sale, and the result after it: renames, ends or reopens the task to collect. */
export async function settling(db: Db, id: string, user: SignedIn, doneAt: Date) {
  const read = async () => {
    const [sale] = await db
      .select({ contactId: purchases.contactId, open: openOf })
      .from(purchases)
      .where(eq(purchases.id, id));
    return { contactId: sale?.contactId ?? null, open: Number(sale?.open) };
  };
  const before = await read();
  return async () => {
    const { contactId, open } = await read();
    if (open === before.open && contactId === before.contactId) return;
    const { money } = await storeOf(db);
    const isAgain = open > 0 && before.open === 0;
    const found = await db
      .select(pick(tasks, "id", "name"))
      .from(tasks)
      .where(and(isAgain ? isNull(tasks.nextId) : isOpenTask, ofSale(id)));
    for (const task of found) {
      const name = task.name.startsWith("Collect ") ? `Collect ${money.format(open)}` : task.name;
      const kind: StoredKind = contactId ? "CALL" : "TASK";
      const opened = { name, contactId, kind, doneAt: null, doneBy: null };
      await updateRecord(db, tasks, task.id, open > 0 ? opened : { doneAt, doneBy: nameOf(user) });
    }
  };
}

const ofSale = (id: string) => and(eq(tasks.source, "sale"), eq(tasks.sourceId, id));

export async function deleteSale(db: Db, id: string): Promise<void> {
  await deleteRecord(db, purchases, id);
  await db.delete(tasks).where(and(isOpenTask, ofSale(id)));
}

export function paymentsOfSale(db: Db, saleId: string) {
  return db
    .select({
      ...pick(table, "id", "amount", "method"),
      createdAt: iso(table.createdAt),
      createdBy: table.createdBy,
    })
    .from(table)
    .where(eq(table.purchaseId, saleId))
    .orderBy(asc(table.createdAt), asc(table.id));
}

/** Locks the sale of a payment or refund first, as creating one does, to avoid deadlocks. */
export async function lockOfSale<T extends typeof table | typeof refunds>(
  db: Db,
  of: T,
  id: string,
): Promise<T["$inferSelect"]> {
  const { purchaseId } = await getRecord(db, of, id);
  await lockRecord(db, purchases, purchaseId, "no key update");
  return getRecord(db, of, id);
}

export function by(user: SignedIn) {
  return { createdBy: nameOf(user), createdById: user.id };
}

/** The first one without an amount takes all that is left. Throws a 400 if it is more than `open`. */
export function amountsOf(
  sent: readonly Partial<PaymentForm>[],
  open: string,
  money: Money,
  field: string,
): string[] {
  const { digits } = money;
  const amounts = sent.map(({ amount }) => (amount === undefined ? null : toMinorUnits(amount, digits)));
  if (amounts.includes(0n)) throw new HttpError(400, `${field}: Amount must be greater than 0`);
  const left = amounts.reduce((left: bigint, amount) => left - (amount ?? 0n), toMinorUnits(open, digits));
  const rests = amounts.filter((amount) => amount === null).length;
  if (left < 0n || rests > 1 || (rests === 1 && left === 0n)) {
    const message =
      Number(open) > 0 ? `Only ${money.format(Number(open))} is open.` : "This sale is already paid.";
    throw new HttpError(400, `${field}: ${message}`);
  }
  return amounts.map((amount) => write(amount ?? left, digits));
}
