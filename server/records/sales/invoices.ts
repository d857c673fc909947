import { and, desc, inArray, isNull, like, lt, ne, or, sql } from "drizzle-orm";
import { INVOICE } from "#lib/contract/plain-sale-fields.ts";
import { DAY } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { storeId } from "#server/platform/db/owned.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { searchLine } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

const invoice = purchases[INVOICE];
const LATEST_SALES = 200;
const CANDIDATES = 100;

export const invoices = {
  "sales.nextInvoice": async ({ host, read }) => ({
    next: await read((db) => nextInvoice(db, host.clock())),
  }),
} satisfies Partial<Handlers>;

/** Follows the style of the latest sale that has a number. Null if no sale has one. */
async function nextInvoice(db: Db, now: Date): Promise<string | null> {
  const latest = await db
    .select({ invoice })
    .from(purchases)
    .where(and(isNull(purchases.externalNumber), lt(purchases.createdAt, new Date(+now + DAY))))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(LATEST_SALES);
  const numbers = latest.flatMap(({ invoice }) => readNumber(invoice) ?? []);
  const [newest] = numbers;
  if (!newest) return null;
  const same = numbers.filter(({ prefix }) => bare(prefix) === bare(newest.prefix));
  const last = Math.max(...same.map(({ count }) => count));
  const candidates = Array.from(
    { length: CANDIDATES },
    (_, i) => newest.prefix + String(last + i + 1).padStart(newest.digits, "0"),
  );
  const written = candidates.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);
  const used = await db.select({ invoice }).from(purchases).where(inArray(invoice, written));
  const taken = new Set(used.map((one) => bare(one.invoice ?? "")));
  return candidates.find((one) => one.length <= MAX_LENGTH && !taken.has(bare(one))) ?? null;
}

const MAX_LENGTH = 100;

const bare = (text: string) => text.trim().toLowerCase();

function readNumber(invoice: string | null) {
  const [, prefix = "", digits = ""] = /^(.*?)(\d{1,9})$/s.exec(invoice?.trim() ?? "") ?? [];
  return digits ? { prefix, count: Number(digits), digits: digits.length } : null;
}

/** Until the commit, nobody else hands over with a number. */
export async function lockInvoices(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoices ' || ${storeId}, 0))`);
}

type Sale = { [INVOICE]?: string | null | undefined };

/** A number that a person typed may be on another sale of the same customer. */
export async function checkInvoice(
  db: Db,
  sale: Sale,
  { contactId, now }: { contactId: string | null; now: Date },
): Promise<void> {
  const typed = sale[INVOICE]?.trim();
  if (!typed) return;
  const { id, contactId: customer } = purchases;
  const others = contactId ? or(isNull(customer), ne(customer, contactId)) : undefined;
  const found = like(purchases.search, `%${searchLine(typed).replace(/[\\%_]/g, "\\$&")}%`);
  const [used] = await db
    .select({ id })
    .from(purchases)
    .where(and(found, sql`lower(trim(${invoice})) = lower(${typed})`, others))
    .limit(1);
  if (!used) return;
  const next = await nextInvoice(db, now);
  const hint = next ? ` The next number is ${next}.` : "";
  throw new HttpError(409, `${typed} is already used by another sale.${hint}`);
}
