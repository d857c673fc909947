export type Discount = { kind: "percent" | "amount"; value: number | string };
/** `rate` in percent. `isIncluded`: prices already contain the tax. */
export type Tax = { rate: number | string; isIncluded: boolean };
export type PricedItem = {
  price: number | string;
  quantity?: number | undefined;
  discount?: Discount | null | undefined;
};
type Priced = { items: readonly PricedItem[]; discount?: Discount | null; tax?: Tax | null };

export type Totals = {
  /**
   * `amount`: price × quantity. `off`: its own discount. `total`: its part of the sale's total, after both
   * discounts and with tax.
   */
  items: { amount: string; off: string; total: string }[];
  subtotal: string;
  off: string;
  tax: string;
  total: string;
  /** The form's path to a discount that is larger than its amount. */
  tooHigh: string | null;
};

export const TOO_HIGH = "The discount can't be more than the price.";

/**
 * The only place that computes a sale's totals, for the form and the host. Everything is in whole units of
 * the currency, so sums are exact.
 *
 * Rounding, always half up: each item's discount, the discount of the whole sale, and the tax once for the
 * whole sale. The last two are shared among the items in proportion to their amounts, so the items' totals add
 * up to the sale's total.
 */
export function totalsOf({ items, discount, tax }: Priced, digits: number): Totals {
  const written = (units: bigint) => write(units, digits);
  const lines = items.map(({ price, quantity = 1, discount }) => {
    const amount = toMinorUnits(price, digits) * BigInt(quantity);
    const off = discountOf(amount, discount, digits);
    return { amount, off, left: amount - off };
  });
  const subtotal = sum(lines.map(({ left }) => left));
  const off = discountOf(subtotal, discount, digits);
  const shares = shared(
    off,
    lines.map(({ left }) => left),
  );
  const nets = lines.map(({ left }, at) => left - (shares[at] ?? 0n));
  const taxed = taxOf(subtotal - off, tax);
  const added = tax?.isIncluded ? 0n : taxed;
  const taxes = shared(added, nets);
  const high = lines.findIndex(({ left }) => left < 0n);
  return {
    items: lines.map(({ amount, off }, at) => ({
      amount: written(amount),
      off: written(off),
      total: written((nets[at] ?? 0n) + (taxes[at] ?? 0n)),
    })),
    subtotal: written(subtotal),
    off: written(off),
    tax: written(taxed),
    total: written(subtotal - off + added),
    tooHigh: high >= 0 ? `items.${high}.discount` : off > subtotal ? "discount" : null,
  };
}

export function taxIn(amount: number | string, rate: number | string, digits: number): string {
  return write(taxOf(toMinorUnits(amount, digits), { rate, isIncluded: true }), digits);
}

/** `quantity` and `total` of an item, what of it was refunded, and how many of its `pieces` are refunded now. */
type Returned = {
  quantity: number;
  total: number | string;
  refunded: { quantity: number; amount: number | string };
  pieces: number;
};

/**
 * What is refunded for each item, after discounts and with tax. An item's last piece takes the units that
 * rounding left over. Together at most `left`, what is left of the sale.
 */
export function refundAmounts(items: readonly Returned[], left: number | string, digits: number): string[] {
  let rest = toMinorUnits(left, digits);
  return items.map(({ quantity, total, refunded, pieces }) => {
    const all = toMinorUnits(total, digits);
    const kept = larger(all - toMinorUnits(refunded.amount, digits), 0n);
    const isLast = refunded.quantity + pieces >= quantity;
    const part = isLast ? kept : halfUp(all * BigInt(pieces), BigInt(quantity));
    const units = pieces > 0 ? smaller(smaller(part, kept), rest) : 0n;
    rest -= units;
    return write(units, digits);
  });
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

// Percentages have at most four decimals.
const EXACT = 4;
const HUNDRED = 100n * 10n ** BigInt(EXACT);

function discountOf(amount: bigint, discount: Discount | null | undefined, digits: number): bigint {
  if (!discount) return 0n;
  if (discount.kind === "amount") return toMinorUnits(discount.value, digits);
  return halfUp(amount * toMinorUnits(discount.value, EXACT), HUNDRED);
}

function taxOf(amount: bigint, tax: Tax | null | undefined): bigint {
  if (!tax) return 0n;
  const rate = toMinorUnits(tax.rate, EXACT);
  return halfUp(amount * rate, tax.isIncluded ? HUNDRED + rate : HUNDRED);
}

function shared(amount: bigint, weights: bigint[]): bigint[] {
  const all = sum(weights);
  if (all <= 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / all);
  const lost = weights.map((weight, at) => ({ at, rest: (amount * weight) % all }));
  lost.sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest) || a.at - b.at);
  const leftover = Number(amount - sum(parts));
  for (const { at } of lost.slice(0, leftover)) parts[at] = (parts[at] ?? 0n) + 1n;
  return parts;
}

function sum(units: bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}

function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** More decimals are rounded half up. Without floating-point noise (0.1 + 0.2). */
export function toMinorUnits(amount: number | string, digits: number): bigint {
  const text = typeof amount === "number" ? plain(amount) : amount;
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const kept = decimals.slice(0, digits).padEnd(digits, "0");
  const up = Number(decimals[digits] ?? 0) >= 5 ? 1n : 0n;
  const units = BigInt(`${whole || "0"}${kept}`) + up;
  return text.startsWith("-") ? -units : units;
}

function plain(amount: number): string {
  const text = String(Number(amount.toPrecision(15)));
  return text.includes("e") ? amount.toFixed(EXACT) : text;
}

/** As it is stored: half up to the currency's decimals. */
export function rounded(amount: number | string, digits: number): string {
  return write(toMinorUnits(amount, digits), digits);
}

export function write(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const sign = units < 0n ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
