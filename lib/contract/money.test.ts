import { DOLLARS, digitsOf, moneyOf, notations } from "./money.ts";

const plainSpaces = (text: string) => text.replace(/\s/g, " ");

test.each([
  ["USD", "en-US", "$1,240.50"],
  ["GBP", "en-US", "£1,240.50"],
  ["CAD", "en-US", "$1,240.50"],
  ["EUR", "de-DE", "1.240,50 €"],
  ["EUR", "fr-FR", "1 240,50 €"],
  ["EUR", "nl-NL", "€ 1.240,50"],
  ["CHF", "de-CH", "CHF 1'240.50"],
  ["INR", "en-IN", "₹1,240.50"],
  ["JPY", "en-US", "¥1,241"],
  ["KWD", "en-US", "KWD 1,240.500"],
])("formats %s in %s as %s", (currency, notation, text) => {
  expect(plainSpaces(moneyOf({ currency, notation }).format(1240.5))).toBe(text);
});

test("reads and formats amounts in the store's notation", () => {
  for (const currency of ["USD", "EUR", "GBP", "JPY", "KWD", "CHF", "SEK", "INR"]) {
    for (const notation of notations) {
      const money = moneyOf({ currency, notation });
      for (const amount of [0, 5, 12, 999, 1240, 1240.5, 1234567, 98765432.25]) {
        const exact = Number(amount.toFixed(money.digits));
        expect([notation, Number(money.read(money.format(exact)))]).toEqual([notation, exact]);
        expect([notation, Number(money.read(money.typed(exact)))]).toEqual([notation, exact]);
      }
    }
  }
});

test.each([
  ["de-DE", "1.240", "1240"],
  ["de-DE", "1.240,5", "1240.5"],
  ["de-DE", "12.50", "12.50"],
  ["de-DE", ",5", ".5"],
  ["de-DE", "€ 12", "12"],
  ["de-DE", "EUR 12,-", "EUR 12,-"],
  ["de-DE", "1,2,3", "1,2,3"],
  ["de-DE", "12.34.5", "12.34.5"],
  ["fr-FR", "1 240,50", "1240.50"],
  ["en-US", "12,40", "12,40"],
  ["en-US", "-5", "-5"],
  ["en-US", "", ""],
  ["en-US", "€", "€"],
  ["en-US", "1e5", "1e5"],
  ["de-CH", "1'240.50", "1240.50"],
])("%s: reads %j as %j", (notation, text, read) => {
  expect(moneyOf({ currency: "EUR", notation }).read(text)).toBe(read);
});

test("ignores far too long text", () => {
  const long = "9".repeat(100_000);
  expect(moneyOf(DOLLARS).read(long)).toBe(long);
});

test("shortens amounts for charts", () => {
  const dollars = moneyOf(DOLLARS);
  expect([0, 2.5, 500, 1000, 2500, 20000].map(dollars.short)).toEqual([
    "$0",
    "$2.5",
    "$500",
    "$1k",
    "$2.5k",
    "$20k",
  ]);
  expect(plainSpaces(moneyOf({ currency: "EUR", notation: "de-DE" }).short(2500))).toBe("2,5k €");
  expect(dollars.rounded(1240.5)).toBe("$1,241");
});

test("adds exactly in the smallest unit", () => {
  expect(moneyOf(DOLLARS).sum([0.1, 0.2])).toBe(0.3);
  expect(moneyOf({ currency: "KWD", notation: "en-US" }).sum([0.001, 0.002])).toBe(0.003);
});

test("refuses unknown currencies and those with four decimals", () => {
  expect(["USD", "JPY", "KWD", "CLF", "XYZ", "usd", ""].map(digitsOf)).toEqual([
    2,
    0,
    3,
    null,
    null,
    null,
    null,
  ]);
  expect(moneyOf({ currency: "nonsense", notation: "no locale" }).format(5)).toBe("$5.00");
});
