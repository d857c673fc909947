import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { newestFirst, totalsOf } from "./figures.tsx";
import { lastMonths } from "./month-bars.tsx";

const sale = (cost: number | string | null, createdAt: string | null) => ({ cost, createdAt });

const dollars = moneyOf(DOLLARS);

test("reads text amounts, and refunds as negative amounts", () => {
  const total = (...sales: Parameters<typeof totalsOf>[0]) => totalsOf(sales, dollars).total;
  expect(total(sale(0.1, null), sale(0.2, null))).toBe(0.3);
  expect(total(sale("1240.50", null), sale(null, null), sale(9.5, null))).toBe(1250);
  const refunds = [
    { amount: 0.1, createdAt: null },
    { amount: null, createdAt: null },
  ];
  expect(total({ ...sale(0.3, null), refunds })).toBe(0.2);
  expect(total()).toBe(0);
});

describe("last twelve months", () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date("2026-03-01T02:00:00Z") }));
  afterEach(() => jest.useRealTimers());

  test("end with the current month in the user's zone", () => {
    expect(lastMonths([], dollars, "UTC").at(-1)?.name).toBe("March 2026");
    const months = lastMonths([], dollars, "America/New_York");
    expect(months).toHaveLength(12);
    expect(months[0]).toEqual({ name: "March 2025", short: "Mar", total: 0 });
    expect(months.at(-1)?.name).toBe("February 2026");
  });

  test("contain each month's sales, without older or undated ones", () => {
    const months = lastMonths(
      [
        sale(10, "2026-03-01T03:00:00Z"),
        sale(5.5, "2026-02-01T05:00:00Z"),
        sale(7, "2026-02-01T04:59:00Z"),
        sale(100, "2025-02-28T12:00:00Z"),
        sale(100, null),
        sale(100, "someday"),
        {
          ...sale(80, "2024-01-01T12:00:00Z"),
          refunds: [{ amount: 2, createdAt: "2026-01-09T12:00:00Z" }],
        },
      ],
      dollars,
      "America/New_York",
    );
    expect(months.filter((month) => month.total > 0)).toEqual([
      { name: "January 2026", short: "Jan", total: 5 },
      { name: "February 2026", short: "Feb", total: 15.5 },
    ]);
  });
});

test("sorts newest first across timezones", () => {
  const rows = [
    { id: 1, createdAt: "2026-11-20T10:00:00Z" },
    { id: 2, createdAt: "2026-11-20T12:00:00+01:00" },
    { id: 3, createdAt: "2026-11-21T00:00:00Z" },
  ];
  expect(newestFirst(rows).map((row) => row.id)).toEqual([3, 2, 1]);
  expect(newestFirst([{ createdAt: null }, { createdAt: null }])).toHaveLength(2);
});
