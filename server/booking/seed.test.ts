import { closedDays } from "./seed.ts";

test("closes the store on holidays", () => {
  const days = closedDays("2026-11-21").map(({ name, day }) => `${day} ${name}`);
  expect(days).toHaveLength(18);
  expect(days).toEqual(
    expect.arrayContaining([
      "2026-01-01 New Year’s Day",
      "2025-05-26 Memorial Day",
      "2026-05-25 Memorial Day",
      "2026-09-07 Labor Day",
      "2026-11-26 Thanksgiving",
      "2027-11-25 Thanksgiving",
    ]),
  );
});
