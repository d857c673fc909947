import fc from "fast-check";
import type { Repeat } from "#lib/contract/task-terms.ts";
import { dayOf, daysBetween } from "#lib/time/days.ts";
import { nextDay } from "./tasks.ts";

const recurrence = (repeat: Repeat, day: string, dayOfMonth = Number(day.slice(8))) => ({
  repeat,
  day,
  dayOfMonth,
});
const always = () => true;
const weekdays = (day: string) => ![0, 6].includes(new Date(day).getUTCDay());

test.each<[Repeat, string, string, string | null]>([
  ["NONE", "2026-11-23", "2026-11-23", null],
  ["DAILY", "2026-11-23", "2026-11-23", "2026-11-24"],
  ["DAILY", "2026-11-25", "2026-11-23", "2026-11-26"],
  ["DAILY", "2026-11-10", "2026-11-23", "2026-11-23"],
  ["WORKDAY", "2026-11-20", "2026-11-20", "2026-11-23"],
  ["WORKDAY", "2026-11-10", "2026-11-22", "2026-11-23"],
  ["WEEKLY", "2026-11-16", "2026-11-18", "2026-11-23"],
  ["WEEKLY", "2026-11-02", "2026-11-18", "2026-11-23"],
  ["MONTHLY", "2026-01-31", "2026-01-31", "2026-02-28"],
  ["MONTHLY", "2028-01-31", "2028-01-31", "2028-02-29"],
  ["MONTHLY", "2026-12-15", "2026-12-15", "2027-01-15"],
  ["YEARLY", "2028-02-29", "2028-02-29", "2029-02-28"],
  ["YEARLY", "2199-06-01", "2026-06-01", null],
  ["DAILY", "2199-12-31", "2026-06-01", null],
])("%s of %s, done on %s, is next due on %s", (repeat, day, today, next) => {
  expect(nextDay(recurrence(repeat, day), today, weekdays)).toBe(next);
});

test("a short month cuts the day only once", () => {
  let day = "2026-01-31";
  const days: (string | null)[] = [];
  for (let n = 0; n < 4; n++) {
    day = nextDay(recurrence("MONTHLY", day, 31), day, always) ?? "";
    days.push(day);
  }
  expect(days).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
});

test("29 February returns in the leap year", () => {
  expect(nextDay(recurrence("YEARLY", "2031-02-28", 29), "2031-02-28", always)).toBe("2032-02-29");
});

test("uses the next day if the store is never open", () => {
  expect(nextDay(recurrence("WORKDAY", "2026-11-23"), "2026-11-23", () => false)).toBe("2026-11-24");
});

const ZONES = [
  "America/New_York",
  "Europe/London",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
];
const instants = fc.date({
  min: new Date("2020-01-01"),
  max: new Date("2040-12-31"),
  noInvalidDate: true,
});
const repeating = fc.constantFrom<Repeat>("DAILY", "WORKDAY", "WEEKLY", "MONTHLY", "YEARLY");

test("the next day is later and in the pattern", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, instants, repeating, (zone, due, done, repeat) => {
      const [day, today] = [dayOf(due, zone), dayOf(done, zone)];
      const next = nextDay(recurrence(repeat, day), today, weekdays) as string;
      expect(next > day && next >= today).toBe(true);
      if (repeat === "WEEKLY") expect(daysBetween(day, next) % 7).toBe(0);
      if (repeat === "WORKDAY") expect(weekdays(next)).toBe(true);
      if (repeat === "DAILY" && today <= day) expect(daysBetween(day, next)).toBe(1);
      if (repeat === "MONTHLY" || repeat === "YEARLY") {
        const last = new Date(Date.UTC(Number(next.slice(0, 4)), Number(next.slice(5, 7)), 0)).getUTCDate();
        expect(Number(next.slice(8))).toBe(Math.min(Number(day.slice(8)), last));
      }
      if (repeat === "YEARLY") expect(next.slice(5, 7)).toBe(day.slice(5, 7));
      const before = repeat === "WEEKLY" ? 7 : repeat === "MONTHLY" ? 31 : repeat === "YEARLY" ? 366 : 5;
      expect(Math.min(daysBetween(day, next), daysBetween(today, next))).toBeLessThanOrEqual(before);
    }),
    { numRuns: 500 },
  );
});
