import {
  dayInFile,
  daysUntil,
  formatDay,
  formatMoment,
  formatTime,
  formatWeekday,
  NO_YEAR,
  readDay,
  today,
  writeDay,
} from "./dates.ts";

const zones = ["Pacific/Pago_Pago", "America/New_York", "UTC", "Asia/Kolkata", "Pacific/Kiritimati"];

test.each(zones)("shows the same birthday in %s", (zone) => {
  const day = { year: 1968, month: 3, day: 14 };
  expect(readDay(writeDay(day), zone)).toEqual(day);
  expect(readDay("1968-03-14", zone)).toEqual(day);
  expect(readDay("1968-03-14T00:00:00Z", zone)).toEqual(day);
  expect(formatDay(day)).toBe("Mar 14, 1968");
});

test("shows an instant in the user's time zone", () => {
  expect(readDay("2026-11-21T03:30:00.000Z", "America/New_York")).toEqual({ year: 2026, month: 11, day: 20 });
  expect(readDay("2026-11-21T03:30:00.000Z", "Asia/Tokyo")).toEqual({ year: 2026, month: 11, day: 21 });
});

test("returns nothing for an invalid date", () => {
  for (const value of [null, undefined, "", "soon", "2026-13-45T99:00:00Z", "0000-00-00", "2026-13-01"])
    expect(readDay(value)).toBeNull();
  expect(formatDay(null)).toBe("");
});

test("accepts an unknown time zone", () => {
  expect(readDay("2026-11-21T03:30:00.000Z", "Mars/Olympus")).toEqual({ year: 2026, month: 11, day: 21 });
});

test("shortens dates of this year", () => {
  const day = today("UTC");
  expect(formatDay(day, { short: true, timezone: "UTC" })).not.toContain(String(day.year));
  expect(formatDay({ ...day, year: day.year - 1 }, { short: true })).toContain(String(day.year - 1));
});

test("shows the weekday of a day in any time zone", () => {
  expect(formatWeekday({ year: 2026, month: 11, day: 22 })).toBe("Sun");
});

test("counts days until the next birthday", () => {
  const from = { year: 2026, month: 11, day: 21 };
  expect(daysUntil({ year: 1968, month: 11, day: 21 }, from)).toBe(0);
  expect(daysUntil({ year: 1968, month: 11, day: 22 }, from)).toBe(1);
  expect(daysUntil({ year: 1968, month: 11, day: 20 }, from)).toBe(364);
  expect(daysUntil({ year: 2000, month: 2, day: 29 }, { year: 2027, month: 2, day: 27 })).toBe(1);
  expect(daysUntil({ year: 2000, month: 2, day: 29 }, { year: 2028, month: 2, day: 27 })).toBe(2);
});

test("shows a moment in the given time zone", () => {
  expect(formatMoment("2026-11-22T14:00:00.000Z", "America/New_York")).toBe("Nov 22, 2026, 9:00 AM");
  expect(formatMoment("2026-11-22T14:00:00.000Z", "Asia/Kathmandu")).toBe("Nov 22, 2026, 7:45 PM");
  expect(formatMoment("2026-11-22T14:00:00.000Z", "Mars/Base")).toBe("Nov 22, 2026, 2:00 PM");
  expect(formatTime("2026-11-22T14:00:00.000Z", "Asia/Kathmandu")).toBe("7:45 PM");
  expect(formatTime(null)).toBe("");
  expect([formatMoment(null), formatMoment(""), formatMoment("soon")]).toEqual(["", "", ""]);
});

test("shows a date without its year, also in files", () => {
  expect(formatDay({ year: NO_YEAR, month: 2, day: 29 })).toBe("Feb 29");
  expect(dayInFile("1604-02-29")).toBe("--02-29");
  expect(dayInFile("1968-03-14T12:00:00.000Z")).toBe("1968-03-14");
});
