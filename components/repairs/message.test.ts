import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { messageOf } from "./message.ts";

const repair = { contact: { id: "c1", name: "Amara Okafor" }, name: "Halo ring", state: "READY" } as Repair;
const about = { repair, money: moneyOf(DOLLARS), link: "https://x.example/r/1" };
const store = { name: "Marlow & Finch", address: "12 Harbor Street" };

test.each([
  ["6 PM", " We're open until 6 PM today."],
  ["", ""],
])("names today's closing time %j", (closes, said) => {
  expect(messageOf({ ...about, store: { ...store, closes } })).toBe(
    `Hi Amara, your halo ring is ready to pick up at Marlow & Finch, 12 Harbor Street.${said} See https://x.example/r/1`,
  );
});
