import type pg from "pg";
import { moneyOf } from "#lib/contract/money.ts";
import { unzip } from "#server/testing/workbook.ts";
import { archiveOf } from "./export.ts";

test("reads few long and many short rows at once", async () => {
  const long = `"${"x".repeat(100_000)}"`;
  let [left, row, asks, most] = [0, "", 0, 0];
  const client = {
    query: async (question: string | { text: string }) => {
      if (typeof question === "string") {
        const table = /from (\w+) t\b/.exec(question)?.[1];
        [left, row] = table === "mails" ? [60, long] : table === "journal" ? [2_000, "1"] : [0, ""];
        return { rows: [] };
      }
      asks += 1;
      const count = Math.min(left, Number(/\d+/.exec(question.text)?.[0]));
      left -= count;
      most = Math.max(most, count * row.length);
      return { rows: Array.from({ length: count }, () => [row]) };
    },
  };
  const store = {
    name: "Shop",
    timezone: "Europe/London",
    money: moneyOf({ currency: "GBP", notation: "en-GB" }),
  };
  const parts: Uint8Array[] = [];
  for await (const part of archiveOf(client as unknown as pg.ClientBase, store, new Date())) parts.push(part);
  const files = unzip(Buffer.concat(parts));
  const read = (path: string) => JSON.parse(files.get(path)?.toString() ?? "");
  expect(read("json/mails.json")).toHaveLength(60);
  expect(read("manifest.json").rows).toMatchObject({ "json/mails.json": 60, "json/history.json": 2_000 });
  expect(most).toBeLessThan(1_100_000);
  expect(asks).toBeLessThan(200);
});
