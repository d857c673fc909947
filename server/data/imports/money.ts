import { currenciesOf, currencyOfHeader, isCurrency, readAmount } from "#lib/import/amounts.ts";
import { cut } from "./cut.ts";
import type { RowReader } from "./row-reader.ts";
import type { Values } from "./row-values.ts";

type Field = "cost" | "refunded";

export function readMoney(row: RowReader): Pick<Values, Field> {
  const { line, header, has, isMended, shown, doubt } = row;
  const { numbers } = row.reading;
  const { currency, digits } = row.store;
  const cost = amountOf("cost");
  if (cost === null) return { cost: null, refunded: null };
  const refunded = amountOf("refunded");
  if (Number(refunded) <= Number(cost)) return { cost, refunded: Number(refunded) > 0 ? refunded : null };
  doubt("refunded", "unreadable", "More than the amount of the sale");
  return { cost, refunded: null };

  function amountOf(field: Field): string | null {
    const written = line(field);
    const isRefund = field === "refunded";
    if (has(field) || written) shown[field] = cut(written, 60);
    if (!written) {
      if (!isRefund) doubt(field, "missing", "No amount");
      return null;
    }
    const read = readAmount(written, numbers);
    // Some programs write refunds as negative amounts.
    const amount = isRefund ? read?.replace(/^-/, "") : read;
    const foreign = foreignIn(field, written);
    const wrong = (reason: string, suggestion?: string) => doubt(field, "unreadable", reason, suggestion);
    if (amount === null || amount === undefined) wrong(notAnAmount(written));
    else if (foreign) doubt(field, "currency", `${foreign}, and the store uses ${currency}`, plain(amount));
    else if (amount.startsWith("-")) wrong("A negative refund");
    else if (Number(amount) >= 1e10) wrong("Too much");
    else if ((amount.split(".")[1] ?? "").replace(/0+$/, "").length > digits) {
      wrong(`More than ${digits} decimals`, plain(Number(amount).toFixed(digits)));
    } else {
      const stored = Number(amount).toFixed(digits);
      shown[field] = stored;
      return stored;
    }
    return null;
  }

  /** The currency of the cell, row or column; "" if it is the store's. */
  function foreignIn(field: Field, written: string): string {
    if (isMended(field)) return "";
    const said = [...currenciesOf(written), line("currency")].filter(Boolean);
    if (said.length === 0) said.push(currencyOfHeader(header(field)));
    return cut(said.find((one) => one && !isCurrency(one, currency)) ?? "", 10);
  }

  /** In the file's notation, because it is parsed like typed text. */
  function plain(amount: string): string {
    return numbers === "comma" ? amount.replace(".", ",") : amount;
  }

  function notAnAmount(written: string): string {
    const meant = readAmount(written, numbers === "point" ? "comma" : "point");
    return meant === null ? "No amount" : `Could be ${meant}, but this file writes amounts differently`;
  }
}
