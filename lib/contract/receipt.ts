import type { BuiltInField } from "./built-in-fields.ts";
import type { Money } from "./money.ts";
import { plainSaleFields } from "./plain-sale-fields.ts";
import { type MethodNames, methodInText } from "./sale-items.ts";
import { type Discount, totalsOf } from "./sale-totals.ts";
import { isWalkIn } from "./walk-in.ts";

type Amount = number | string | null | undefined;
type Sent = { kind: Discount["kind"]; value: Amount } | null | undefined;
type Named = { id: string | null; name: string } | null | undefined;

type Item = {
  description: string | null;
  productCategory: Named;
  quantity: number;
  price: Amount;
  discount: Sent;
};

/** As the app reads it or as the host stores it. */
type ReceiptSale = {
  cost: Amount;
  createdAt: string | null;
  refunded?: Amount;
  open?: Amount;
  method?: string | null | undefined;
  contact: Named;
  productCategory: Named;
  soldBy?: { name: string } | null | undefined;
  discount?: Sent;
  tax?: { rate: Amount; isIncluded: boolean; amount: Amount } | null | undefined;
  items?: readonly Item[] | null | undefined;
};

type Payment = { amount: Amount; method: string | null; createdAt: string | null };
type Words = { money: Money; day: (at: string | null) => string; methods?: MethodNames | undefined };

export type ReceiptLine = { term: string; value: string; is?: "total" | "due" };

export function receiptOf(sale: ReceiptSale, payments: readonly Payment[], words: Words) {
  const { money, day, methods } = words;
  const paidBy = (method: string | null | undefined) => `Paid by ${methodInText(methods, method ?? "")}`;
  const line = (term: string, value: Amount, is?: ReceiptLine["is"]): ReceiptLine => ({
    ...{ term, value: money.format(Number(value)) },
    ...(is && { is }),
  });
  const less = (term: string, value: Amount) => ({ term, value: `−${money.format(Number(value))}` });
  return { facts: factLines(sale, day), items: itemLines(), sums: sumLines() };

  function itemLines(): ReceiptLine[] {
    const items = sale.items ?? [];
    const totals = totalsOf({ items: items.map(priced) }, money.digits);
    return items.flatMap(({ description, productCategory, quantity, price, discount }, at) => {
      const { amount = "0", off = "0" } = totals.items[at] ?? {};
      const each = quantity > 1 ? ` ${quantity} × ${money.format(Number(price))}` : "";
      const sold = line(`${description || productCategory?.name || "Item"}${each}`, amount);
      const words = discount?.kind === "percent" ? `Discount ${discount.value}%` : "Discount";
      return discount ? [sold, less(words, off)] : [sold];
    });
  }

  function sumLines(): ReceiptLine[] {
    const { cost, refunded, open, method, tax, items } = sale;
    const rate = Number(tax?.rate ?? 0);
    const isAdded = rate > 0 && !tax?.isIncluded;
    const whole = discountOf(sale.discount);
    const { off } = totalsOf({ items: (items ?? []).map(priced), discount: whole }, money.digits);
    const added = isAdded ? Number(tax?.amount) : 0;
    const lines = [
      (Number(off) > 0 || isAdded) && line("Subtotal", money.sum([Number(cost), Number(off), -added])),
      Number(off) > 0 && less("Discount", off),
      isAdded && line(`Sales tax ${rate}%`, tax?.amount),
      { ...line("Total", cost, "total"), ...(cost == null && { value: "—" }) },
      rate > 0 && !isAdded && line(`Includes tax ${rate}%`, tax?.amount),
      Boolean(method) && line(paidBy(method), cost),
      ...payments.map((one) => line(`${paidBy(one.method)}, ${day(one.createdAt)}`, one.amount)),
      Number(refunded) > 0 && less("Refunded", refunded),
      Number(open) > 0 && line("Balance due", open, "due"),
    ];
    return lines.filter((one) => one !== false);
  }
}

function factLines(sale: ReceiptSale, day: Words["day"]): ReceiptLine[] {
  const plain = sale as { [key: BuiltInField["key"]]: unknown };
  const facts: [term: string, value: unknown][] = [
    ["Date", day(sale.createdAt)],
    ...plainSaleFields.map(({ key, short }): [string, unknown] => [short, plain[key]]),
    ["Customer", isWalkIn(sale.contact) ? "" : sale.contact?.name],
    ["Sold by", sale.soldBy?.name],
    ["Item", sale.items?.length ? "" : sale.productCategory?.name],
  ];
  return facts.flatMap(([term, value]) => (value ? [{ term, value: String(value) }] : []));
}

function discountOf(sent: Sent): Discount | null {
  return sent?.value == null ? null : { kind: sent.kind, value: sent.value };
}

const priced = ({ price, quantity, discount }: Item) => ({
  price: price ?? 0,
  quantity,
  discount: discountOf(discount),
});
