import type { ImportField } from "#lib/contract/import-terms.ts";
import type { DoubtKind, Reading } from "#lib/contract/imports.ts";
import { currenciesOf, currencyOfHeader, isCurrency, readAmount } from "#lib/import/amounts.ts";
import { cut } from "./cut.ts";
import type { ReadRow, Store, Values } from "./row-values.ts";

type Field = "cost" | "refunded";
type Cells = {
  line: (field: ImportField) => string;
  header: (field: ImportField) => string;
  has: (field: ImportField) => boolean;
  mended: Record<string, string>;
  shown: ReadRow["shown"];
  doubt: (field: ImportField, kind: DoubtKind, reason: string, suggestion?: string) => void;
};

export function readMoney(
  { line, header, has, mended, shown, doubt }: Cells,
  { numbers }: Reading,
  { currency, digits }: Store,
): Pick<Values, Field> {
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
    if (Object.hasOwn(mended, field)) return "";
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
