import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";
import type { OwnField } from "./own-fields.ts";
import { ownValuesIn } from "./own-values.ts";
import { above0, discountForm, paymentForm, recordRef, saleItemForm } from "./sale-items.ts";
import { type Discount, type Tax, TOO_HIGH, type Totals, toMinorUnits, totalsOf } from "./sale-totals.ts";
import { receiptAddress, type SaleForm, saleForm } from "./sales.ts";
import { typedIn } from "./typed-amounts.ts";
import { discountOf, readPrice } from "./typed-price.ts";
import { walkIn } from "./walk-in.ts";

type Reference = { id: string; name: string };

export type Line = {
  id?: string | undefined;
  productCategory: Reference | null;
  description: string;
  quantity: string;
  price: string;
  discount: Discount | null;
};

/** `address`: of a walk-in. */
export type ReceiptChoice = { print: boolean; email: boolean; address: string };

/** `amount` and `method` count for a part, `method` also for all. */
export type Paying = { how: "full" | "part" | "open"; amount: string; method: string; collectOn?: string };

/**
 * What the form of a sale holds. Without `items` it sells one piece of `productCategory` for `cost`, which may
 * have a description.
 */
export type Entered = {
  productCategory: Reference | null;
  cost: string;
  itemId?: string | undefined;
  description: string;
  items: Line[];
  discount: Discount | null;
  paying: Paying;
};

const MOST = 10_000_000_000;

function linesOf(entered: Entered, money: Money): Line[] {
  const { items, itemId: id, productCategory, cost, description } = entered;
  if (items.length > 0) return items.map((item) => withPrice(item, money));
  const one = { id, productCategory, description, quantity: "1", price: cost, discount: null };
  return [withPrice(one, money)];
}

export function withPrice(line: Line, money: Money): Line {
  const typed = readPrice(line.price, money);
  if (!typed) return line;
  const quantity = typed.quantity > 1 ? String(typed.quantity) : line.quantity;
  return {
    ...line,
    price: money.typed(Number(typed.price)),
    quantity,
    discount: typed.discount ?? line.discount,
  };
}

export function enteredTotals(entered: Entered, money: Money, tax: Tax | null): Totals {
  const items = linesOf(entered, money).map(({ price, quantity, discount }) => ({
    price: readable(money.read(price)) ?? "0",
    quantity: /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0,
    discount,
  }));
  return totalsOf({ items, discount: entered.discount, tax }, money.digits);
}

/** "558.23", "half" or "50%". Undefined if unreadable. */
export function readPart(text: string, total: string, money: Money): string | undefined {
  const half = text.trim().toLowerCase() === "half" ? "50%" : text;
  const share = discountOf(half, money);
  if (!share) return undefined;
  // A part of the total is rounded like a discount: an odd cent belongs to it.
  return totalsOf({ items: [{ price: total, discount: share }] }, money.digits).items[0]?.off;
}

function readable(amount: string): string | undefined {
  return /^(\d+(\.\d*)?|\.\d+)$/.test(amount) ? amount : undefined;
}

type Known = { tax: Tax | null; before?: Paying | undefined };

// Drafts of earlier versions have none.
const receipt = z._default(
  z.object({
    print: z._default(z.boolean(), false),
    email: z._default(z.boolean(), false),
    address: z._default(z.string(), ""),
  }),
  { print: false, email: false, address: "" },
);

/** A later payment, of at most what is open. */
export function paymentEntryIn(money: Money, open: number, needsAddress: boolean) {
  const most = `Only ${money.format(open)} is open.`;
  const amount = typedIn(money, above0("Amount")).check(z.refine((value) => Number(value) <= open, most));
  return z
    .object({ ...paymentForm.shape, amount, receipt })
    .check((context) => checkAddress(context, needsAddress));
}

type Issues = { value: { receipt: ReceiptChoice }; issues: z.core.$ZodRawIssue[] };

function checkAddress({ value, issues }: Issues, needsAddress: boolean): void {
  const { email, address } = value.receipt;
  if (!email || !needsAddress || receiptAddress.safeParse(address).success) return;
  const path = ["receipt", "address"];
  issues.push({ code: "custom", path, message: "Invalid email format", input: value });
}

export function saleEntryIn(money: Money, own: readonly OwnField[], { tax, before }: Known) {
  const line = z.object({ ...saleItemForm.shape, price: typedIn(money, saleItemForm.shape.price) });
  const form = z
    .object({
      ...saleForm.shape,
      contact: recordRef,
      cost: typedIn(money, saleForm.shape.cost),
      fields: ownValuesIn(own, money),
      itemId: z.optional(z.string()),
      description: f.optionalText(200),
      items: z.array(line),
      discount: z.nullable(discountForm),
      receipt,
      paying: z.object({
        ...{ how: z.enum(["full", "part", "open"]), amount: z.string(), method: z.string() },
        collectOn: z.optional(z.string()),
      }),
    })
    .check((context) => {
      const sold = soldItems(context.value);
      const totals = totalsOf({ ...sold, tax }, money.digits);
      const problem = (path: string, message: string) =>
        context.issues.push({ code: "custom", path: path.split("."), message, input: context.value });
      if (totals.tooHigh) problem(totals.tooHigh, TOO_HIGH);
      if (Number(totals.total) >= MOST) problem("cost", "The total is too large");
      checkAddress(context, context.value.contact.id === walkIn.id);
      const { how, amount, collectOn } = context.value.paying;
      if (how !== "full" && collectOn) {
        const day = f.sensibleDay.safeParse(collectOn);
        if (!day.success) problem("paying.collectOn", day.error.issues[0]?.message ?? "");
      }
      if (how !== "part") return;
      const part = readPart(amount, totals.total, money);
      if (part === undefined) problem("paying.amount", "Enter an amount, like 50 or half.");
      else if (toMinorUnits(part, money.digits) > toMinorUnits(totals.total, money.digits))
        problem("paying.amount", `Only ${money.format(Number(totals.total))} is open.`);
    });
  type Form = z.output<typeof form>;

  function soldItems({ items, itemId: id, productCategory, cost: price, description, discount }: Form) {
    const one = { id, productCategory, description, quantity: 1, price, discount: null };
    return { items: items.length > 0 ? items : [one], discount };
  }

  function bodyOf(entered: Form): SaleForm & { receipt: ReceiptChoice } {
    const { itemId: _, description: __, paying, ...values } = entered;
    const sold = soldItems(entered);
    const { total } = totalsOf({ ...sold, tax }, money.digits);
    const payments = paymentsOf(paying, total, { money, before });
    const contact = values.contact.id === walkIn.id ? null : values.contact;
    const receipt = { ...values.receipt, address: contact ? "" : values.receipt.address };
    const collectOn = (paying.how !== "full" && paying.collectOn) || undefined;
    return {
      ...{ ...values, ...sold, contact, receipt, cost: total },
      ...(payments && { payments }),
      ...(collectOn && { collectOn }),
    };
  }

  const toInput = (entered: Entered) => settled(entered, money) as unknown as z.input<typeof form>;
  return z.pipe(z.transform(toInput), z.pipe(form, z.transform(bodyOf)));
}

type Paid = { money: Money; before: Paying | undefined };

function paymentsOf(paying: Paying, total: string, { money, before }: Paid): SaleForm["payments"] {
  const isSame = before && JSON.stringify(before) === JSON.stringify(paying);
  if (isSame || Number(total) === 0) return undefined;
  const { how, amount, method } = paying;
  if (how === "open") return [];
  return [{ method, ...(how === "part" && { amount: readPart(amount, total, money) }) }];
}

/** Typed calculations count without leaving their field. Several items have no cost of their own. */
function settled(entered: Entered, money: Money) {
  const items = linesOf(entered, money);
  const [first] = items;
  const isOne = entered.items.length === 0 && first?.quantity === "1";
  const one = { cost: first?.price ?? "", discount: first?.discount ?? entered.discount, items: [] };
  const several = { cost: "0", productCategory: first?.productCategory, items };
  return { ...entered, ...(isOne ? one : several) };
}
