import { writeInstant } from "#components/sale-modal.tsx";
import { readDay, today } from "#lib/dates.ts";

const zones = [
  "Pacific/Pago_Pago",
  "America/New_York",
  "UTC",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
];

test.each(zones)("a sale's day is read as it was written in %s", (zone) => {
  for (const day of [
    { year: 2026, month: 3, day: 8 },
    { year: 2026, month: 11, day: 1 },
    { year: 2024, month: 2, day: 29 },
  ]) {
    expect(readDay(writeInstant(day, zone), zone)).toEqual(day);
  }
});

test("today's sale is recorded now", () => {
  const before = Date.now();
  const written = Date.parse(writeInstant(today("America/New_York"), "America/New_York"));
  expect(written).toBeGreaterThanOrEqual(before);
  expect(written).toBeLessThanOrEqual(Date.now());
});

test("an unknown timezone falls back to this machine's", () => {
  const day = { year: 2026, month: 3, day: 8 };
  expect(readDay(writeInstant(day, "Mars/Olympus"))).toEqual(day);
});
