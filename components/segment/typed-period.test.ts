import { readPeriod } from "./typed-period.ts";

const today = { year: 2026, month: 11, day: 28 };
const days = (from: string, to: string) => ({ period: { from, to } });

test("reads a date with the day first if the store does", () => {
  expect(readPeriod("before 1/3/2026", today, true)).toEqual({ period: { to: "2026-02-28" } });
});

test.each([
  ["last year", { period: { in: "lastYear" } }],
  ["in this month", { period: { in: "thisMonth" } }],
  ["last 3 months", { period: { last: { count: 3, unit: "months" } } }],
  ["in the next 7 days", { period: { next: { count: 7, unit: "days" } } }],
  ["next week", { period: { next: { count: 1, unit: "weeks" } } }],
  ["Not since 3 months", { period: { last: { count: 3, unit: "months" } }, not: true }],
  ["not since Jan 1", { period: { from: "2026-01-01" }, not: true }],
  ["since dec 1", { period: { from: "2025-12-01" } }],
  ["since last month", { period: { from: "2026-10-01" } }],
  ["before 3/1/2026", { period: { to: "2026-02-28" } }],
  ["until march", { period: { to: "2026-03-31" } }],
  ["2025", days("2025-01-01", "2025-12-31")],
  ["feb 2024", days("2024-02-01", "2024-02-29")],
  ["December", days("2025-12-01", "2025-12-31")],
  ["yesterday", days("2026-11-27", "2026-11-27")],
  ["from Jan 1 to 3/31/2026", days("2026-01-01", "2026-03-31")],
  ["jan – march", days("2026-01-01", "2026-03-31")],
])("%j is a period", (text, expected) => {
  expect(readPeriod(text, today)).toEqual(expected);
});

test.each([
  "",
  "soon",
  "since",
  "months",
  "last 9999 days",
  "mar 31 to jan 1",
  "jan 1 until",
  "x".repeat(5_000),
])("%j is no period", (text) => {
  expect(readPeriod(text, today)).toBeNull();
});
