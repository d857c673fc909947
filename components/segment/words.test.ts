import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { ownLook } from "./fields.ts";
import { goneTags, sentenceOf, verbOf } from "./words.ts";

const tag = (id: string, name: string, merged: string[] = []) => ({
  ...{ id, name, merged, color: 1, count: 1, version: 1 },
});
const tags = [tag("vip", "VIP", ["gold", "back"]), tag("back", "Back")];
const names = { money: moneyOf(DOLLARS), categories: [], tags, own: [] };
const said = (tagIds: string[], known: typeof tags | undefined = tags) =>
  sentenceOf([[{ field: "tags", tagIds }]], { ...names, tags: known });

test("names a merged tag as its target, and a deleted tag as deleted", () => {
  expect(said(["vip", "gold"])).toMatch(/VIP$/);
  expect(said(["back"])).toMatch(/Back$/);
  expect(said(["vip", "x"])).toMatch(/VIP, a deleted tag$/);
  expect(goneTags(["vip", "gold", "x"], tags)).toEqual(["x"]);
});

test("says a part of the calendar", () => {
  const period = { in: "lastYear" } as const;
  const spent = { field: "spent", is: "over", amount: "1000", period } as const;
  expect(sentenceOf([[spent], [{ field: "lastSale", period }]], names)).toBe(
    "Spent over $1,000 last year and last sale last year",
  );
});

test("says what a condition excludes", () => {
  const not = true as const;
  const since = { field: "lastSale", period: { from: "2026-01-01" }, not } as const;
  expect(sentenceOf([[since]], names)).toBe("Last sale not since Jan 1, 2026");
  expect(sentenceOf([[{ field: "consent", is: "given", not }]], names)).toBe("Marketing mail is not yes");
  expect(sentenceOf([[{ field: "refunded", not }]], names)).toBe("Refunded not");
  expect(sentenceOf([[{ field: "name", contains: "ring", not }]], names)).toBe(
    "Name does not contain “ring”",
  );
});

test("names no tag as deleted before the tags are loaded", () => {
  expect(sentenceOf([[{ field: "tags", tagIds: ["x"] }]], { ...names, tags: undefined })).toMatch(/a tag$/);
  expect(goneTags(["x"], undefined)).toEqual([]);
});

test("size 6 doesn't find 16 in an own text field", () => {
  const size = { id: "f-1", label: "Ring size", kind: "text", of: "contacts" } as OwnField;
  const [first] = ownLook(size).verbs;
  expect(first).toMatchObject({ label: "is", begin: { is: "exactly" } });
  const stored = { field: "own", fieldId: "f-1", contains: "6" } as const;
  expect(verbOf(stored, [size]).label).toBe("contains");
  expect(verbOf({ ...stored, is: "exactly" }, [size]).label).toBe("is");
});
