import { parseDay, typedDay, writeInstant } from "./date-input.ts";
import { readDay, today as todayIn } from "./dates.ts";

const today = { year: 2026, month: 11, day: 21 };

test.each([
  ["11/20/2026", "11/20/2026"],
  ["1/2/2026", "01/02/2026"],
  ["03/14/68", "03/14/1968"],
  ["3/14/30", "03/14/2030"],
  ["2026-11-20", "11/20/2026"],
  ["Nov 20", "11/20/2026"],
  ["november 20, 1999", "11/20/1999"],
  ["20 Nov 2026", "11/20/2026"],
  ["  Yesterday ", "11/20/2026"],
  ["today", "11/21/2026"],
  ["tomorrow", "11/22/2026"],
  ["fri", "11/20/2026"],
  ["saturday", "11/21/2026"],
  ["sun", "11/15/2026"],
  ["2/29/2024", "02/29/2024"],
  ["14.03.1968", "03/14/1968"],
  ["14.3.68", "03/14/1968"],
  ["4.3.1968", "03/04/1968"],
  ["14.3.", "03/14/2026"],
  ["3.14.1968", "03/14/1968"],
  ["14. March 1968", "03/14/1968"],
])("%j means %s", (text, expected) => {
  const day = parseDay(text, today);
  expect(day && typedDay(day)).toBe(expected);
});

test.each([
  "",
  "soon",
  "13/01/2026",
  "02/30/2026",
  "2/29/2026",
  "Foo 20",
  "20",
  "wedding",
  "sunny",
  "s",
  "11/20/",
  "0/0/0",
  "2026-00-10",
  "14.13.1968",
])("%j isn't a date", (text) => {
  expect(parseDay(text, today)).toBeNull();
});

test.each([
  ["3/14/1968", "03/14/1968"],
  ["14.03.1968", "03/14/1968"],
  ["3/14/68", "03/14/1968"],
  ["3/14/26", "03/14/2026"],
  ["3/14/30", "03/14/1930"],
  ["Mar 14 1968", "03/14/1968"],
  ["1968-03-14", "03/14/1968"],
  ["today", "11/21/2026"],
  ["3/14", null],
  ["14.3.", null],
  ["Mar 14", null],
  ["14 March", null],
])("reads the birthday %j as %s", (text, expected) => {
  const day = parseDay(text, today, { past: true });
  expect(day && typedDay(day)).toBe(expected);
});

test.each([
  ["fri", "11/27/2026"],
  ["Saturday", "11/21/2026"],
  ["sun", "11/22/2026"],
  ["tues", "11/24/2026"],
  ["1/5", "01/05/2027"],
  ["Nov 20", "11/20/2027"],
  ["11/21", "11/21/2026"],
  ["14.3.", "03/14/2027"],
  ["29 Feb", "02/29/2028"],
  ["11/20/2026", "11/20/2026"],
  ["yesterday", "11/20/2026"],
  ["Next week", "11/23/2026"],
  ["next fri", "11/27/2026"],
  ["next sunday", "11/22/2026"],
  ["in 3 days", "11/24/2026"],
  ["in a week", "11/28/2026"],
  ["in 6 months", "05/21/2027"],
  ["in 0 days", null],
])("reads %j in a field for future dates as %s", (text, expected) => {
  const day = parseDay(text, today, { means: "next" });
  expect(day && typedDay(day)).toBe(expected);
});

test("counts a Sunday to the week that the store starts or ends with it", () => {
  const sunday = (weekStart: number) => parseDay("next sunday", today, { means: "next", weekStart });
  expect([sunday(0), sunday(1)].map((day) => day?.day)).toEqual([22, 29]);
});

test.each([
  ["12/28", "12/28/2025"],
  ["28.12.", "12/28/2025"],
  ["Nov 21", "11/21/2026"],
  ["fri", "11/20/2026"],
  ["2/29", "02/29/2024"],
])("reads %j in a field for past dates as %s", (text, expected) => {
  const day = parseDay(text, today, { means: "last" });
  expect(day && typedDay(day)).toBe(expected);
});

const zones = [
  "Pacific/Pago_Pago",
  "America/New_York",
  "UTC",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
];

test.each(zones)("keeps a sale's day as it was entered in %s", (zone) => {
  for (const day of [
    { year: 2026, month: 3, day: 8 },
    { year: 2026, month: 11, day: 1 },
    { year: 2024, month: 2, day: 29 },
  ]) {
    expect(readDay(writeInstant(day, zone), zone)).toEqual(day);
  }
});

test.each([
  ["3/4/2026", "03/04/2026"],
  ["20.11.2026", "20/11/2026"],
  ["2026-11-20", "20/11/2026"],
  ["Nov 20", "20/11/2026"],
])("with the day first, %s is %s", (text, typed) => {
  const day = parseDay(text, today, { dayFirst: true });
  expect(day && typedDay(day, true)).toBe(typed);
  expect(parseDay("11/20/2026", today, { dayFirst: true })).toBeNull();
});

test("records today's sale with the current time", () => {
  const before = Date.now();
  const written = Date.parse(writeInstant(todayIn("America/New_York"), "America/New_York"));
  expect(written).toBeGreaterThanOrEqual(before);
  expect(written).toBeLessThanOrEqual(Date.now());
});

test("uses the machine's time zone for an unknown one", () => {
  const day = { year: 2026, month: 3, day: 8 };
  expect(readDay(writeInstant(day, "Mars/Olympus"))).toEqual(day);
});
