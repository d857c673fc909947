import { type Discount, type PricedItem, type Tax, taxIn, toMinorUnits, totalsOf } from "./sale-totals.ts";

const percent = (value: number | string): Discount => ({ kind: "percent", value });
const amount = (value: number | string): Discount => ({ kind: "amount", value });
const added = (rate: number | string): Tax => ({ rate, isIncluded: false });
const included = (rate: number | string): Tax => ({ rate, isIncluded: true });
const cents = (amounts: string[]) => amounts.reduce((total, one) => total + toMinorUnits(one, 2), 0n);

test("adds the items, their discounts and the tax", () => {
  const items = [
    { price: "1240.50" },
    { price: 85, quantity: 1 },
    { price: "245.00", quantity: 2, discount: percent(10) },
  ];
  expect(totalsOf({ items, tax: added("5.5") }, 2)).toEqual({
    items: [
      { amount: "1240.50", off: "0.00", total: "1308.73" },
      { amount: "85.00", off: "0.00", total: "89.67" },
      { amount: "490.00", off: "49.00", total: "465.26" },
    ],
    subtotal: "1766.50",
    off: "0.00",
    tax: "97.16",
    total: "1863.66",
    tooHigh: null,
  });
});

test.each<[string, PricedItem, number, string, string]>([
  ["10 % of a price", { price: "1240.50", discount: percent(10) }, 2, "124.05", "1116.45"],
  ["half a cent up", { price: "0.05", discount: percent(50) }, 2, "0.03", "0.02"],
  ["less than half a cent down", { price: "0.04", discount: percent(12) }, 2, "0.00", "0.04"],
  ["once per item, not per piece", { price: "0.05", quantity: 3, discount: percent(10) }, 2, "0.02", "0.13"],
  ["whole yen", { price: "1999", discount: percent("12.5") }, 0, "250", "1749"],
  ["a thousandth of a dinar", { price: "10.005", discount: percent(10) }, 3, "1.001", "9.004"],
  ["an amount", { price: "1240.50", discount: amount("50") }, 2, "50.00", "1190.50"],
  ["everything", { price: "7.77", discount: percent(100) }, 2, "7.77", "0.00"],
  ["a floating-point price", { price: 0.1 + 0.2, quantity: 3 }, 2, "0.00", "0.90"],
])("takes off %s", (_, item, digits, off, total) => {
  expect(totalsOf({ items: [item] }, digits)).toMatchObject({ items: [{ off, total }], total });
});

test("shares a sale's discount by amount, to the last cent", () => {
  const items = [{ price: "10" }, { price: "10" }, { price: "10" }];
  expect(totalsOf({ items, discount: amount("0.02") }, 2)).toMatchObject({
    items: [{ total: "9.99" }, { total: "9.99" }, { total: "10.00" }],
    total: "29.98",
  });
  expect(
    totalsOf({ items: [{ price: "99.99" }, { price: "0.01" }], discount: percent(50) }, 2),
  ).toMatchObject({
    items: [{ total: "49.99" }, { total: "0.01" }],
    off: "50.00",
    total: "50.00",
  });
});

test("contains or adds tax, rounded once for the whole sale", () => {
  const items = [{ price: "0.10" }, { price: "0.10" }, { price: "0.10" }];
  expect(totalsOf({ items, tax: added(5) }, 2)).toMatchObject({ tax: "0.02", total: "0.32" });
  expect(totalsOf({ items: [{ price: "119" }], tax: included(19) }, 2)).toMatchObject({
    tax: "19.00",
    total: "119.00",
  });
  expect(taxIn("100", "8.875", 2)).toBe("8.15");
});

test.each([
  [{ items: [{ price: "10", discount: amount("10.01") }] }, "items.0.discount"],
  [{ items: [{ price: "1" }, { price: "10", discount: percent(101) }] }, "items.1.discount"],
  [{ items: [{ price: "10" }], discount: amount("10.01") }, "discount"],
  [{ items: [{ price: "0" }], discount: percent(100) }, null],
])("names a discount above the price: %j", (sale, path) => {
  expect(totalsOf(sale, 2).tooHigh).toBe(path);
});

test("the parts are the whole for random sales", () => {
  let seed = 7;
  function random(most: number) {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % (most + 1);
  }
  const discount = () => [null, percent(random(100)), percent(random(10_000) / 100)][random(2)] ?? null;
  for (let round = 0; round < 2_000; round++) {
    const items = Array.from({ length: 1 + random(6) }, () => ({
      price: (random(1_000_000) / 100).toFixed(2),
      quantity: 1 + random(4),
      discount: discount(),
    }));
    const rate = (random(2_500) / 100).toFixed(2);
    const tax = [null, added(rate), included(rate)][random(2)] ?? null;
    const sale = totalsOf({ items, discount: discount(), tax }, 2);
    const parts = sale.items.map(({ total }) => total);
    expect(cents(parts)).toBe(cents([sale.total]));
    expect(parts.every((part) => cents([part]) >= 0n)).toBe(true);
    const tip = tax && !tax.isIncluded ? cents([sale.tax]) : 0n;
    expect(cents([sale.subtotal]) - cents([sale.off]) + tip).toBe(cents([sale.total]));
  }
});

test("stays exact beyond the precision of numbers", () => {
  const items = [{ price: "9999999999.999", quantity: 999 }];
  expect(totalsOf({ items, discount: percent("33.3333") }, 3).total).toBe("6660003329999.334");
});
