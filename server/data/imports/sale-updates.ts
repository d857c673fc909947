import { and, inArray, isNotNull, ne } from "drizzle-orm";
import { readDay, writeDay } from "#lib/dates.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { purchases } from "#server/platform/db/schema.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { salePayments } from "#server/platform/db/schema-records.ts";
import { fold } from "#server/platform/db/search.ts";
import type { Context, Judged } from "./judged.ts";

type KnownSale = Pick<
  typeof purchases.$inferSelect,
  "id" | "cost" | "refunded" | "createdAt" | "productCategoryName" | "isPaidAtOnce" | "paid"
>;

const ABOUT_PAYMENT = ["paid", "open", "payments", "status"] as const;

/** Marks what an imported sale's row changes, unless a person has edited the sale. */
export async function judgeSales(
  db: Db,
  { reading, store }: Pick<Context, "reading" | "store">,
  known: { row: Judged; sale: KnownSale; category: string }[],
): Promise<void> {
  const saysPaid = ABOUT_PAYMENT.some((field) => reading.columns.includes(field));
  const other = known.filter(({ row: { values }, sale, category }) => {
    const paid = values.payments?.reduce((sum, { amount }) => sum + Number(amount), 0);
    const isPaid = sale.isPaidAtOnce ? paid === undefined : paid === Number(sale.paid);
    return (
      Number(values.cost) !== Number(sale.cost) ||
      fold(category) !== fold(sale.productCategoryName) ||
      dayOfSale(values.date, store.timezone) !== dayOfSale(sale.createdAt.toISOString(), store.timezone) ||
      (saysPaid && !isPaid)
    );
  });
  const edited = await editedByPeople(
    db,
    other.map(({ sale }) => sale.id),
  );
  for (const { row, sale } of other) {
    if (edited.has(sale.id)) row.isEdited = true;
    else row.sale = { id: sale.id, isSameDay: isSameDay(row, sale, store.timezone), saysPaid };
    const least = Math.max(Number(sale.refunded), saysPaid ? 0 : Number(sale.paid));
    if (row.sale && Number(row.values.cost) < least)
      row.doubts.push({ field: "cost", kind: "unreadable", reason: "Less than was refunded or paid here" });
  }
}

function isSameDay({ values }: Judged, { createdAt }: KnownSale, timezone: string): boolean {
  return dayOfSale(values.date, timezone) === dayOfSale(createdAt.toISOString(), timezone);
}

async function editedByPeople(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const edits = await db
    .selectDistinct({ id: journal.recordId })
    .from(journal)
    .where(
      and(inArray(journal.recordId, ids), ne(journal.action, "created"), ne(journal.actorKind, "import")),
    );
  const payments = await db
    .selectDistinct({ id: salePayments.purchaseId })
    .from(salePayments)
    .where(and(inArray(salePayments.purchaseId, ids), isNotNull(salePayments.createdById)));
  return new Set([...edits, ...payments].map(({ id }) => id));
}

export function dayOfSale(instant: string | null, timezone: string): string {
  const day = instant ? readDay(instant, timezone) : null;
  return day ? writeDay(day) : "";
}
