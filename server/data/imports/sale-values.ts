import type { ImportField } from "#lib/contract/import-terms.ts";
import { methodNamed, saleItemForm } from "#lib/contract/sale-items.ts";
import { rounded, TOO_HIGH, toMinorUnits, totalsOf, write } from "#lib/contract/sale-totals.ts";
import {
  currenciesOf,
  currencyOfHeader,
  isCurrency,
  isCurrencyWord,
  readAmount,
} from "#lib/import/amounts.ts";
import { readYesNo } from "#lib/import/answers.ts";
import { bare } from "#lib/import/columns.ts";
import { readItems, readPayments, type SaleCell } from "#lib/sale-cells.ts";
import { AFTER_DISCOUNT, BALANCE, DISCOUNT, PRICE, QUANTITY, TYPE, VOID } from "./column-words.ts";
import { amountIn, plain, readMoney } from "./money.ts";
import { cut, piecesIn, type RowReader, ruleOf, type Values } from "./row-values.ts";

const UNSURE =
  /^(open|offen|pending|due|outstanding|ausstehend|en attente|pendiente|layaway|deposit|anzahlung|on[ -]hold|invoiced|partial|part[ _-]?paid|teil)/i;
const UNPAID = /^(un|not )paid|^(overdue|unbezahlt|nicht bezahlt|überfällig|impay|no pagad|non pagat)/i;
const PARTLY = /^(part|teil)/i;
const REFUNDED =
  /^((part(ial(ly)?)?|teil(weise)?)[ _-]?)?(refund|return|credit (memo|note)|gutschrift|erstattet|rembours|reembols|rimbors)/i;
const UNSOLD =
  /^(void|cancel|fail|declin|reject|expired|draft|parked|saved|abandon|quote|estimate|angebot|devis|storn|abgebroch|fehlgeschl|entwurf|annul|brouillon|anulad|fallid|borrador|uncollect|writ+en[ -]off|authori[sz]ation$|change$|((bill|receive|iou|account|layaway) )?payment$|transfer$|expense$|journal|no[- ]?show|reschedul|verschoben)/i;
const PAYMENT =
  /^((account|layaway|iou) )?(payments?( received| on account)?|zahlung(seingang)?|paiement|pago|pagamento)$/i;

const EXCHANGE = /^(even )?(exchanged?|umtausch|échange|cambio|troca)( sale)?$/i;
const STORE_CREDIT =
  /^(issued? )?(store|shop|house)[ -]?credit( issued)?$|^(ladengutschrift|avoir|nota de crédito)$/i;
const PAID = /^(fully )?(paid|bezahlt|payé|pagad|pagat)/i;
const PAYMENT_STATUS = /^(payment|financial|invoice)/;
/** Rows that aren’t plain sales. The first match counts. */
const OTHER_TYPES = [UNSOLD, REFUNDED, EXCHANGE, STORE_CREDIT];
const UNUSUAL = [...OTHER_TYPES, UNPAID, UNSURE];

export function isUnusual(type: string): boolean {
  return UNUSUAL.some((words) => words.test(type));
}

export function readSale(row: RowReader, values: Values): void {
  const { cost, refunded } = readMoney(row);
  Object.assign(values, { cost, refunded });
  if (cost === null) return;
  values.items = readSaleItems(row, cost);
  values.payments = readPaid(row, { cost, refunded }, values.method);
  const says = (...fields: ImportField[]) => fields.some((field) => row.text(field) || row.isMended(field));
  const status = statusOf(row);
  const marked = `Marked “${status}”`;
  if (REFUNDED.test(status)) {
    const all = PARTLY.test(status) ? undefined : plain(row, cost);
    if (!says("refunded")) row.doubt("refunded", "missing", `${marked}, without an amount`, all);
  } else if (UNPAID.test(status)) {
    if (!says("paid", "open", "payments")) values.payments = [];
  } else if (UNSURE.test(status) && !says("paid", "open", "payments"))
    row.doubt("paid", "missing", `${marked}. How much was paid?`, PARTLY.test(status) ? undefined : "0");
  if (PAYMENT.test(row.line("category")) && !row.isMended("category"))
    row.doubt("category", "other", "A payment?");
  const said = [status, row.line("category")];
  if (said.some((word) => EXCHANGE.test(word)) && !row.isMended("status"))
    row.doubt("status", "other", "An exchange?");
  if (said.some((word) => STORE_CREDIT.test(word)) && !row.isMended("refunded"))
    row.doubt("refunded", "other", "A store credit?");
  checkPrice(row, cost);
  checkBalance(row, cost);
}

/** PayPal's columns. */
const STATEMENT = ["gross", "fee", "net"];

/** The amount is only known once both questions are answered. */
function checkPrice(row: RowReader, cost: string): void {
  const { doubt, header, has, isMended, reading } = row;
  if (isMended("cost")) return;
  const isReturned = /^[−–-]\s*[1-9]/.test(quantityIn(row));
  if (isReturned && !isMended("refunded")) doubt("refunded", "other", "A refund?");
  const name = bare(header("cost"));
  const count = PRICE.test(name) ? piecesOf(row) : 1;
  const isAfterDiscount = AFTER_DISCOUNT.test(name) || has("items") || isDiscounted(row, cost);
  const discount = isAfterDiscount ? "" : discountIn(row);
  const isOfOne = count > 1 ? ruleOf(reading, { field: "cost", kind: "pieces" }) : "kept";
  const isBefore = discount ? ruleOf(reading, { field: "cost", kind: "discount" }) : "kept";
  const quantity = isOfOne === "kept" ? 1 : count;
  const meant =
    isOfOne || isBefore ? totalOf(row, cost, quantity, isBefore === "kept" ? "" : discount) : undefined;
  if (isOfOne !== "kept" && (isBefore || !isOfOne))
    doubt("cost", "pieces", `${cost} for one of ${count} pieces, or for all?`, meant);
  if (isBefore !== "kept" && (isOfOne || !isBefore))
    doubt("cost", "discount", `${cost} before or after the discount of ${cut(discount, 20)}?`, meant);
}

function quantityIn({ headers, cells }: RowReader): string {
  return cells[headers.findIndex((name) => QUANTITY.test(bare(name)))]?.trim() ?? "";
}

function piecesOf(row: RowReader): number {
  return piecesIn(quantityIn(row)) ?? 1;
}

function totalOf(row: RowReader, price: string, quantity: number, written: string): string | undefined {
  const value = readAmount(written.replace(/[-%\s]/g, ""), row.reading.numbers);
  if (written && !value) return undefined;
  const kind = written.includes("%") ? "percent" : "amount";
  const item = { price, quantity, discount: value ? ({ kind, value } as const) : null };
  const { total, tooHigh } = totalsOf({ items: [item], discount: null, tax: null }, row.store.digits);
  return tooHigh ? undefined : plain(row, total);
}

function isDiscounted(row: RowReader, cost: string): boolean {
  const { headers, cells, reading } = row;
  const at = headers.findIndex((header, i) => reading.columns[i] !== "cost" && PRICE.test(bare(header)));
  const price = readAmount((cells[at] ?? "").trim(), reading.numbers);
  return Boolean(price) && totalOf(row, price ?? "", piecesOf(row), discountIn(row)) === plain(row, cost);
}

/** "10%", "50.00"; "" if nothing was taken off. */
function discountIn({ headers, cells, store }: RowReader): string {
  const at = headers.findIndex((header) => DISCOUNT.test(bare(header)));
  const written = (cells[at] ?? "").trim().replace(/^([\d.,]{1,12}) ?(percent|prozent|pct)$/i, "$1%");
  if (!/[1-9]/.test(written) || isCode(written, store.currency)) return "";
  return /%|percent|prozent/i.test(headers[at] ?? "") && !written.includes("%") ? `${written}%` : written;
}

/** "SAVE10" and "10OFF", but not "EUR10". */
function isCode(cell: string, currency: string): boolean {
  const isMoney = (mark: string) => isCurrency(mark, currency) || isCurrencyWord(mark);
  const isAmount = currencyOfHeader(cell) || currenciesOf(cell).some(isMoney);
  return /^[\p{L}\d_-]{1,30}$/u.test(cell) && /\p{L}{2}/u.test(cell) && !isAmount;
}

function checkBalance(row: RowReader, cost: string): void {
  const { headers, cells, doubt, has, isMended, reading, shown } = row;
  const names = headers.map(bare);
  const at = names.findIndex((name, i) => reading.columns[i] === null && BALANCE.test(name));
  const written = cut((cells[at] ?? "").trim(), 60);
  const isStoresAccount = STATEMENT.every((name) => names.includes(name));
  const isKnown = isStoresAccount || has("paid") || has("open") || has("payments") || isMended("open");
  if (isKnown || !/[1-9]/.test(written)) return;
  shown.open = written;
  const isAbove = Number(readAmount(written, reading.numbers)) > Number(cost);
  const due = isAbove ? undefined : written;
  doubt("open", "balance", "The amount due for this sale, or the customer’s balance?", due);
}

function statusOf({ line, isMended, headers, cells, reading }: RowReader): string {
  const names = headers.map(bare);
  const status = cut(line("status"), 60);
  if (isMended("status") || reading.kind !== "sales") return status;
  const others = names.flatMap((name, at) => {
    const said = cut((cells[at] ?? "").trim(), 60);
    return reading.columns[at] === null && TYPE.test(name) ? { name, said } : [];
  });
  const said = [status, ...others.map((one) => one.said)];
  // "Open" is then about the order.
  const paid = others.find(({ name, said }) => PAYMENT_STATUS.test(name) && PAID.test(said))?.said;
  const patterns = PAID.test(status) ? OTHER_TYPES : paid ? [...OTHER_TYPES, UNPAID] : UNUSUAL;
  return patterns.flatMap((words) => said.find((word) => words.test(word)) ?? [])[0] ?? paid ?? status;
}

export function checkStatus(row: RowReader): void {
  const { has, shown, doubt, isMended } = row;
  const written = statusOf(row);
  if (has("status") || written) shown.status = written;
  const isUnsold = UNSOLD.test(written);
  const mark = isUnsold || isMended("status") ? "" : voidedBy(row);
  if (mark) shown.status = mark;
  if (isUnsold || mark) doubt("status", "cancelled", `Marked “${mark || written}”`);
}

function voidedBy({ headers, cells, reading }: RowReader): string {
  const isMarked = (cell: string) => readYesNo(cell) === true || /[1-9]\d?[./-]\d/.test(cell);
  const at = headers.findIndex(
    (header, i) => reading.columns[i] === null && VOID.test(bare(header)) && isMarked(cells[i] ?? ""),
  );
  return at < 0 ? "" : cut(`${headers[at]}: ${cells[at]}`, 60);
}

const MAX_ITEMS = 100;
const MAX_SHOWN_LENGTH = 300;
const OTHER_METHOD = "Other";
const AS_EXPORTED = "Not written as in an export";

type Amounts = { cost: string; refunded: string | null };

function readSaleItems({ text, has, shown, doubt, store }: RowReader, cost: string): SaleCell | null {
  const written = text("items");
  if (has("items")) shown.items = cut(written.replaceAll("\n", "; "), MAX_SHOWN_LENGTH);
  if (!written) return null;
  const sale = readItems(written);
  const wrong = sale ? wrongIn(sale, cost, store.digits) : AS_EXPORTED;
  if (wrong) doubt("items", "unreadable", wrong);
  return wrong ? null : sale;
}

function wrongIn({ items, discount, tax }: SaleCell, cost: string, digits: number): string {
  if (items.length > MAX_ITEMS) return `More than ${MAX_ITEMS} items`;
  const isItem = items.every(
    ({ category, ...item }) =>
      saleItemForm.safeParse({ ...item, productCategory: { id: "0", name: category } }).success,
  );
  if (!isItem || items.some(({ category }) => category.length > 100 || /[\n\r]/.test(category)))
    return AS_EXPORTED;
  const { total, tooHigh } = totalsOf({ items, discount, tax }, digits);
  if (tooHigh) return TOO_HIGH;
  return toMinorUnits(total, digits) === toMinorUnits(cost, digits)
    ? ""
    : `The items add up to ${total}, not ${cost}`;
}

/** Null if the sale was paid at once. */
function readPaid(row: RowReader, amounts: Amounts, method: string): Values["payments"] {
  const written = row.text("payments");
  if (row.has("payments")) row.shown.payments = cut(written.replaceAll("\n", "; "), MAX_SHOWN_LENGTH);
  if (written) return paymentsIn(row, written, amounts.cost);
  const paid = paidIn(row, amounts);
  if (paid === null) return null;
  return Number(paid) > 0 ? [{ amount: paid, method: method || OTHER_METHOD, at: null }] : [];
}

function paymentsIn({ doubt, store }: RowReader, written: string, cost: string): Values["payments"] {
  const payments = readPayments(written);
  const sum = (payments ?? []).reduce((all, { amount }) => all + toMinorUnits(amount, store.digits), 0n);
  const isExact = ({ amount }: { amount: string }) =>
    Number(amount) > 0 && Number(rounded(amount, store.digits)) === Number(amount);
  if (!payments?.every(isExact)) doubt("payments", "unreadable", AS_EXPORTED);
  else if (sum > toMinorUnits(cost, store.digits))
    doubt("payments", "unreadable", "More than the amount of the sale");
  return payments?.map((one) => ({ ...one, method: methodNamed(store.methods, one.method) })) ?? null;
}

/** What was paid, if a part was or is open; null if nothing is open or if it is doubtful. */
function paidIn(row: RowReader, { cost, refunded }: Amounts): string | null {
  const { has, isMended, doubt, store } = row;
  const { digits } = store;
  const [said, open] = [paidCell(row, cost), amountIn(row, "open")];
  if (said === null || open === null) return null;
  const total = toMinorUnits(cost, digits);
  const due = total - toMinorUnits(refunded ?? "0", digits);
  if (said === undefined && open === undefined) {
    if (has("paid") && !isMended("paid")) doubt("paid", "missing", "Paid in full, or not at all?", "0");
    return null;
  }
  const left = open === undefined ? null : toMinorUnits(open, digits);
  const paid = said === undefined ? due - (left ?? 0n) : toMinorUnits(said, digits);
  const tooMuch = "More than the amount of the sale";
  if (paid > total) doubt("paid", "unreadable", tooMuch);
  else if (paid < 0n) doubt("open", "unreadable", tooMuch);
  else if (left !== null && ![total, due].includes(paid + left))
    doubt("open", "unreadable", `Paid and open add up to ${write(paid + left, digits)}, not ${cost}`);
  else if (paid < total && (paid !== due || left)) return write(paid, digits);
  return null;
}

function paidCell(row: RowReader, cost: string): string | null | undefined {
  const written = row.line("paid");
  const isPaid = /\d/.test(written) ? undefined : readYesNo(written);
  if (typeof isPaid === "boolean") {
    row.shown.paid = isPaid ? cost : write(0n, row.store.digits);
    return row.shown.paid;
  }
  if (written !== "1" || row.isMended("paid")) return amountIn(row, "paid");
  row.shown.paid = written;
  row.doubt("paid", "unreadable", "An amount, or “yes”?", plain(row, cost));
  return null;
}
