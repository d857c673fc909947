import * as z from "zod/mini";
import * as f from "./fields.ts";
import { type PricedItem, TOO_HIGH, totalsOf } from "./sale-totals.ts";
import type { Read } from "./tolerant.ts";
import { amountOf } from "./typed-amounts.ts";

export const discount = z.object({ kind: z.enum(["percent", "amount"]), value: f.amount });

/** `total`: its part of the sale's cost, after all discounts and with tax. */
export const saleItem = z.object({
  id: f.id,
  productCategory: f.reference,
  description: f.textOrNull,
  quantity: z.int(),
  price: f.amount,
  discount: z.nullable(discount),
  total: f.amount,
});

export const salePayment = z.object({
  id: f.id,
  amount: f.amount,
  method: f.textOrNull,
  createdAt: f.when,
  createdBy: f.createdBy,
});
export type SalePayment = Read<typeof salePayment>;

export const payMethods = ["Card", "Cash", "Check", "Bank transfer", "Other"] as const;

/** Payments keep the method, so a new name also applies to past ones. */
export type MethodNames = { [method: string]: string };

export function methodName(names: MethodNames | undefined, method: string): string {
  // A method may be any text, such as "constructor".
  return names && Object.hasOwn(names, method) ? (names[method] ?? method) : method;
}

/** Within a sentence. */
export function methodInText(names: MethodNames | undefined, method: string): string {
  const name = methodName(names, method);
  return name === method ? method.toLowerCase() : name;
}

export function methodNamed(names: MethodNames | undefined, name: string): string {
  const isIt = (other: string) => other.toLowerCase() === name.toLowerCase();
  return payMethods.find((method) => isIt(methodName(names, method))) ?? payMethods.find(isIt) ?? name;
}

export const recordRef = z.object({ id: f.sentId, name: z.string() }, "Required");

export const above0 = (name: string) =>
  amountOf(name).check(z.refine((value) => Number(value) > 0, `${name} must be greater than 0`));

export const discountForm = z
  .object({ kind: z.enum(["percent", "amount"]), value: above0("Discount") })
  .check(z.refine(({ kind, value }) => kind === "amount" || Number(value) <= 100, { error: TOO_HIGH }));

const MOST_DIGITS = 3;
const fits = (item: PricedItem) => totalsOf({ items: [item] }, MOST_DIGITS).tooHigh === null;

/** `id`: an item that the sale already has. */
export const saleItemForm = z
  .object({
    id: z.optional(f.sentId),
    productCategory: recordRef,
    description: f.optionalText(200),
    quantity: z.optional(f.wholeNumber(1, 999)),
    price: amountOf("Price").check(
      z.refine((value) => Number(value) >= 0, "Price must be greater than or equal to 0"),
    ),
    discount: z.nullish(discountForm),
  })
  .check(z.refine(fits, { path: ["discount"], error: TOO_HIGH }));

export const payMethod = f.required("Choose how it was paid", 40).check(f.oneLine);

/** Without `amount`: all that is open. */
export const paymentForm = z.object({ amount: z.optional(above0("Amount")), method: payMethod });
export type PaymentForm = z.infer<typeof paymentForm>;
