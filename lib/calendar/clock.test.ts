import { DateTime } from "luxon";
import { clockAt, dateAt, instantOf, instantsOf, offsetAt, zoneName } from "./clock.ts";

const HOUR = 3_600_000;
const zones = [
  "America/Los_Angeles",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Europe/London",
  "Pacific/Apia",
  "Pacific/Chatham",
  "UTC",
];

test.each(zones)("every fifth hour of a year in %s reads as luxon says", (zone) => {
  for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += 5 * HOUR) {
    const expected = DateTime.fromMillis(instant, { zone });
    expect(offsetAt(instant, zone)).toBe(expected.offset);
    expect(dateAt(instant, zone)).toBe(expected.toISODate());
    const possible = expected.getPossibleOffsets().map((time) => time.toMillis());
    expect(instantsOf(clockAt(instant, zone).getTime(), zone)).toEqual(possible);
  }
});

test("a time that is skipped is as much later; one that comes twice is its first", () => {
  const zone = "America/Los_Angeles";
  expect(instantsOf(Date.parse("2026-03-08T02:30Z"), zone)).toEqual([]);
  expect(instantOf(Date.parse("2026-03-08T02:30Z"), zone)).toBe(Date.parse("2026-03-08T03:30-07:00"));
  expect(instantOf(Date.parse("2026-11-01T01:30Z"), zone)).toBe(Date.parse("2026-11-01T01:30-07:00"));
});

test("the zone's name, and UTC for a zone that nobody knows", () => {
  expect(zoneName(Date.parse("2026-11-16T12:00Z"), "America/Los_Angeles")).toBe("PST");
  expect(zoneName(Date.parse("2026-07-16T12:00Z"), "America/Los_Angeles")).toBe("PDT");
  expect(zoneName(Date.parse("2026-11-16T12:00Z"), "Australia/Lord_Howe")).toBe("GMT+11");
  expect(offsetAt(Date.now(), "Nowhere/Atall")).toBe(0);
});
