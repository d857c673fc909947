import { DOLLARS, moneyOf } from "./money.ts";
import { discountOf, readPrice } from "./typed-price.ts";

const dollars = moneyOf(DOLLARS);
const euros = moneyOf({ currency: "EUR", notation: "de-DE" });
const percent = (value: string) => ({ kind: "percent", value });
const amount = (value: string) => ({ kind: "amount", value });

test.each([
  ["1240.50 - 10%", "1240.50", 1, percent("10")],
  ["1240.50 − 10 %", "1240.50", 1, percent("10")],
  ["$1,240.50–12.5%", "1240.50", 1, percent("12.5")],
  [" 1240.50-50 ", "1240.50", 1, amount("50")],
  ["$100 - $5.25", "100", 1, amount("5.25")],
  ["3 x 85", "85", 3, null],
  ["3×85-10%", "85", 3, percent("10")],
  ["2 * 0.99", "0.99", 2, null],
])("reads %j as a price", (text, price, quantity, discount) => {
  expect(readPrice(text, dollars)).toEqual({ price, quantity, discount });
});

test("reads the store's own notation", () => {
  expect(readPrice("1.240,50-50", euros)).toEqual({ price: "1240.50", quantity: 1, discount: amount("50") });
  expect(readPrice("1240,50 € - 2,5 %", euros)?.discount).toEqual(percent("2.5"));
});

test.each(
  ["1240.50", "-1", "", "ten", "10%", "5 -", "- 5", "5 - x", "5 - 0", "5 - 1 - 1", "5 x", "1000 x 5"].concat(
    "5 - ".repeat(30),
  ),
)("reads no calculation in %j", (text) => {
  expect(readPrice(text, dollars)).toBeNull();
});

test.each([
  ["10%", percent("10")],
  [" 5 ", amount("5")],
  ["0", null],
  ["", null],
  ["x", null],
])("reads %j as a discount", (text, discount) => {
  expect(discountOf(text, dollars)).toEqual(discount);
});
