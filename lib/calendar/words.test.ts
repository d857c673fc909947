import { readAppointments } from "./appointments.ts";
import {
  datesText,
  dayText,
  durationText,
  hourText,
  monthText,
  rangeText,
  shortTimeText,
  timeText,
  zoneName,
} from "./words.ts";

function words(start: string, end: string, zone = "America/Los_Angeles") {
  const [read] = readAppointments(
    [{ id: "1", title: "", start: { date_time: start }, end: { date_time: end } }],
    zone,
  );
  return read
    ? [timeText(read, zone), shortTimeText(read, zone), datesText(read, zone), durationText(read)]
    : [];
}

test.each([
  ["2026-11-16T10:00", "2026-11-16T11:00", "10:00 AM to 11:00 AM", "10:00 – 11:00 AM", "1 h"],
  ["2026-11-16T11:30", "2026-11-16T12:15", "11:30 AM to 12:15 PM", "11:30 AM – 12:15 PM", "45 min"],
  ["2026-11-16T09:00", "2026-11-16T09:00", "9:00 AM", "9:00 AM", "0 min"],
  ["2026-11-16T22:30", "2026-11-17T00:00", "10:30 PM to 12:00 AM", "10:30 PM – 12:00 AM", "1 h 30 min"],
])("%s to %s", (start, end, long, short, duration) => {
  expect(words(start, end)).toEqual([long, short, "Monday, November 16, 2026", duration]);
});

test("names both days, and the zone around a clock change", () => {
  expect(words("2026-11-16T22:00", "2026-11-17T02:00").slice(0, 3)).toEqual([
    "Nov 16, 10:00 PM to Nov 17, 2:00 AM",
    "Nov 16, 10:00 PM – Nov 17, 2:00 AM",
    "Monday, November 16, 2026 – Tuesday, November 17, 2026",
  ]);
  expect(words("2026-11-01T01:15-08:00", "2026-11-01T01:45-08:00")[0]).toBe("1:15 AM PST to 1:45 AM PST");
  expect(words("2026-11-01T00:30-07:00", "2026-11-01T02:30-08:00")[0]).toBe("12:30 AM PDT to 2:30 AM PST");
  expect(words("2026-03-08T01:30-08:00", "2026-03-08T03:30-07:00")[0]).toBe("1:30 AM PST to 3:30 AM PDT");
});

test("whole days", () => {
  expect(words("2026-11-16", "2026-11-17").slice(0, 3)).toEqual([
    "all day",
    "All day",
    "Monday, November 16, 2026",
  ]);
  expect(words("2026-11-16", "2026-11-19").slice(0, 2)).toEqual([
    "all day, Nov 16 to Nov 18",
    "Nov 16 – Nov 18",
  ]);
});

test("formats days, weeks, months and hours", () => {
  expect(dayText("2026-11-16")).toBe("Monday, November 16");
  expect(monthText("2026-11")).toBe("November 2026");
  expect(rangeText("2026-11-15", "2026-11-21")).toBe("Nov 15 – 21");
  expect(rangeText("2026-11-29", "2026-12-05")).toBe("Nov 29 – Dec 5");
  expect([0, 9, 12, 13].map(hourText)).toEqual(["12 AM", "9 AM", "12 PM", "1 PM"]);
});

test("names a time zone at an instant", () => {
  expect(zoneName(Date.parse("2026-11-16T12:00Z"), "America/Los_Angeles")).toBe("PST");
  expect(zoneName(Date.parse("2026-07-16T12:00Z"), "America/Los_Angeles")).toBe("PDT");
  expect(zoneName(Date.parse("2026-11-16T12:00Z"), "Australia/Lord_Howe")).toBe("GMT+11");
});
