import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { contactColumns } from "./columns.tsx";

test("shows the chosen field at the right of a phone's row", () => {
  const aside = (...asked: string[]) =>
    contactColumns(moneyOf(DOLLARS), "UTC", new Set(asked))
      .filter(({ phone }) => phone === "aside")
      .map(({ header }) => header);
  expect(aside()).toEqual(["Recent Sale"]);
  expect(aside("birthday")).toEqual(["Next birthday"]);
  expect(aside("birthday", "spent")).toEqual(["Next birthday"]);
  expect(aside("spent")).toEqual(["Spent"]);
});
