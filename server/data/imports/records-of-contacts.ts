import { createHash } from "node:crypto";
import { and, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { isPhone, type TextKey, textKeys } from "#lib/contract/contact-field-sets.ts";
import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { readDay, writeDay } from "#lib/dates.ts";
import type { Db } from "#server/platform/db/client.ts";
import { WALK_IN_PARTY } from "#server/platform/db/parties.ts";
import { notes, purchases, refunds } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { journal } from "#server/platform/db/schema-journal.ts";
import { salePayments } from "#server/platform/db/schema-records.ts";
import { fold, searchLine } from "#server/platform/db/search.ts";
import { isRoomFor, notesOf } from "#server/records/notes/notes.ts";
import {
  type ComparedRow,
  type Context,
  categoriesOf,
  isCategoryTooMany,
  nothingSeen,
  numbered,
  type Seen,
  TOO_MANY,
} from "./compared-row.ts";
import { emailOrPhone, type Known, knownBy, nameOf } from "./match.ts";
import { cut, ruleOf, showMoment } from "./row-values.ts";

const OTHER = "Other";

export function categoryOf({ category, newCategories, values }: ComparedRow): string {
  return category?.name ?? newCategories[0] ?? values.category;
}

export async function compareContactRecords(
  db: Db,
  context: Context,
  rows: ComparedRow[],
  seen?: Seen,
): Promise<void> {
  const { reading } = context;
  const people = await knownBy(
    db,
    rows.map(({ values }) => values),
  );
  const categories = reading.kind === "sales" ? await categoriesOf(db) : new Map();
  const made = seen?.categories ?? new Set<string>();
  for (const row of rows) {
    const { values } = row;
    const { found, shared } = people.whose(values);
    if (shared) checkShared(row, shared, reading);
    else if (found.length === 1) row.known = found[0] ?? null;
    else checkNobody(row, found.length, reading);
    row.note = reading.kind === "sales" ? values.content : "";
    if (reading.kind === "sales") {
      const [name = OTHER, ...others] = categoriesIn(values);
      row.category = categories.get(fold(name)) ?? null;
      row.newCategories = [name, ...others].filter((one) => !categories.has(fold(one)));
      if (row.newCategories.some((one) => isCategoryTooMany(made, one, categories))) {
        row.doubts.push({ field: "category", kind: "unreadable", reason: TOO_MANY });
      }
    }
    if (seen) row.recordKey = keyOf(row, reading, seen);
  }
  if (reading.kind === "notes") for (const row of rows) row.note = row.known ? row.values.content : "";
  await compareNotes(db, rows);
  await markKnown(db, context, rows, seen);
  if (reading.kind === "sales") for (const row of rows) checkRepeated(row, reading, seen);
}

/** Some programs write an invoice's total in the row of each item. */
function checkRepeated(row: ComparedRow, reading: Reading, { persons } = nothingSeen()): void {
  const { invoiceNumber, cost } = row.values;
  if (row.isLeftOut || !invoiceNumber || !Number(cost)) return;
  row.keys = [`invoice ${invoiceNumber} ${Number(cost)}`, `invoice ${invoiceNumber}`];
  const [equal, first = equal] = row.keys.map((key) => persons.get(key));
  for (const key of row.keys) if (!persons.has(key)) persons.set(key, row.number);
  const doubt = { field: "cost", kind: "repeated" } as const;
  if (first === undefined || row.state !== "new") return;
  const twin = { field: "invoiceNumber", kind: "twin" } as const;
  if (equal === undefined && (ruleOf(reading, twin) || row.doubts.some(({ kind }) => kind === twin.kind)))
    return;
  if (ruleOf(reading, doubt) === "kept") return;
  const what = equal === undefined ? "invoice number" : "invoice number and amount";
  row.doubts.push({ ...doubt, reason: `Row ${equal ?? first} has this ${what}, too` });
}

function categoriesIn({ items, category }: ComparedRow["values"]): string[] {
  const names = items ? items.items.map((item) => item.category) : [category].filter(Boolean);
  return [...new Map(names.map((name) => [fold(name), name])).values()];
}

function checkShared(row: ComparedRow, { by, field }: { by: Known; field: TextKey }, reading: Reading): void {
  const how = ruleOf(reading, { field, kind: "shared" });
  if (how === "known") row.known = by;
  if (how === "known" || isApart(reading, how)) return;
  row.doubts.push({ field, kind: "shared", reason: `${nameOf(by)} has ${addressName(field)}` });
}

/** The row doesn't belong to the contact with its address. A repair adds a new contact. */
function isApart({ kind }: Reading, how: ReturnType<typeof ruleOf>): boolean {
  return kind === "repairs" ? how === "new" : kind !== "notes" && how === "name";
}

export function addressName(field: TextKey): string {
  return isPhone(field) ? "this number" : "this email";
}

function checkNobody(row: ComparedRow, found: number, reading: Reading): void {
  const address = emailOrPhone(row.values)?.field;
  const has = (field: ImportField) => reading.columns.includes(field);
  const name = has("name") ? "name" : "firstName";
  const field = address ?? (has(name) || row.values.firstName ? name : "email");
  const kind = found > 1 ? "several" : "nobody";
  const isNamed = Boolean(nameOf(row.values));
  if (reading.kind === "sales" && !address && !isNamed) return;
  if (row.doubts.some((doubt) => doubt.kind === "walkIn")) return;
  if (isApart(reading, ruleOf(reading, { field, kind }))) return;
  const what = address ? addressName(address) : "this name";
  const reason =
    found > 1 ? `${found} contacts have ${what}` : address || isNamed ? `Nobody has ${what}` : "Of nobody";
  row.doubts.push({ field, kind, reason });
}

/**
 * Identifies a record in a second import: the row's contents and its position among equal rows. Contacts
 * don't count, since they may have been merged or added again.
 */
function keyOf(row: ComparedRow, { kind }: Reading, seen: Seen): string | null {
  const { values } = row;
  const whose = [...textKeys.map((key) => values[key]), nameOf(values)].join(" ").trim().toLowerCase();
  const said =
    kind === "sales"
      ? [values.invoiceNumber, values.date, values.cost, values.category]
      : [values.date, values.content, values.title];
  const base = createHash("sha256")
    .update(JSON.stringify([whose, ...said]))
    .digest("base64url");
  if (row.isLeftOut) return null;
  return numbered(base, seen);
}

async function markKnown(db: Db, context: Context, rows: ComparedRow[], seen?: Seen): Promise<void> {
  const { reading, store, isSaved } = context;
  if (seen && isSaved && reading.kind === "sales") await keysByInvoice(db, rows, seen);
  const keys = rows.flatMap(({ recordKey }) => recordKey ?? []);
  if (reading.kind === "sales") {
    await markKnownSales(db, context, rows);
    // While rows are written, earlier rows of the same order exist already.
    if (seen) await compareInvoices(db, rows, { reading, timezone: store.timezone, seen });
  }
  if (reading.kind === "appointments" && keys.length > 0) {
    const found = await db
      .select({ key: bookings.requestKey })
      .from(bookings)
      .where(inArray(bookings.requestKey, keys.map(bookingKey)));
    const there = new Set(found.map(({ key }) => key));
    for (const row of rows) if (row.recordKey && there.has(bookingKey(row.recordKey))) row.state = "same";
  }
  if (reading.kind !== "notes") return;
  for (const row of rows) if (row.known && !row.note && row.values.content) row.state = "same";
}

async function keysByInvoice(db: Db, rows: ComparedRow[], seen: Seen): Promise<void> {
  const numbers = [...new Set(rows.flatMap(({ values }) => values.invoiceNumber || []))];
  if (numbers.length === 0) return;
  const { invoiceNumber: number, externalNumber: key } = purchases;
  const found = await db.select({ number, key }).from(purchases).where(inArray(number, numbers));
  for (const row of rows) {
    if (row.isLeftOut) continue;
    const [sale, another] = found.filter((one) => one.number === row.values.invoiceNumber);
    if (!sale || another) continue;
    row.isEdited = sale.key === null;
    if (row.isEdited) row.state = "same";
    if (sale.key === null || seen.records.has(sale.key)) continue;
    row.recordKey = sale.key;
    seen.records.set(sale.key, 1);
  }
}

async function markKnownSales(db: Db, context: Context, rows: ComparedRow[]): Promise<void> {
  const keys = rows.flatMap(({ recordKey }) => recordKey ?? []);
  if (keys.length === 0) return;
  const { id, externalNumber: key, cost, refunded, createdAt, productCategoryName } = purchases;
  const { isPaidAtOnce, paid } = purchases;
  const query = db
    .select({ id, key, cost, refunded, createdAt, productCategoryName, isPaidAtOnce, paid })
    .from(purchases)
    .where(inArray(key, keys))
    .orderBy(id);
  // Nobody may edit a sale between this and its update.
  const found = await (context.isSaved ? query.for("no key update") : query);
  const there = new Map(found.map((sale) => [sale.key, sale]));
  const known = rows.flatMap((row) => {
    const sale = row.recordKey ? there.get(row.recordKey) : undefined;
    return sale ? [{ row, sale, category: categoryOf(row) }] : [];
  });
  if (context.isSaved) await compareSales(db, context, known);
  for (const { row, sale } of known) compareRefund(row, sale, context.store.digits);
}

/** Without a saved import, an existing sale only changes if more of it was refunded. */
function compareRefund(
  row: ComparedRow,
  sale: { id: string; cost: string; refunded: string },
  digits: number,
): void {
  const said = Number(row.values.refunded ?? 0);
  const more = row.isEdited ? 0 : said - Number(sale.refunded);
  row.state = more > 0 || row.sale ? "update" : "same";
  if (more <= 0) return;
  row.refund = { purchaseId: sale.id, amount: more.toFixed(digits) };
  if (!row.sale && said > Number(sale.cost))
    row.doubts.push({ field: "refunded", kind: "unreadable", reason: "More than the amount of the sale" });
}

type Invoices = { reading: Reading; timezone: string; seen: Seen };

async function compareInvoices(
  db: Db,
  rows: ComparedRow[],
  { reading, timezone, seen }: Invoices,
): Promise<void> {
  const open = rows.filter(({ state, values }) => state === "new" && values.invoiceNumber);
  if (open.length === 0) return;
  const numbers = [...new Set(open.map(({ values }) => values.invoiceNumber))];
  const found = await db
    .select({
      id: purchases.id,
      number: purchases.invoiceNumber,
      cost: purchases.cost,
      createdAt: purchases.createdAt,
      category: purchases.productCategoryName,
    })
    .from(purchases)
    .where(inArray(purchases.invoiceNumber, numbers))
    .limit(MAX_INVOICES);
  const rule = ruleOf(reading, { field: "invoiceNumber", kind: "twin" });
  for (const row of open) {
    const { cost, date, invoiceNumber } = row.values;
    const item = categoryOf(row);
    const here = found.filter(({ number }) => number === invoiceNumber);
    const said = [dayOfSale(date, timezone), Number(cost), fold(item)].join();
    const same = here.find(
      (sale) =>
        !seen.sales.has(sale.id) &&
        [dayOfSale(sale.createdAt.toISOString(), timezone), Number(sale.cost), fold(sale.category)].join() ===
          said,
    );
    if (same) {
      seen.sales.add(same.id);
      row.state = "same";
      continue;
    }
    const other = here.find(({ id }) => !seen.sales.has(id)) ?? here[0];
    if (!other || rule === "new") continue;
    const shown = (day: string | null, amount: string | null, name: string) =>
      [day && showMoment(day, timezone), amount, name].filter(Boolean).join(", ");
    const reason = `Here: ${shown(other.createdAt.toISOString(), other.cost, other.category)}. In the file: ${shown(date, cost, item)}`;
    row.doubts.push({ field: "invoiceNumber", kind: "twin", reason: cut(reason, 280) });
  }
}

const MAX_INVOICES = 20_000;

export async function compareNotes(db: Db, rows: ComparedRow[]): Promise<void> {
  const asked = rows.filter(({ known, note }) => known && note);
  if (asked.length === 0) return;
  const ids = [...new Set(asked.map(({ known }) => known?.id ?? ""))];
  const own = inArray(notes.contactId, ids);
  const found = await db
    .select({ contactId: notes.contactId, content: notes.content })
    .from(notes)
    .where(and(own, inArray(notes.content, [...new Set(asked.map(({ note }) => note))])));
  const there = new Set(found.map(({ contactId, content }) => `${contactId} ${content}`));
  const sizes = await notesOf(db, own);
  for (const row of asked) {
    const id = row.known?.id ?? "";
    if (there.has(`${id} ${row.note}`)) {
      row.note = "";
      continue;
    }
    there.add(`${id} ${row.note}`);
    const { count, characters } = sizes.get(id) ?? { count: 0, characters: 0 };
    if (isRoomFor({ count, characters }, row.note)) {
      sizes.set(id, { count: count + 1, characters: characters + row.note.length });
    } else
      row.doubts.push({
        field: "content",
        kind: "unreadable",
        reason: "This contact has the maximum number of notes",
      });
  }
}

export function bookingKey(recordKey: string): string {
  return `import ${recordKey}`;
}

export function partyOf({ known, values }: ComparedRow): typeof WALK_IN_PARTY {
  if (known) return { id: known.id, name: nameOf(known), line: known.search };
  const name = nameOf(values) || values.email;
  return name ? { id: null, name, line: searchLine(name) } : WALK_IN_PARTY;
}

type KnownSale = Pick<
  typeof purchases.$inferSelect,
  "id" | "cost" | "refunded" | "createdAt" | "productCategoryName" | "isPaidAtOnce" | "paid"
>;

const ABOUT_PAYMENT = ["paid", "open", "payments", "status"] as const;

async function compareSales(
  db: Db,
  { reading, store }: Pick<Context, "reading" | "store">,
  known: { row: ComparedRow; sale: KnownSale; category: string }[],
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
      row.doubts.push({
        field: "cost",
        kind: "unreadable",
        reason: "Less than was already refunded or paid",
      });
  }
}

function isSameDay({ values }: ComparedRow, { createdAt }: KnownSale, timezone: string): boolean {
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
  const returned = await db
    .selectDistinct({ id: refunds.purchaseId })
    .from(refunds)
    .where(and(inArray(refunds.purchaseId, ids), sql`${refunds.items} <> '[]'`));
  return new Set([...edits, ...payments, ...returned].map(({ id }) => id));
}

function dayOfSale(instant: string | null, timezone: string): string {
  const day = instant ? readDay(instant, timezone) : null;
  return day ? writeDay(day) : "";
}
