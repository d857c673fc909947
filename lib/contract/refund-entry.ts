import * as z from "zod/mini";
import type { Money } from "./money.ts";
import { refundAmounts } from "./sale-totals.ts";
import { type Refund, refundFormIn, type Sale } from "./sales.ts";

/** One line of the refund dialog. `id`: null for a sale that is one piece. */
export type RefundLine = {
  id: string | null;
  name: string;
  detail: string;
  total: number;
  quantity: number;
  refunded: { quantity: number; amount: number; at: string | null };
};

/** `pieces`: how many of each line are refunded, unless `isOther`: then `amount` is. */
export type RefundEntered = { pieces: number[]; isOther: boolean; amount: string };

export function refundLines(sale: Sale, refunds: readonly Refund[], money: Money): RefundLine[] {
  const category = sale.productCategory?.name || sale.item || "Sale";
  const given = sale.refunded ?? 0;
  if (!sale.items?.length) {
    const refunded = { quantity: 0, amount: given, at: null };
    return [{ ...{ id: null, name: category, detail: "", quantity: 1 }, total: Number(sale.cost), refunded }];
  }
  return sale.items.map(({ id, productCategory, description, quantity, price, discount, total }) => {
    const before = refunds.flatMap(({ items = [], createdAt }) =>
      items.filter((one) => one.id === id).map((one) => ({ ...one, createdAt })),
    );
    const name = description || productCategory?.name || category;
    const each = money.format(price ?? 0);
    const off =
      discount && (discount.kind === "percent" ? `${discount.value}%` : money.format(discount.value ?? 0));
    const detail = [
      description && productCategory?.name,
      [quantity > 1 ? `${quantity} at ${each}` : each, off && `${off} off`].filter(Boolean).join(", "),
    ];
    return {
      ...{ id, name, detail: detail.filter(Boolean).join(" · "), total: total ?? 0, quantity },
      refunded: {
        quantity: before.reduce((sum, one) => sum + one.quantity, 0),
        amount: money.sum(before.map(({ amount }) => amount ?? 0)),
        at: before[0]?.createdAt ?? null,
      },
    };
  });
}

export function refundedNow(
  lines: readonly RefundLine[],
  pieces: readonly number[],
  left: number,
  { digits }: Money,
): string[] {
  return refundAmounts(
    lines.map((line, at) => ({ ...line, pieces: pieces[at] ?? 0 })),
    left,
    digits,
  );
}

type Known = { lines: readonly RefundLine[]; left: number; isOpen: boolean };

export function refundEntryIn(money: Money, { lines, left, isOpen }: Known) {
  const form = refundFormIn(money, left, isOpen);

  function settled({ pieces, isOther, amount, ...rest }: RefundEntered): z.input<typeof form> {
    if (isOther) return { ...rest, amount } as z.input<typeof form>;
    const total = money.sum(refundedNow(lines, pieces, left, money).map(Number));
    const items = lines.flatMap(({ id }, at) => (id && pieces[at] ? [{ id, quantity: pieces[at] }] : []));
    const body = { ...rest, amount: money.typed(total), ...(items.length > 0 && { items }) };
    return body as unknown as z.input<typeof form>;
  }

  return z.pipe(z.transform(settled), form);
}
