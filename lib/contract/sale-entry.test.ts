import { DOLLARS, moneyOf } from "./money.ts";
import { type Entered, enteredTotals, type Paying, readPart, saleEntryIn } from "./sale-entry.ts";
import type { Tax } from "./sale-totals.ts";

const money = moneyOf(DOLLARS);
const rings = { id: "2", name: "Rings" };
const full: Paying = { how: "full", amount: "", method: "Card" };
const entered: Entered = {
  ...{ productCategory: rings, cost: "1240.50", description: "", items: [], discount: null, paying: full },
};
const rest = {
  createdAt: "2026-11-21T15:00:00.000Z",
  contact: { id: "1", name: "Amara" },
  invoiceNumber: "",
  fields: {},
};
const line = { productCategory: rings, description: "", quantity: "1", price: "10", discount: null };

function parse(changes: Partial<Entered>, tax: Tax | null = null, before?: Paying) {
  const schema = saleEntryIn(money, [], { tax, before });
  return schema.safeParse({ ...rest, ...entered, ...changes } as Entered);
}
const faults = (changes: Partial<Entered>) =>
  parse(changes).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("sends one piece with its cost and payment", () => {
  expect(parse({}).data).toMatchObject({
    ...{ cost: "1240.50", productCategory: rings, payments: [{ method: "Card" }], discount: null },
    items: [{ productCategory: rings, price: "1240.50", quantity: 1 }],
  });
});

test("sends the day to collect unless the sale is paid in full", () => {
  const open: Paying = { ...full, how: "open", collectOn: "2026-12-04" };
  expect(parse({ paying: open }).data).toMatchObject({ collectOn: "2026-12-04", payments: [] });
  expect(parse({ paying: { ...open, how: "full" } }).data).not.toHaveProperty("collectOn");
  expect(faults({ paying: { ...open, collectOn: "soon" } })).toEqual([
    expect.stringMatching(/^paying\.collectOn: /),
  ]);
});

test("asks for an address only to email a walk-in's receipt", () => {
  const receipt = { print: false, email: true, address: "amara" };
  const walkIn = { contact: { id: "walk-in", name: "Walk-in" } } as object;
  expect(faults({ ...walkIn, receipt } as object)).toEqual(["receipt.address: Invalid email format"]);
  expect(faults({ ...walkIn, receipt: { ...receipt, email: false } } as object)).toBeUndefined();
  expect(parse({ receipt } as object).data?.receipt).toEqual({ ...receipt, address: "" });
  const address = "amara@example.com";
  expect(parse({ ...walkIn, receipt: { ...receipt, address } } as object).data).toMatchObject({
    ...{ contact: null, receipt: { email: true, address } },
  });
});

test("understands a calculation without leaving the field", () => {
  expect(parse({ cost: "1240.50 − 10 %" }).data).toMatchObject({
    cost: "1116.45",
    items: [{ price: "1240.50" }],
    discount: { kind: "percent", value: "10" },
  });
  expect(parse({ cost: "3 x 85" }).data).toMatchObject({
    cost: "255.00",
    items: [{ quantity: 3, price: "85.00" }],
  });
  expect(parse({ items: [{ ...line, price: "10 - 1" }, line] }).data).toMatchObject({ cost: "19.00" });
});

test("adds the tax to shown and sent amounts", () => {
  const tax = { rate: 5.5, isIncluded: false };
  expect(enteredTotals({ ...entered, cost: "100" }, money, tax)).toMatchObject({
    tax: "5.50",
    total: "105.50",
  });
  expect(parse({ cost: "100" }, tax).data).toMatchObject({ cost: "105.50" });
});

test("names the field of a mistake", () => {
  expect(faults({ cost: "ten" })).toEqual(["cost: Cost must be a number"]);
  expect(faults({ cost: "10 - 11" })).toEqual(["discount: The discount can't be more than the price."]);
  expect(faults({ cost: "1.005" })).toEqual(["cost: At most 2 decimals"]);
  expect(faults({ items: [line, { ...line, price: "x", quantity: "0" }] })).toEqual([
    "items.1.quantity: must be a whole number from 1 to 999",
    "items.1.price: Price must be a number",
  ]);
  expect(faults({ paying: { ...full, how: "part", amount: "1240.51" } })).toEqual([
    "paying.amount: Only $1,240.50 is open.",
  ]);
  expect(faults({ paying: { ...full, how: "part", amount: "" } })).toEqual([
    "paying.amount: Enter an amount, like 50 or half.",
  ]);
});

test.each([
  ["half", "558.23"],
  ["50%", "558.23"],
  [" 500 ", "500.00"],
  ["much", undefined],
])("reads %j paid now as %s", (text, part) => {
  expect(readPart(text, "1116.45", money)).toBe(part);
});

test("sends how it is paid only if that changed", () => {
  expect(parse({}, null, full).data?.payments).toBeUndefined();
  expect(parse({ paying: { ...full, how: "open" } }, null, full).data?.payments).toEqual([]);
  const part = { ...full, how: "part", amount: "half" } as const;
  expect(parse({ paying: part }, null, full).data?.payments).toEqual([{ method: "Card", amount: "620.25" }]);
});
