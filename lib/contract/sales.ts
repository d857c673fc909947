import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";
import type { OwnField } from "./own-fields.ts";
import { ownValues, ownValuesIn, storedValues } from "./own-values.ts";
import { type PlainSaleKey, plainSaleFields } from "./plain-sale-fields.ts";
import type { Schemas } from "./row.ts";
import {
  above0,
  discount,
  discountForm,
  payMethod,
  paymentForm,
  recordRef,
  saleItem,
  saleItemForm,
  salePayment,
} from "./sale-items.ts";
import { ours, type Read } from "./tolerant.ts";
import { amountOf, typedIn } from "./typed-amounts.ts";

/** `item`: its category's name. `refunded`: sum of refunds. `open`: left to pay. */
export const recentPurchase = z.object({
  id: f.id,
  cost: f.amount,
  refunded: ours(f.amount),
  open: ours(f.amount),
  createdAt: f.when,
  invoiceNumber: f.textOrNull,
  contact: f.reference,
  productCategory: f.reference,
  contactId: ours(z.nullable(f.id)),
  item: ours(f.text),
});

/** `amount` is part of the cost. `isIncluded`: the items' prices contain it, too. */
const tax = z.object({ rate: f.amount, isIncluded: z.boolean(), amount: f.amount });

/** Name at that time; null if unknown. */
const seller = z.nullable(z.object({ id: z.nullable(f.id), name: f.text }));

export const sale = z.object({
  ...recentPurchase.shape,
  // Absent: one piece of its category, without discount.
  items: z.optional(z.array(saleItem)),
  discount: z.optional(discount),
  tax: z.optional(tax),
  paid: ours(f.amount),
  // Null if unknown, or if it wasn't paid in full at once.
  method: ours(f.textOrNull),
  createdBy: f.createdBy,
  soldBy: ours(seller),
  fields: z.optional(storedValues),
  version: f.version,
  updatedAt: ours(f.when),
});
export type Sale = Read<typeof sale>;

/** Lowers the revenue of its day. `items`: the pieces of items that it returns, if any were chosen. */
const refund = z.object({
  ...{ id: f.id, amount: f.amount, createdAt: f.when, reason: f.textOrNull, createdBy: f.createdBy },
  method: ours(f.textOrNull),
  items: ours(z.array(z.object({ id: f.id, quantity: z.int(), amount: f.amount }))),
});
export type Refund = Read<typeof refund>;

const refunds = z.array(z.object({ amount: f.amount, createdAt: f.when }));

const cost = amountOf("Cost").check(
  z.refine((value) => Number(value) >= 0, "Cost must be greater than or equal to 0"),
);

const MAX_ITEMS = 100;
const MAX_PAYMENTS = 10;

export const saleForm = z.object({
  cost,
  createdAt: f.requiredDate,
  invoiceNumber: f.clearableText(100),
  // Null: a walk-in sale, whose customer isn't saved.
  contact: z.nullable(recordRef),
  productCategory: recordRef,
  // Absent: the person who records the sale; unchanged when editing.
  soldBy: z.optional(z.nullable(z.object({ id: f.sentId, name: z.string() }))),
  fields: z.optional(ownValues),
  // If given, `cost` must be their total, and `productCategory` is the first one's. Absent: one piece of the
  // category; when editing, unchanged unless cost or category change.
  items: z.optional(z.array(saleItemForm).check(z.minLength(1), z.maxLength(MAX_ITEMS))),
  discount: z.optional(z.nullable(discountForm)),
  // Absent: paid in full; unchanged when editing. Empty: nothing is paid yet.
  payments: z.optional(z.array(paymentForm).check(z.maxLength(MAX_PAYMENTS))),
  // Creates a task for what isn't paid. Ignored when editing.
  collectOn: z.optional(f.sensibleDay),
});
export type SaleForm = z.infer<typeof saleForm>;

const plainKeys = Object.fromEntries(plainSaleFields.map(({ key }) => [key, true])) as Record<
  PlainSaleKey,
  true
>;

/** Of a repaired piece: to its customer, at the hand-over. */
export const saleOfPiece = z.pick(saleForm, { cost: true, productCategory: true, ...plainKeys });

export function saleFormIn(money: Money, own: readonly OwnField[]) {
  const typed = { cost: typedIn(money, cost), fields: ownValuesIn(own, money) };
  return z.object({ ...saleForm.shape, contact: recordRef, ...typed });
}

export const receiptAddress = f.email("Invalid email format");

export function receiptFormIn(needsAddress: boolean) {
  return z.object({ address: needsAddress ? receiptAddress : z.string() });
}

const refundForm = z.object({
  amount: above0("Amount"),
  createdAt: f.requiredDate,
  reason: f.optionalText(200),
  method: z.optional(payMethod),
  // If given, `amount` must be their total.
  items: z.optional(
    z
      .array(z.object({ id: f.sentId, quantity: f.wholeNumber(1, 999) }))
      .check(z.minLength(1), z.maxLength(MAX_ITEMS)),
  ),
});
export type RefundForm = z.infer<typeof refundForm>;

/** `isOpen`: a part of the sale isn't paid yet. The refund lowers that part first. */
export function refundFormIn(money: Money, left: number, isOpen = false) {
  const most = isOpen
    ? `At most ${money.format(left)} is left of this sale.`
    : `The amount can't be more than what was paid (${money.format(left)}).`;
  const amount = typedIn(money, refundForm.shape.amount).check(
    z.refine((value) => Number(value) <= left, most),
  );
  return z.object({ ...refundForm.shape, amount });
}

export const sales = {
  "sales.list": { query: f.page, answer: z.array(sale) },
  "sales.ofContact": { answer: z.array(z.object({ ...sale.shape, refunds: ours(refunds) })) },
  "sales.create": { body: saleForm, answer: f.created },
  "sales.update": { body: z.object({ ...saleForm.shape, ...f.editedVersion }), conflict: f.changed(sale) },
  "sales.get": { answer: sale },
  "sales.nextInvoice": { answer: z.object({ next: f.textOrNull }) },
  "refunds.ofSale": { answer: z.array(refund) },
  "refunds.create": { body: refundForm },
  // `address`: of a sale without a contact, for this receipt only.
  "receipts.create": {
    body: z.object({ address: z.optional(receiptAddress) }),
    answer: z.object({ id: f.id, address: f.text }),
  },
  "payments.ofSale": { answer: z.array(salePayment) },
  "payments.create": { body: z.object({ ...paymentForm.shape, createdAt: z.optional(f.requiredDate) }) },
} satisfies Schemas;
