import fc from "fast-check";
import { DateTime } from "luxon";
import { changeBetween, instantOf, instantsOf, startOfDay } from "./clock.ts";
import { addDays, dayOf, daysBetween } from "./days.ts";
import { DAY, HOUR, isKnown, MINUTE, wallAt, zoneOf } from "./zone.ts";

const zones = [
  "America/Los_Angeles",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Africa/Cairo",
  "Antarctica/Troll",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Europe/London",
  "Pacific/Apia",
  "Pacific/Chatham",
  "UTC",
];

test.each(zones)("reads every fifth hour of a year in %s like luxon", (zone) => {
  const ours: unknown[] = [];
  const theirs: unknown[] = [];
  for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += 5 * HOUR) {
    const time = DateTime.fromMillis(instant, { zone });
    const possible = time.getPossibleOffsets().map((each) => each.toMillis());
    ours.push([
      zoneOf(zone).offsetAt(instant),
      dayOf(instant, zone),
      instantsOf(wallAt(instant, zone), zone),
    ]);
    theirs.push([time.offset * MINUTE, time.toISODate(), possible]);
  }
  expect(ours).toEqual(theirs);
});

const near = fc
  .record({
    zone: fc.constantFrom(...zones),
    year: fc.integer({ min: 1975, max: 2035 }),
    minutes: fc.integer({ min: -200, max: 200 }),
    pick: fc.nat(),
  })
  .map(({ zone, year: drawn, minutes, pick }) => {
    // Earlier clocks changed within a quarter of an hour (zone.ts).
    const year = zone === "America/St_Johns" ? Math.max(drawn, 2012) : drawn;
    const changes = changesIn(zone, year);
    const change = changes[pick % changes.length] ?? Date.UTC(year, 5, 1);
    return { zone, wall: wallAt(change, zone) + minutes * MINUTE };
  });

function changesIn(zone: string, year: number): number[] {
  const days = Array.from({ length: 365 }, (_, i) => Date.UTC(year, 0, 1) + i * DAY);
  return days.flatMap((day) => changeBetween(day, day + DAY, zone) ?? []);
}

test("agrees with luxon around every clock change", () => {
  fc.assert(
    fc.property(near, ({ zone, wall }) => {
      const found = instantsOf(wall, zone);
      const [later, after] = [instantOf(wall, zone), instantOf(wall, zone, "after")];
      for (const instant of found) {
        expect(wallAt(instant, zone)).toBe(wall);
        expect(
          DateTime.fromMillis(instant, { zone }).setZone("UTC", { keepLocalTime: true }).toMillis(),
        ).toBe(wall);
      }
      if (found.length > 0) {
        expect([later, after]).toEqual([found[0], found[0]]);
      } else {
        expect(wallAt(after - 1, zone)).toBeLessThan(wall);
        expect(wallAt(after, zone)).toBeGreaterThan(wall);
        expect(later - after).toBe(wall - 1 - wallAt(after - 1, zone));
      }
    }),
    { numRuns: 400 },
  );
});

test("starts a day when its date first appears", () => {
  fc.assert(
    fc.property(near, ({ zone, wall }) => {
      const day = new Date(wall).toISOString().slice(0, 10);
      const start = startOfDay(day, zone);
      const end = startOfDay(addDays(day, 1), zone);
      // Apia skipped December 30, 2011.
      if (start === end) return;
      expect(dayOf(start, zone)).toBe(day);
      expect(dayOf(start - 1, zone) < day).toBe(true);
      expect(dayOf(end - 1, zone)).toBe(day);
    }),
    { numRuns: 400 },
  );
  expect(startOfDay("2026-09-06", "America/Santiago")).toBe(Date.parse("2026-09-06T01:00-03:00"));
  expect(startOfDay("2026-11-01", "America/Havana")).toBe(Date.parse("2026-11-01T00:00-04:00"));
  expect(startOfDay("1919-03-31", "America/Toronto")).toBe(Date.parse("1919-03-31T00:30-04:00"));
});

test("moves a skipped time, takes the first repeated one", () => {
  const zone = "America/Los_Angeles";
  const skipped = Date.parse("2026-03-08T02:30Z");
  expect(instantsOf(skipped, zone)).toEqual([]);
  expect(instantOf(skipped, zone)).toBe(Date.parse("2026-03-08T03:30-07:00"));
  expect(instantOf(skipped, zone, "after")).toBe(Date.parse("2026-03-08T03:00-07:00"));
  expect(instantOf(Date.parse("2026-11-01T01:30Z"), zone)).toBe(Date.parse("2026-11-01T01:30-07:00"));
});

test("returns the instant of a change, or null without one", () => {
  const [from, to] = [Date.parse("2026-03-08T00:00-08:00"), Date.parse("2026-03-09T00:00-07:00")];
  expect(changeBetween(from, to, "America/Los_Angeles")).toBe(Date.parse("2026-03-08T03:00-07:00"));
  expect(changeBetween(from, to, "UTC")).toBeNull();
});

test("adds days on the calendar within four-digit years", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(addDays("0001-01-01", 1)).toBe("0001-01-02");
  expect(daysBetween("2026-03-08", "2026-11-01")).toBe(238);
  expect(() => addDays("9999-12-31", 1)).toThrow(RangeError);
});

test("treats unknown zones as UTC, invalid instants as NaN", () => {
  expect([isKnown("Nowhere/Atall"), isKnown("Europe/London")]).toEqual([false, true]);
  expect(zoneOf("Nowhere/Atall").offsetAt(Date.now())).toBe(0);
  for (const wrong of [Number.NaN, 9e15, -9e15, Number.POSITIVE_INFINITY]) {
    expect(wallAt(wrong, "Europe/London")).toBeNaN();
    expect(instantOf(wrong, "Europe/London")).toBeNaN();
  }
});
