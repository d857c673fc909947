import { laterThan } from "./stored-code.ts";

test("finds once what a screen's files load later", () => {
  const list = { a: ["b", "c"], b: ["d"], c: ["a", "d"], other: ["e"] };
  expect(laterThan(list, ["/_next/a", "/_next/a", "/analytics.js"])).toEqual([
    "/_next/b",
    "/_next/c",
    "/_next/d",
  ]);
});
