import type { ColumnField, ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { refusalsIn } from "#lib/import/answers.ts";
import { AMERICAN } from "#server/testing/understood.ts";
import type { Store } from "./row-values.ts";
import { columnsOf } from "./understand.ts";
import { readRow } from "./values.ts";

type Given = {
  timezone?: string;
  currency?: string;
  headers?: string[] | undefined;
  fields?: Store["fields"];
  reading?: Partial<Reading>;
};

function read(
  kind: Reading["kind"],
  cells: { [F in ColumnField]?: string },
  { timezone = "UTC", currency = "USD", headers, fields = [], reading: changes }: Given = {},
) {
  const columns = Object.keys(cells) as ColumnField[];
  const notation = { dates: "monthFirst", numbers: "point" } as const;
  const rest = { encoding: null, countryCode: null, known: "fill", rules: [] } as const;
  const reading: Reading = { kind, columns, ...notation, ...rest, rules: [], ...changes };
  const store = {
    timezone,
    today: { year: 2026, month: 11, day: 20 },
    currency,
    digits: 2,
    fields,
    usual: AMERICAN,
  };
  const file = { headers: headers ?? Object.keys(cells) };
  return readRow(Object.values(cells) as string[], file, reading, {}, store);
}

test.each([
  ["0001-01-01T00:00:00+01:00", "UTC"],
  ["9999-12-31T23:59:59-05:00", "UTC"],
  ["0001-01-01 00:30", "Europe/Berlin"],
  ["9999-12-31 23:30", "America/New_York"],
])("asks about %s in %s, whose year can't be stored", (date, timezone) => {
  const { values, doubts } = read("sales", { date, cost: "5.00" }, { timezone });
  expect([values.date, doubts.map(({ field, kind }) => [field, kind])]).toEqual([
    null,
    [["date", "unreadable"]],
  ]);
});

test.each(["0001-01-02T00:00:00+01:00", "9999-12-30T23:59:59Z"])("reads %s as an instant", (date) => {
  expect(read("appointments", { date }).doubts).toEqual([]);
});

test.each<[Reading["kind"], ImportField, string]>([
  ["sales", "date", "2026-11-21"],
  ["notes", "date", "3/14/2204"],
  ["contacts", "birthday", "2030-03-14"],
])("asks about a day of %s in the future: %s %s", (kind, field, day) => {
  const { doubts } = read(kind, { firstName: "Zoë", content: "Hello", cost: "5.00", [field]: day });
  expect(doubts).toEqual([{ field, kind: "unreadable", reason: "In the future" }]);
});

test.each<[Reading["kind"], ImportField, number]>([
  ["sales", "category", 100],
  ["sales", "cost", 60],
  ["sales", "phoneNumber", 40],
  ["contacts", "name", 300],
  ["contacts", "birthday", 60],
  ["notes", "content", 10_000],
])("%s: doesn't cut %s within an emoji", (kind, field, most) => {
  const row = read(kind, { [field]: `${"x".repeat(most - 1)}😀😀` });
  expect(JSON.stringify(row).isWellFormed()).toBe(true);
  expect(JSON.stringify(row)).not.toMatch(/\\ud83d/);
});

test("doesn't read single-line values beyond their limit", () => {
  expect(read("contacts", { firstName: "x".repeat(12_000) }).values.firstName).toHaveLength(1_500);
});

test.each([
  ["12 May", "1604-05-12"],
  ["May 12", "1604-05-12"],
  ["12th May", "1604-05-12"],
  ["--05-12", "1604-05-12"],
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
])("accepts a birthday without a year: %s", (birthday, day) => {
  const { values, doubts } = read("contacts", { firstName: "Zoë", birthday });
  expect(values.birthday?.slice(0, 10)).toBe(day);
  expect(doubts.length).toBe(day ? 0 : 1);
});

test("requires a year in a sale's date", () => {
  expect(read("sales", { date: "12 May", cost: "5.00" }).values.date).toBe(null);
});

test.each(["12,34", "1,23", "1,2345", "0,125", "12 34", "1,240,5"])(
  "asks about an amount with an unclear separator: %s",
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
  ["NZ$ 12.00", ""],
  ["120 kr", ""],
  ["Fr. 12.00", ""],
  ["$12.00", "CAD"],
])("asks about an amount in another currency: %s %s", (cost, currency) => {
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
  ["12.00", "US Dollars"],
  ["12", ""],
])("reads an amount in the store's currency: %s %s", (cost, currency) => {
  expect(read("sales", { date: "2024-03-01", cost, currency }).values.cost).toBe("12.00");
});

test.each([
  ["SEK", "120 kr"],
  ["SEK", "120 kr."],
  ["CHF", "SFr. 120.–"],
  ["PLN", "120 zł"],
  ["BRL", "R$ 120"],
  ["NZD", "NZ$120"],
  ["EUR", "120,-"],
])("reads %s in a store that uses %s", (currency, cost) => {
  const { values, doubts } = read("sales", { date: "2024-03-01", cost }, { currency });
  expect([values.cost, doubts]).toEqual(["120.00", []]);
});

test.each(["Total (EUR)", "Betrag in €", "amount_eur", "TOTAL EUR"])(
  "asks about an amount if its column %s names another currency",
  (header) => {
    const { doubts } = read("sales", { date: "2024-03-01", cost: "12.00" }, { headers: ["Date", header] });
    expect(doubts).toMatchObject([{ field: "cost", kind: "currency", suggestion: "12.00" }]);
  },
);

test.each(["Total (USD)", "Total (Net)", "Total ($)", "Betrag"])(
  "reads an amount if its column %s names no other currency",
  (header) => {
    const { doubts } = read("sales", { date: "2024-03-01", cost: "12.00" }, { headers: ["Date", header] });
    expect(doubts).toEqual([]);
  },
);

test.each([
  ["12,34", "unreadable"],
  ["some", "unreadable"],
  ["€5.00", "currency"],
  ["99.00", "unreadable"],
])("asks about a refund of %s", (refunded, kind) => {
  const { values, doubts } = read("sales", { date: "2024-03-01", cost: "50.00", refunded });
  expect([values.cost, values.refunded, doubts]).toMatchObject([
    "50.00",
    null,
    [{ field: "refunded", kind }],
  ]);
});

test.each(["20.50", "-20.50", "($20.50)"])("reads a refund of %s", (refunded) => {
  const { values, doubts } = read("sales", { date: "2024-03-01", cost: "50.00", refunded });
  expect([values.refunded, doubts]).toEqual(["20.50", []]);
});

test.each([
  ["money", "€99.00", "99.00"],
  ["money", "$99.00", null],
  ["number", "54 R", "54"],
  ["number", "12,34", undefined],
] as const)("asks about an own field of kind %s with %s", (kind, cell, suggestion) => {
  const id = "00000000-0000-4000-8000-000000000000";
  const field = {
    id,
    of: "contacts" as const,
    label: "Own",
    group: "",
    kind,
    options: [],
    isArchived: false,
  };
  const { doubts } = read("contacts", { firstName: "Zoë", [`own:${id}`]: cell }, { fields: [field] });
  expect(doubts.map((doubt) => doubt.suggestion)).toEqual(suggestion === null ? [] : [suggestion]);
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
  ["Unsubscribed", "Unsubscribed", "withdrawn"],
  ["Email opt-out", "Opted out", "withdrawn"],
  ["Unsubscribed", "Subscribed", null],
  ["Opt-in/Opt-out", "opt-in", "given"],
  ["Email Marketing Consent", "NEVER_SUBSCRIBED", "withdrawn"],
  ["EMAIL_BLACKLISTED", "Yes", "withdrawn"],
  ["CLEAN_TIME", "1 Mar 2024", "withdrawn"],
  ["Werbesperre", "x", "withdrawn"],
  ["Nicht kontaktieren", "ja", "withdrawn"],
  ["Ne pas contacter", "oui", "withdrawn"],
  ["No enviar publicidad", "sí", "withdrawn"],
  ["Do not allow Emails", "Do Not Allow", "withdrawn"],
])("reads a column %s with %s as consent %s", (header, consent, meant) => {
  const row = read("contacts", { firstName: "Zoë", consent }, { headers: ["First name", header] });
  expect([row.values.consent, row.doubts]).toEqual([meant, []]);
});

test.each([
  ["yes", "yes", "withdrawn"],
  ["yes", "no", "given"],
  ["", "", null],
])("reads a yes column with %j and a no column with %j as %s", (yes, no, meant) => {
  const reading: Partial<Reading> = { columns: ["firstName", "consent", "consent"] };
  const cells = { firstName: "Zoë", consent: yes, note: no };
  const row = read("contacts", cells, {
    headers: ["First name", "Accepts marketing", "Do not email"],
    reading,
  });
  expect([row.values.consent, row.doubts]).toEqual([meant, []]);
});

test.each([
  ["do_not_email", true],
  ["No Email", true],
  ["Unsubscribed from all email", true],
  ["HasOptedOutOfEmail", true],
  ["EMAIL_BLACKLISTED", true],
  ["Keine E-Mails", true],
  ["Désabonné", true],
  ["No Spam", true],
  ["exclude_from_mailing", true],
  ["Exclusive newsletter", false],
  ["No Phone", false],
  ["SMS_BLACKLISTED", false],
  ["UNSUB_REASON", false],
  ["Notes", false],
])("recognizes whether a column %s is a refusal of email: %s", (header, isKnown) => {
  expect(refusalsIn([header]).length > 0).toBe(isKnown);
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
  ["2024/03/05", "2024-03-05T12:00:00.000Z"],
  ["3/5/2024 3pm", "2024-03-05T15:00:00.000Z"],
  ["2024.03.05 10:00", "2024-03-05T10:00:00.000Z"],
  ["20240305", "2024-03-05T12:00:00.000Z"],
])("reads the date of a sale %s as %s", (date, instant) => {
  const { values, doubts } = read("sales", { date, cost: "5.00" });
  expect([values.date, doubts]).toEqual([instant, []]);
});

test.each([
  ["5. 12. 2024", "2024-12-05T12:00:00.000Z"],
  ["5.12.2024, 10:00", "2024-12-05T10:00:00.000Z"],
  ["5.12.2024 10.30 Uhr", "2024-12-05T10:30:00.000Z"],
])("reads the date of a sale %s with the day first as %s", (date, instant) => {
  const { values, doubts } = read("sales", { date, cost: "5.00" }, { reading: { dates: "dayFirst" } });
  expect([values.date, doubts]).toEqual([instant, []]);
});

test("ignores a birthday of 0/0/00", () => {
  const { values, doubts } = read("contacts", { firstName: "Zoë", birthday: "0/0/00" });
  expect([values.birthday, doubts]).toEqual([null, []]);
});

test.each([
  ["Dr. Anna Miller", "Dr. Anna", "Miller"],
  ["Familie Müller", "Familie Müller", ""],
  ["Dr. Miller", "Dr. Miller", ""],
  ["Anna Miller", "Anna", "Miller"],
])("splits the name %s into %s and %s", (name, firstName, lastName) => {
  expect(read("contacts", { name }).values).toMatchObject({ firstName, lastName });
});

test("adds a title in the first name to the last", () => {
  expect(read("contacts", { firstName: "Dr.", lastName: "Miller" }).values).toMatchObject({
    firstName: "Dr. Miller",
    lastName: "",
  });
});

test.each([
  ["+1", "030 1234567"],
  ["+1", "0290001234"],
  ["+49", "12"],
  ["+49", "4.91512E+12"],
])("with the country %s, asks about an invalid number: %s", (code, phoneNumber) => {
  const { values, doubts } = read(
    "contacts",
    { firstName: "Zoë", phoneNumber },
    { reading: { countryCode: code } },
  );
  expect([values.phoneNumber, doubts]).toMatchObject([
    phoneNumber,
    [{ field: "phoneNumber", kind: "unreadable" }],
  ]);
});

test.each([
  ["phoneNumber", "0171 2345678 / 030 123456", "+49 171 2345678", ["+49 30 123456"], ["values"]],
  ["phoneNumber", "030/901820", "+49 30 901820", [], []],
  ["email", "a@example.com; b@example.com", "a@example.com", ["b@example.com"], ["values"]],
  ["email", "a@example.com ::: A@example.com ::: b@example.com", "a@example.com", ["b@example.com"], []],
] as const)("asks about several values in a cell: %s %s", (field, cell, first, more, asked) => {
  const given = { headers: ["First name", "Its column"], reading: { countryCode: "+49" } };
  const { values, doubts } = read("contacts", { firstName: "Zoë", [field]: cell }, given);
  const addresses = values.addresses.map(({ address }) => address);
  expect([values[field], addresses, values.content]).toEqual([first, more, ""]);
  expect(doubts.map(({ kind }) => kind)).toEqual(asked);
});

test("asks about a phone number without a country code", () => {
  const { doubts } = read("contacts", { firstName: "Zoë", phoneNumber: "030 901820" });
  expect(doubts).toMatchObject([{ field: "phoneNumber", kind: "country" }]);
});

describe("what was paid of a sale", () => {
  const paidAs = (cells: { [F in ColumnField]?: string }) => {
    const { values, doubts } = read("sales", { cost: "100.00", ...cells });
    return [values.payments, doubts.map(({ field, kind }) => [field, kind])];
  };
  const at = null;

  test.each<[{ [F in ColumnField]?: string }, unknown]>([
    [{ paid: "100" }, null],
    [{ paid: "40", method: "Visa" }, [{ amount: "40.00", method: "Visa", at }]],
    [{ paid: "0" }, []],
    [{ open: "" }, null],
    [{ open: "60.00" }, [{ amount: "40.00", method: "Other", at }]],
    [{ paid: "40", open: "60" }, [{ amount: "40.00", method: "Other", at }]],
    [{ paid: "80", refunded: "20" }, null],
    [{ paid: "yes" }, null],
    [{ paid: "nein" }, []],
  ])("understands %j", (cells, payments) => {
    expect(paidAs(cells)).toEqual([payments, []]);
  });

  test.each<[{ [F in ColumnField]?: string }, string, string]>([
    [{ paid: "" }, "paid", "missing"],
    [{ paid: "1" }, "paid", "unreadable"],
    [{ paid: "120" }, "paid", "unreadable"],
    [{ paid: "03/04/2026" }, "paid", "unreadable"],
    [{ open: "120" }, "open", "unreadable"],
    [{ paid: "40", open: "50" }, "open", "unreadable"],
    [{ payments: "90.00 | Cash" }, "payments", "unreadable"],
    [{ payments: "0.001 | Cash | 2026-04-05T08:30:15.000Z" }, "payments", "unreadable"],
    [{ items: "1 × Ring | | 90.00" }, "items", "unreadable"],
    [{ items: "Ring and chain" }, "items", "unreadable"],
  ])("asks about %j", (cells, field, kind) => {
    expect(paidAs(cells)[1]).toEqual([[field, kind]]);
  });
});

test("takes the total as the amount", () => {
  const columns = (headers: string[]) => columnsOf("sales", { headers, rows: [] });
  expect(columns(["Amount", "Amount paid"])).toEqual(["cost", "paid"]);
  expect(columns(["Amount paid"])).toEqual(["cost"]);
  expect(columns(["Total", "Paid", "Outstanding Balance", "Payment Method"])).toEqual([
    ...["cost", "paid", "open", "method"],
  ]);
});
