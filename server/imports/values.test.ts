import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { readRow } from "./values.ts";

function read(kind: Reading["kind"], cells: { [F in ImportField]?: string }, timezone = "UTC") {
  const columns = Object.keys(cells) as ImportField[];
  const notation = { dates: "monthFirst", numbers: "point" } as const;
  const rest = { encoding: null, countryCode: null, known: "fill", rules: [] } as const;
  const reading: Reading = { kind, columns, ...notation, ...rest, rules: [] };
  const store = { timezone, today: { year: 2026, month: 11, day: 20 }, digits: 2, fields: [] };
  return readRow(Object.values(cells), columns, reading, {}, store);
}

test.each([
  ["0001-01-01T00:00:00+01:00", "UTC"],
  ["9999-12-31T23:59:59-05:00", "UTC"],
  ["0001-01-01 00:30", "Europe/Berlin"],
  ["9999-12-31 23:30", "America/New_York"],
])("%s in %s is in no year that can be stored, and doubtful", (date, timezone) => {
  const { values, doubts } = read("sales", { date, cost: "5.00" }, timezone);
  expect([values.date, doubts.map(({ field, kind }) => [field, kind])]).toEqual([
    null,
    [["date", "unreadable"]],
  ]);
});

test.each(["0001-01-02T00:00:00+01:00", "9999-12-30T23:59:59Z"])("%s is a moment", (date) => {
  expect(read("sales", { date, cost: "5.00" }).doubts).toEqual([]);
});

test.each<[Reading["kind"], ImportField, number]>([
  ["sales", "category", 100],
  ["sales", "cost", 60],
  ["sales", "phoneNumber", 40],
  ["contacts", "name", 300],
  ["contacts", "birthday", 60],
  ["notes", "content", 10_000],
])("%s: no %s is cut through an emoji", (kind, field, most) => {
  const row = read(kind, { [field]: `${"x".repeat(most - 1)}😀😀` });
  expect(JSON.stringify(row).isWellFormed()).toBe(true);
  expect(JSON.stringify(row)).not.toMatch(/\\ud83d/);
});

test("what is one line is not read beyond what any line may hold", () => {
  expect(read("contacts", { firstName: "x".repeat(12_000) }).values.firstName).toHaveLength(1_500);
});

test.each([
  ["12 May", "1604-05-12"],
  ["May 12", "1604-05-12"],
  ["12th May", "1604-05-12"],
  ["--05-12", "1604-05-12"],
  ["'--05-12", "1604-05-12"],
  ["--0512", "1604-05-12"],
  ["05-12", "1604-05-12"],
  ["25-12", "1604-12-25"],
  ["5/12", "1604-05-12"],
  ["29 Feb", "1604-02-29"],
  ["1604-05-12", "1604-05-12"],
  ["1968-05-12", "1968-05-12"],
  ["12.5.", "1604-12-05"],
  ["30 Feb", undefined],
  ["May", undefined],
  ["friday", undefined],
  ["12", undefined],
])("a birthday may be without a year: %s", (birthday, day) => {
  const { values, doubts } = read("contacts", { firstName: "Zoë", birthday });
  expect(values.birthday?.slice(0, 10)).toBe(day);
  expect(doubts.length).toBe(day ? 0 : 1);
});

test("a day of a sale has its year", () => {
  expect(read("sales", { date: "12 May", cost: "5.00" }).values.date).toBe(null);
});
