import { addDays } from "#lib/time/days.ts";
import { calendarDay, clockMinute, repeated, skipped } from "./days.ts";

const HOUR = 3_600_000;

// Havana's midnight repeats, Santiago's is skipped.
const days = [
  { date: "2026-11-18", zone: "America/Los_Angeles", hours: 24, gaps: [], twice: null },
  { date: "2026-03-08", zone: "America/Los_Angeles", hours: 23, gaps: [[120, 180]], twice: null },
  { date: "2026-11-01", zone: "America/Los_Angeles", hours: 25, gaps: [], twice: [60, 120] },
  { date: "2026-10-04", zone: "Australia/Lord_Howe", hours: 23.5, gaps: [[120, 150]], twice: null },
  { date: "2026-04-05", zone: "Australia/Lord_Howe", hours: 24.5, gaps: [], twice: [90, 120] },
  { date: "2026-11-01", zone: "America/Havana", hours: 25, gaps: [], twice: [0, 60] },
  { date: "2026-09-06", zone: "America/Santiago", hours: 23, gaps: [[0, 60]], twice: null },
  { date: "2026-04-04", zone: "America/Santiago", hours: 25, gaps: [], twice: [1380, 1440] },
  { date: "2011-12-30", zone: "Pacific/Apia", hours: 0, gaps: [[0, 1440]], twice: null },
  { date: "2026-11-18", zone: "Asia/Kathmandu", hours: 24, gaps: [], twice: null },
  { date: "2026-11-18", zone: "Nowhere/Atall", hours: 24, gaps: [], twice: null },
];

test.each(days)("gives $date in $zone $hours hours", ({ date, zone, hours, gaps, twice }) => {
  const day = calendarDay(date, zone);
  expect((day.end - day.start) / HOUR).toBe(hours);
  expect(skipped(day)).toEqual(gaps);
  expect(repeated(day)).toEqual(twice);
  expect(day.runs.reduce((sum, run) => sum + (run.to - run.from) / 60, 0)).toBe(hours);
  expect(calendarDay(addDays(date, 1), zone).start).toBe(day.end);
});

test("converts an instant to the day's clock around a change", () => {
  const forward = calendarDay("2026-03-08", "America/Los_Angeles");
  expect(clockMinute(forward, Date.parse("2026-03-08T01:59:00-08:00"))).toBe(119);
  expect(clockMinute(forward, Date.parse("2026-03-08T03:00:00-07:00"))).toBe(180);
  const back = calendarDay("2026-11-01", "America/Los_Angeles");
  expect(clockMinute(back, Date.parse("2026-11-01T01:30:00-07:00"))).toBe(90);
  expect(clockMinute(back, Date.parse("2026-11-01T01:30:00-08:00"))).toBe(90);
  expect(clockMinute(back, back.end)).toBeNull();
  expect(clockMinute(back, back.start - 1)).toBeNull();
});
