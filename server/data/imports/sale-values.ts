import { saleItemForm } from "#lib/contract/sale-items.ts";
import { rounded, TOO_HIGH, totalsOf, unitsOf, write } from "#lib/contract/sale-totals.ts";
import { readYesNo } from "#lib/import/answers.ts";
import { readItems, readPayments, type SaleCell } from "#lib/sale-cells.ts";
import { cut } from "./cut.ts";
import { amountIn, plain } from "./money.ts";
import type { RowReader } from "./row-reader.ts";
import type { Values } from "./row-values.ts";

const MAX_ITEMS = 100;
const MAX_SHOWN_LENGTH = 300;
const OTHER_METHOD = "Other";
const AS_EXPORTED = "Not written as in an export";

type Amounts = { cost: string; refunded: string | null };

/** Null if the sale is one piece of its category. */
export function readSaleItems({ text, has, shown, doubt, store }: RowReader, cost: string): SaleCell | null {
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
  return unitsOf(total, digits) === unitsOf(cost, digits) ? "" : `The items add up to ${total}, not ${cost}`;
}

/** Null if the sale was paid at once. A payment without a date was made on the day of the sale. */
export function readPaid(row: RowReader, amounts: Amounts, method: string): Values["payments"] {
  const written = row.text("payments");
  if (row.has("payments")) row.shown.payments = cut(written.replaceAll("\n", "; "), MAX_SHOWN_LENGTH);
  if (written) return paymentsIn(row, written, amounts.cost);
  const paid = paidIn(row, amounts);
  if (paid === null) return null;
  return Number(paid) > 0 ? [{ amount: paid, method: method || OTHER_METHOD, at: null }] : [];
}

function paymentsIn({ doubt, store }: RowReader, written: string, cost: string): Values["payments"] {
  const payments = readPayments(written);
  const sum = (payments ?? []).reduce((all, { amount }) => all + unitsOf(amount, store.digits), 0n);
  const isExact = ({ amount }: { amount: string }) =>
    Number(amount) > 0 && Number(rounded(amount, store.digits)) === Number(amount);
  if (!payments?.every(isExact)) doubt("payments", "unreadable", AS_EXPORTED);
  else if (sum > unitsOf(cost, store.digits))
    doubt("payments", "unreadable", "More than the amount of the sale");
  return payments;
}

/** What was paid, if a part was or is open; null if nothing is open or if it is doubtful. */
function paidIn(row: RowReader, { cost, refunded }: Amounts): string | null {
  const { has, isMended, doubt, store } = row;
  const { digits } = store;
  const [said, open] = [paidCell(row, cost), amountIn(row, "open")];
  if (said === null || open === null) return null;
  const total = unitsOf(cost, digits);
  const due = total - unitsOf(refunded ?? "0", digits);
  if (said === undefined && open === undefined) {
    if (has("paid") && !isMended("paid")) doubt("paid", "missing", "Paid in full, or not at all?", "0");
    return null;
  }
  const left = open === undefined ? null : unitsOf(open, digits);
  const paid = said === undefined ? due - (left ?? 0n) : unitsOf(said, digits);
  const tooMuch = "More than the amount of the sale";
  if (paid > total) doubt("paid", "unreadable", tooMuch);
  else if (paid < 0n) doubt("open", "unreadable", tooMuch);
  else if (left !== null && ![total, due].includes(paid + left))
    doubt("open", "unreadable", `Paid and open add up to ${write(paid + left, digits)}, not ${cost}`);
  else if (paid < total && (paid !== due || left)) return write(paid, digits);
  return null;
}

/** Also "yes" and "no". */
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
