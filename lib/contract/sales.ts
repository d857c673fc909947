import * as z from "zod/mini";
import {
  amount,
  atMost,
  changed,
  clearableText,
  createdBy,
  editedVersion,
  id,
  optionalText,
  page,
  reference,
  requiredDate,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import type { Money } from "./money.ts";
import type { OwnField } from "./own-fields.ts";
import { ownValues, ownValuesIn, storedValues } from "./own-values.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

/** What Home shows of a sale. `item` is its category's name; `refunded` is the sum of what was given back. */
export const recentPurchase = z.object({
  id,
  cost: amount,
  refunded: ours(amount),
  createdAt: when,
  invoiceNumber: textOrNull,
  contact: reference,
  productCategory: reference,
  contactId: ours(z.nullable(id)),
  item: ours(text),
});

/** Who sold it, as they were called then; null where that was not kept. */
const seller = z.nullable(z.object({ id: z.nullable(id), name: text }));

export const sale = z.object({
  ...recentPurchase.shape,
  createdBy,
  soldBy: ours(seller),
  /** Of the store's own fields, where there is any. */
  fields: z.optional(storedValues),
  version,
  updatedAt: ours(when),
});
export type Sale = Read<typeof sale>;

/** What of a sale was given back, and when: the revenue of that day is less by it. */
const refund = z.object({ id, amount, createdAt: when, reason: textOrNull, createdBy });
export type Refund = Read<typeof refund>;

const refunds = z.array(z.object({ amount, createdAt: when }));

const LONGEST = 40;
// "$1,240.50" is what people paste; "12,40" could mean two things and is refused.
const NUMBER = /^\$?\s*(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?$/;

/** An amount as a number or as text; leaves as a number or a numeric string ("1240.50"), never through a float. */
function amountOf(name: string) {
  const error = `${name} must be a number`;
  return z.pipe(
    z.union([z.number(), z.string().check(atMost(LONGEST, error))], error),
    z.pipe(
      z.transform((value: number | string) =>
        typeof value === "number"
          ? value
          : value
              .trim()
              .replace(NUMBER, (_, ...part) => `${part[0]}${part[1].replaceAll(",", "")}${part[2] ?? ""}`),
      ),
      z.union([z.number(), z.string()]).check(z.refine((value) => isNumeric(value), { error, abort: true })),
    ),
  );
}

const cost = amountOf("Cost").check(
  z.refine((value) => Number(value) >= 0, "Cost must be greater than or equal to 0"),
);

/** The same amount as a store's people type it; with no more decimals than the store's currency has. */
function typedIn<S extends z.ZodMiniType<number | string, number | string>>(money: Money, schema: S) {
  const tooExact =
    money.digits === 0 ? `${money.currency} has no decimals` : `At most ${money.digits} decimals`;
  const fits = (value: number | string) =>
    Number(money.plain(Number(value))) === Number(value) || Number.isNaN(Number(value));
  return z.pipe(
    z.transform((value: number | string) => (typeof value === "string" ? money.read(value) : value)),
    schema.check(z.refine(fits, tooExact)),
  );
}

function isNumeric(value: number | string): boolean {
  const written = typeof value === "number" || /^-?(\d+(\.\d*)?|\.\d+)$/.test(value);
  return written && Math.abs(Number(value)) < 1e10;
}

const chosen = z.object({ id: sentId, name: z.string() }, "Required");

export const saleForm = z.object({
  cost,
  createdAt: requiredDate,
  invoiceNumber: clearableText(100),
  contact: chosen,
  productCategory: chosen,
  // What is left out is whoever records the sale, and of one that is edited whoever it was.
  soldBy: z.optional(z.nullable(z.object({ id: sentId, name: z.string() }))),
  fields: z.optional(ownValues),
});
export type SaleForm = z.infer<typeof saleForm>;

/** The form of a store with this money, and with these fields of its own. */
export function saleFormIn(money: Money, own: readonly OwnField[]) {
  return z.object({ ...saleForm.shape, cost: typedIn(money, cost), fields: ownValuesIn(own, money) });
}

const refundForm = z.object({
  amount: amountOf("Amount").check(z.refine((value) => Number(value) > 0, "Amount must be greater than 0")),
  createdAt: requiredDate,
  reason: optionalText(200),
});
export type RefundForm = z.infer<typeof refundForm>;

/** The form of a store with this money, of a sale of which so much is left to give back. */
export function refundFormIn(money: Money, left: number) {
  const amount = typedIn(money, refundForm.shape.amount).check(
    z.refine((value) => Number(value) <= left, `At most ${money.format(left)} is left of this sale`),
  );
  return z.object({ ...refundForm.shape, amount });
}

export const sales = {
  "sales.list": { query: page, answer: z.array(sale) },
  "sales.ofContact": { answer: z.array(z.object({ ...sale.shape, refunds: ours(refunds) })) },
  "sales.create": { body: saleForm },
  "sales.update": { body: z.object({ ...saleForm.shape, ...editedVersion }), conflict: changed(sale) },
  "refunds.ofSale": { answer: z.array(refund) },
  "refunds.create": { body: refundForm },
} satisfies Schemas;
