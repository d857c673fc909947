import { readItems, readPayments, type SaleCell, writeItems, writePayments } from "./sale-cells.ts";

const plain = { description: "", quantity: 1, price: "10.00", discount: null };

test.each<SaleCell>([
  { items: [{ ...plain, category: "Rings" }], discount: null, tax: null },
  {
    items: [
      { ...plain, category: "=A | \\ B", description: "18k | \\p\n2nd line", quantity: 999 },
      { ...plain, category: "Discount", discount: { kind: "percent", value: "12.5" } },
      { ...plain, category: "2 × Pearls", discount: { kind: "amount", value: "0.01" } },
    ],
    discount: { kind: "amount", value: "5.00" },
    tax: { rate: "8.25", isIncluded: false },
  },
])("writes and reads the items of a sale", (sale) => {
  expect(readItems(writeItems(sale))).toEqual(sale);
  expect(readItems(writeItems(sale).replaceAll("\n", "\r\n"))).toEqual(sale);
});

test.each([
  ...["", "Ring", "Mug x 1, Plate x 2", "2 × Ring", "2 × Ring | | ten", "1 × Ring | | 10.00 | 5%"],
  ...["1 × Ring | | 10.00\nDiscount | 5", "1 × Ring | | 10.00\nTax | 8% | perhaps", "Tax | 8% | added"],
])("doesn't read %j as items", (text) => {
  expect(readItems(text)).toBeNull();
});

test("writes and reads payments", () => {
  const payments = [
    { amount: "50.00", method: "Gift | card", at: "2026-04-05T08:30:15.123Z" },
    { amount: "0.50", method: "Cash", at: "2026-04-05T08:30:15.000Z" },
  ];
  expect(readPayments(writePayments(payments))).toEqual(payments);
  for (const other of ["Visa 50.00", "50.00 | Cash", "50.00 | Cash | 2026-99-05T08:30:15.000Z"])
    expect(readPayments(other)).toBeNull();
});
