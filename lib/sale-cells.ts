import type { Discount, Tax } from "#lib/contract/sale-totals.ts";

// Items and payments of a sale as the text of one cell. An import reads them back unchanged.

type ItemCell = {
  category: string;
  description: string;
  quantity: number;
  price: string;
  discount: Discount | null;
};
export type SaleCell = { items: ItemCell[]; discount: Discount | null; tax: Tax | null };
type PaymentCell = { amount: string; method: string; at: string };

const ESCAPED: Record<string, string> = { "\\": "\\\\", "|": "\\p", "\n": "\\n", "\r": "\\r" };
const PLAIN: Record<string, string> = { p: "|", n: "\n", r: "\r" };

function line(...parts: string[]): string {
  return parts.map((part) => part.replace(/[\\|\n\r]/g, (sign) => ESCAPED[sign] ?? sign)).join(" | ");
}

function splitCell(text: string): string[] {
  return text
    .split("|")
    .map((part) => part.trim().replace(/\\(.)/g, (_, sign: string) => PLAIN[sign] ?? sign));
}

/** "2 × Repairs | Resize, 18k | 45.00 | -10%", then the sale's own discount and tax, each in a line. */
export function writeItems({ items, discount, tax }: SaleCell): string {
  return [
    ...items.map((item) => {
      const { category, description, quantity, price } = item;
      const off = item.discount ? [writeDiscount(item.discount)] : [];
      return line(`${quantity} × ${category}`, description, price, ...off);
    }),
    ...(discount ? [line("Discount", writeDiscount(discount))] : []),
    ...(tax ? [line("Tax", `${tax.rate}%`, tax.isIncluded ? "included" : "added")] : []),
  ].join("\n");
}

function writeDiscount({ kind, value }: Discount): string {
  return kind === "percent" ? `-${value}%` : `-${value}`;
}

const NUMBER = /^\d{1,12}(\.\d{1,4})?$/;

/** Null if it is another program's text. */
export function readItems(text: string): SaleCell | null {
  const sale: SaleCell = { items: [], discount: null, tax: null };
  for (const written of text.split(/\r?\n/)) {
    const [first = "", second = "", third = "", ...more] = splitCell(written);
    const item = /^(\d{1,3}) × (.+)$/s.exec(first);
    if (item) {
      const [off, ...rest] = more;
      const discount = off === undefined ? null : readDiscount(off);
      if (!NUMBER.test(third) || discount === undefined || rest.length > 0) return null;
      const [, quantity, category = ""] = item;
      sale.items.push({
        ...{ category, description: second, price: third },
        ...{ quantity: Number(quantity), discount },
      });
    } else if (first === "Discount" && !sale.discount) {
      const discount = readDiscount(second);
      if (!discount || third || more.length > 0) return null;
      sale.discount = discount;
    } else if (first === "Tax" && !sale.tax) {
      const rate = second.slice(0, -1);
      const isTax = second.endsWith("%") && NUMBER.test(rate) && /^(included|added)$/.test(third);
      if (!isTax || more.length > 0) return null;
      sale.tax = { rate, isIncluded: third === "included" };
    } else return null;
  }
  return sale.items.length > 0 ? sale : null;
}

function readDiscount(text: string): Discount | undefined {
  const [, value = "", percent] = /^-([\d.]+)(%)?$/.exec(text) ?? [];
  return NUMBER.test(value) ? { kind: percent ? "percent" : "amount", value } : undefined;
}

/** "200.00 | Card | 2026-03-04T10:00:00.000Z", one payment in each line. */
export function writePayments(payments: PaymentCell[]): string {
  return payments.map(({ amount, method, at }) => line(amount, method, at)).join("\n");
}

export function readPayments(text: string): PaymentCell[] | null {
  const payments = text.split(/\r?\n/).map((written) => {
    const [amount = "", method = "", at = "", ...more] = splitCell(written);
    const isWhole = NUMBER.test(amount) && method !== "" && method.length <= 40 && more.length === 0;
    return isWhole && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(at) && !Number.isNaN(Date.parse(at))
      ? { amount, method, at }
      : null;
  });
  return payments.includes(null) ? null : (payments as PaymentCell[]);
}
