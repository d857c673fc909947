import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { readRow } from "./values.ts";

function read(
  kind: Reading["kind"],
  cells: { [F in ImportField]?: string },
  timezone = "UTC",
  headers = Object.keys(cells),
  changes: Partial<Reading> = {},
) {
  const columns = Object.keys(cells) as ImportField[];
  const notation = { dates: "monthFirst", numbers: "point" } as const;
  const rest = { encoding: null, countryCode: null, known: "fill", rules: [] } as const;
  const reading: Reading = { kind, columns, ...notation, ...rest, rules: [], ...changes };
  const store = {
    timezone,
    today: { year: 2026, month: 11, day: 20 },
    currency: "USD",
    digits: 2,
    fields: [],
  };
  return readRow(Object.values(cells), headers, reading, {}, store);
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

test.each(["12,34", "1,23", "1,2345"])(
  "an amount with a comma that groups no thousands is doubtful: %s",
  (cost) => {
    const { values, doubts } = read("sales", { date: "2024-03-01", cost });
    expect([values.cost, doubts]).toMatchObject([null, [{ field: "cost", kind: "unreadable" }]]);
  },
);

test.each([
  ["€99.00", ""],
  ["CA$ 12.00", ""],
  ["100 JPY", ""],
  ["12.00", "EUR"],
])("an amount in another currency is doubtful: %s %s", (cost, currency) => {
  const { values, doubts } = read("sales", { date: "2024-03-01", cost, currency });
  expect([values.cost, doubts]).toMatchObject([
    null,
    [{ field: "cost", kind: "currency", suggestion: expect.stringMatching(/^\d+(\.\d+)?$/) }],
  ]);
});

test.each([
  ["$12.00", ""],
  ["US$ 12.00", ""],
  ["12.00 USD", ""],
  ["12.00", "usd"],
  ["12", ""],
])("an amount in the store's own currency is read: %s %s", (cost, currency) => {
  expect(read("sales", { date: "2024-03-01", cost, currency }).values.cost).toBe("12.00");
});

test.each([
  ["do_not_email", "1", "withdrawn"],
  ["do_not_email", "0", null],
  ["Unsubscribed from all email", "true", "withdrawn"],
  ["Unsubscribed from all email", "false", null],
  ["Unsubscribed", "2024-03-01 10:00", "withdrawn"],
  ["Email opt-out", "yes", "withdrawn"],
  ["Keine Werbung", "ja", "withdrawn"],
  ["accepts_marketing", "no", "withdrawn"],
  ["Accepts Email Marketing", "yes", "given"],
])("a column %s with %s means consent %s", (header, consent, meant) => {
  const row = read("contacts", { firstName: "Zoë", consent }, "UTC", ["First name", header]);
  expect([row.values.consent, row.doubts]).toEqual([meant, []]);
});

test.each([
  ["45292", "2024-01-01T12:00:00.000Z"],
  ["45292.625", "2024-01-01T15:00:00.000Z"],
  ["2024-03-01 10:00:00 -0500", "2024-03-01T15:00:00.000Z"],
  ["2024-03-01 10:00:00 UTC", "2024-03-01T10:00:00.000Z"],
  ["1. März 2024", "2024-03-01T12:00:00.000Z"],
  ["1er mars 2024", "2024-03-01T12:00:00.000Z"],
  ["12 de mayo de 2024", "2024-05-12T12:00:00.000Z"],
  ["3 maggio 2024", "2024-05-03T12:00:00.000Z"],
  ["31. Dez. 2024", "2024-12-31T12:00:00.000Z"],
])("the date of a sale %s is %s", (date, instant) => {
  const { values, doubts } = read("sales", { date, cost: "5.00" });
  expect([values.date, doubts]).toEqual([instant, []]);
});

test("a birthday of 0/0/00 is none", () => {
  const { values, doubts } = read("contacts", { firstName: "Zoë", birthday: "0/0/00" });
  expect([values.birthday, doubts]).toEqual([null, []]);
});

test.each([
  ["Dr. Anna Miller", "Dr. Anna", "Miller"],
  ["Familie Müller", "Familie Müller", ""],
  ["Dr. Miller", "Dr. Miller", ""],
  ["Anna Miller", "Anna", "Miller"],
])("the name %s is %s and %s", (name, firstName, lastName) => {
  expect(read("contacts", { name }).values).toMatchObject({ firstName, lastName });
});

test("a title in the column of first names joins the last name", () => {
  expect(read("contacts", { firstName: "Dr.", lastName: "Miller" }).values).toMatchObject({
    firstName: "Dr. Miller",
    lastName: "",
  });
});

test("of several phone numbers the first filled one counts, and the others go to the note", () => {
  const store = {
    timezone: "Europe/Berlin",
    today: { year: 2026, month: 11, day: 20 },
    currency: "EUR",
    digits: 2,
    fields: [],
  };
  const columns: Reading["columns"] = ["firstName", "phoneNumber", "phoneNumber", "phoneNumber"];
  const reading: Reading = {
    ...{ kind: "contacts", columns, dates: "dayFirst", numbers: "comma", countryCode: "+49" },
    ...{ encoding: null, known: "fill", rules: [] },
  };
  const headers = ["Name", "Phone", "Mobile", "Work"];
  const cells = ["Zoë", "", "0151 23456789", "030 901820"];
  expect(readRow(cells, headers, reading, {}, store).values).toMatchObject({
    phoneNumber: "+49 1512 3456789",
    content: "Work: 030 901820",
  });
});

test("a phone number without a country code is doubtful until a country is chosen", () => {
  const { doubts } = read("contacts", { firstName: "Zoë", phoneNumber: "030 901820" });
  expect(doubts).toMatchObject([{ field: "phoneNumber", kind: "country" }]);
});
