import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { readPasted, withPasted } from "./pasted.ts";

const dollars = moneyOf(DOLLARS);
const euros = moneyOf({ currency: "EUR", notation: "de-DE" });

test("reads a name and an amount per line in several notations", () => {
  const { lines, problems } = readPasted("Polish, clean, $30\n\nResize ring\t1,085.5\r\nRetip; 50", dollars);
  expect(problems).toEqual([]);
  expect(lines.map(({ name, amount }) => [name, amount])).toEqual([
    ["Polish, clean", "30.00"],
    ["Resize ring", "1085.50"],
    ["Retip", "50.00"],
  ]);
  expect(readPasted("Polish, 85,50 €", euros).lines).toMatchObject([{ name: "Polish", amount: "85,50" }]);
});

test("names each line that it can't read", () => {
  expect(readPasted("Polish\nRetip, 2, 100\n, 5\nClean, 30", dollars)).toMatchObject({
    lines: [{ name: "Clean" }],
    problems: [
      "Line 1 has no amount: Polish",
      "Line 2: “2, 100” isn’t an amount",
      "Line 3 has no amount: , 5",
    ],
  });
});

test("gives listed work the new amount, and adds the rest", () => {
  const line = (name: string, amount: string, note = "") => ({ name, note, amount });
  const prices = [line("Polish", "30", "gold"), line("Retip", "50")];
  expect(withPasted(prices, [line("polish", "35"), line("Clean", "10")])).toEqual([
    line("Polish", "35", "gold"),
    line("Retip", "50"),
    line("Clean", "10"),
  ]);
});
