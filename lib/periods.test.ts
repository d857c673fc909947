import { periodQuery, periodText, readPeriod } from "./periods.ts";

beforeAll(() => jest.useFakeTimers({ now: new Date("2026-11-21T03:30:00Z") }));
afterAll(() => jest.useRealTimers());

test("uses the user's days, including today", () => {
  expect(periodQuery("7", "Asia/Tokyo")).toEqual({ start_date: "2026-11-15", end_date: "2026-11-21" });
  expect(periodQuery("7", "America/New_York")).toEqual({ start_date: "2026-11-14", end_date: "2026-11-20" });
  expect(periodQuery("30", "UTC")).toEqual({ start_date: "2026-10-23", end_date: "2026-11-21" });
  expect(periodQuery("all", "UTC")).toEqual({ start_date: "0001-01-01", end_date: "2026-11-21" });
});

test("periods in words", () => {
  expect(periodText({ start_date: "2026-11-15", end_date: "2026-11-21" })).toBe("Nov 15 – Nov 21, 2026");
  expect(periodText({ start_date: "2025-12-20", end_date: "2026-01-18" })).toBe(
    "Dec 20, 2025 – Jan 18, 2026",
  );
  expect(periodText({ start_date: "0001-01-01", end_date: "2026-11-21" })).toBe("Until Nov 21, 2026");
});

test("uses the first period for an unknown one", () => {
  expect([readPeriod(null), readPeriod("year"), readPeriod("all")]).toEqual(["7", "7", "all"]);
});
