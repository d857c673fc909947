import { PgDialect } from "drizzle-orm/pg-core";
import { readSaleSegment } from "#lib/contract/sale-segments.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { inSaleSegment } from "./sales-where.ts";
import { inSegment } from "./where.ts";

const MOMENT = { organizationId: "0195c0de-0000-7000-8000-000000000001", timezone: "UTC", now: new Date(0) };
const dialect = new PgDialect();
const texts = Array.from({ length: 20 }, (_, i) => `text ${i}`);
function foldings(groups: object[][], subject: "contacts" | "sales"): number {
  const written = JSON.stringify(groups);
  const clause =
    subject === "contacts"
      ? inSegment(readSegment(written) ?? [], MOMENT)
      : inSaleSegment(readSaleSegment(written) ?? [], MOMENT);
  const { sql, params } = dialect.sqlToQuery(clause);
  expect(params).toEqual(expect.arrayContaining(texts.map((text) => `%${text}%`)));
  return [...sql.matchAll(/latin_fold\((?!\$)/g)].length;
}

test.each([
  ["contacts", { field: "name" }],
  ["contacts", { field: "email", not: true }],
  ["contacts", { field: "own", fieldId: "f" }],
  ["sales", { field: "customer" }],
  ["sales", { field: "invoice", not: true }],
  ["sales", { field: "own", fieldId: "f" }],
] as const)("normalizes each row once for twenty texts: %s %j", (subject, asked) => {
  const conditions = texts.map((contains) => ({ ...asked, contains }));
  expect(foldings([conditions], subject)).toBe(1);
  expect(
    foldings(
      conditions.map((one) => [one]),
      subject,
    ),
  ).toBe(1);
});
