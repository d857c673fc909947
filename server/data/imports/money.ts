import { currenciesOf, currencyOfHeader, isCurrency, readAmount } from "#lib/import/amounts.ts";
import { readYesNo } from "#lib/import/answers.ts";
import { cut, type RowReader, type Values } from "./row-values.ts";

const THOUSANDS = /^\D{0,4}[1-9]\d{0,2}[.,]\d{3}\D{0,4}$/;

type MoneyField = "cost" | "refunded" | "paid" | "open" | "deposit";

export function readMoney(row: RowReader): Pick<Values, "cost" | "refunded"> {
  const cost = amountIn(row, "cost");
  if (cost === undefined) row.doubt("cost", "missing", "No amount");
  if (!cost) return { cost: null, refunded: null };
  const refunded = amountIn(row, "refunded") ?? null;
  if (Number(refunded) <= Number(cost)) return { cost, refunded: Number(refunded) > 0 ? refunded : null };
  row.doubt("refunded", "unreadable", "More than the amount of the sale");
  return { cost, refunded: null };
}

/** Undefined if the cell is empty, null if it is doubtful. */
export function amountIn(row: RowReader, field: MoneyField): string | null | undefined {
  const { line, has, shown, doubt } = row;
  const { numbers } = row.reading;
  const { currency, digits } = row.store;
  const written = line(field);
  if (has(field) || written) shown[field] = cut(written, 60);
  if (!written || (field === "refunded" && readYesNo(written) === false)) return undefined;
  const read = readAmount(written, numbers);
  const amount = field === "refunded" ? read?.replace(/^-/, "") : read;
  const foreign = foreignIn(row, field, written);
  const wrong = (reason: string, suggestion?: string) => doubt(field, "unreadable", reason, suggestion);
  if (amount === null || amount === undefined) wrong(notAnAmount(row, written));
  else if (foreign)
    doubt(field, "currency", `${foreign}, and the store uses ${currency}`, plain(row, amount));
  else if (amount.startsWith("-"))
    wrong(field === "cost" ? "A negative amount, probably a refund" : "A negative amount");
  else if (Number(amount) >= 1e10) wrong("Amount too large");
  else if (digits < 3 && THOUSANDS.test(written) && Number(amount) < 1_000) {
    const whole = written.replace(/\D/g, "");
    wrong(`${Number(amount).toFixed(digits)}, or ${whole}?`, whole);
  } else if ((amount.split(".")[1] ?? "").replace(/0+$/, "").length > digits) {
    wrong(`More than ${digits} decimals`, plain(row, Number(amount).toFixed(digits)));
  } else {
    const stored = Number(amount).toFixed(digits);
    shown[field] = stored;
    return stored;
  }
  return null;
}

function foreignIn({ isMended, line, header, store }: RowReader, field: MoneyField, written: string): string {
  if (isMended(field)) return "";
  const said = [...currenciesOf(written), line("currency")].filter(Boolean);
  if (said.length === 0) said.push(currencyOfHeader(header(field)));
  return cut(said.find((one) => one && !isCurrency(one, store.currency)) ?? "", 10);
}

export function plain({ reading }: RowReader, amount: string): string {
  return reading.numbers === "comma" ? amount.replace(".", ",") : amount;
}

function notAnAmount({ reading }: RowReader, written: string): string {
  const meant = readAmount(written, reading.numbers === "point" ? "comma" : "point");
  return meant === null ? "No amount" : `Could be ${meant}, but this file writes amounts differently`;
}
