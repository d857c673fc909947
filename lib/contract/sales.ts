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

/** `item`: its category's name. `refunded`: sum of refunds. */
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

/** Name at that time; null if unknown. */
const seller = z.nullable(z.object({ id: z.nullable(id), name: text }));

export const sale = z.object({
  ...recentPurchase.shape,
  createdBy,
  soldBy: ours(seller),
  fields: z.optional(storedValues),
  version,
  updatedAt: ours(when),
});
export type Sale = Read<typeof sale>;

/** Lowers the revenue of its day. */
const refund = z.object({ id, amount, createdAt: when, reason: textOrNull, createdBy });
export type Refund = Read<typeof refund>;

const refunds = z.array(z.object({ amount, createdAt: when }));

const MAX_LENGTH = 40;
// Accepts pasted "$1,240.50". Refuses "12,40", which can mean two things.
const NUMBER = /^\$?\s*(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?$/;

/** Returns a number or a decimal string, never computed as a float. */
function amountOf(name: string) {
  const error = `${name} must be a number`;
  return z.pipe(
    z.union([z.number(), z.string().check(atMost(MAX_LENGTH, error))], error),
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

/** At most the currency's decimals. */
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
  // Absent: the person who records the sale; unchanged when editing.
  soldBy: z.optional(z.nullable(z.object({ id: sentId, name: z.string() }))),
  fields: z.optional(ownValues),
});
export type SaleForm = z.infer<typeof saleForm>;

export function saleFormIn(money: Money, own: readonly OwnField[]) {
  return z.object({ ...saleForm.shape, cost: typedIn(money, cost), fields: ownValuesIn(own, money) });
}

const refundForm = z.object({
  amount: amountOf("Amount").check(z.refine((value) => Number(value) > 0, "Amount must be greater than 0")),
  createdAt: requiredDate,
  reason: optionalText(200),
});
export type RefundForm = z.infer<typeof refundForm>;

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
