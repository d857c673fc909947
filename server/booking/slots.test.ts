/** @jest-environment node */
import fc from "fast-check";
import { DateTime } from "luxon";
import { dayAfter, dayOf } from "./open-hours.ts";
import { isSlot, type Rules, slotsOf } from "./slots.ts";

const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Europe/London",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
];
const week = (isOpen: (day: number, hour: number) => boolean) =>
  Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => isOpen(day, hour)));
const nineToFive = week((_, hour) => hour >= 9 && hour < 17);
const at = (iso: string, zone = "America/New_York") => DateTime.fromISO(iso, { zone }).toMillis();
const hour = 3_600_000;

function rules(changes: Partial<Rules> = {}): Rules {
  return {
    availability: nineToFive,
    timezone: "America/New_York",
    minutes: 60,
    daysInAdvance: 30,
    ...changes,
  };
}

/** The starts of one day by the store's clock, with the offset. */
function starts(of: Rules, day: string, busy: [string, string][] = [], now = `${dayAfter(day, -1)}T12:00`) {
  const zone = of.timezone;
  const intervals = busy.map(([from, to]) => ({ start: at(from, zone), end: at(to, zone) }));
  const [found] = slotsOf(of, intervals, at(now, zone), day, day);
  return found?.slots.map((slot) => DateTime.fromMillis(slot, { zone }).toFormat("H:mm Z")) ?? [];
}

test("slots start with the opening, step by the length, and end by closing", () => {
  expect(starts(rules({ minutes: 150 }), "2026-11-24")).toEqual(["9:00 -5", "11:30 -5", "14:00 -5"]);
});

test("what is busy takes slots away and does not move the grid", () => {
  const busy: [string, string][] = [
    ["2026-11-24T10:20", "2026-11-24T11:10"],
    ["2026-11-24T10:30", "2026-11-24T10:40"],
    ["2026-11-24T16:00", "2026-11-24T18:00"],
  ];
  expect(starts(rules(), "2026-11-24", busy)).toEqual(
    ["9:00", "12:00", "13:00", "14:00", "15:00"].map((time) => `${time} -5`),
  );
});

test("open hours join across midnight and into the next week", () => {
  // Saturday 22:00 to Sunday 2:00.
  const late = week((day, h) => (day === 6 && h >= 22) || (day === 0 && h < 2));
  const of = rules({ availability: late, minutes: 90 });
  expect(starts(of, "2026-11-21", [], "2026-11-21T08:00")).toEqual(["22:00 -5", "23:30 -5"]);
  expect(starts(of, "2026-11-22", [], "2026-11-21T08:00")).toEqual([]);
  expect(starts(rules({ availability: late, minutes: 45 }), "2026-11-22", [], "2026-11-21T08:00")).toEqual([
    "0:15 -5",
    "1:00 -5",
  ]);
});

test("a store that never closes begins its grid with the week", () => {
  const always = rules({ availability: week(() => true), minutes: 105 });
  expect(starts(always, "2026-11-22", [], "2026-11-21T08:00")[0]).toBe("0:00 -5");
  expect(starts(always, "2026-11-23", [], "2026-11-21T08:00")[0]).toBe("0:30 -5");
});

describe("when clocks change", () => {
  test("opening is at 9:00 on both sides of it", () => {
    for (const day of ["2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01"]) {
      expect(starts(rules(), day)[0]).toMatch(/^9:00/);
      expect(starts(rules(), day)).toHaveLength(8);
    }
  });

  test("in spring no slot starts at a time that is left out, and a closed hour that is left out still parts", () => {
    const night = rules({ availability: week((_, h) => h < 5) });
    expect(starts(night, "2026-03-08")).toEqual(["0:00 -5", "1:00 -5", "3:00 -4", "4:00 -4"]);
    const parted = rules({ availability: week((_, h) => h === 1 || h === 3), minutes: 120 });
    expect(starts(parted, "2026-03-08")).toEqual([]);
  });

  test("in autumn the repeated hour is there twice, and each instant once", () => {
    const night = rules({ availability: week((_, h) => h < 3) });
    expect(starts(night, "2026-11-01")).toEqual(["0:00 -4", "1:00 -4", "1:00 -5", "2:00 -5"]);
  });

  test("by half an hour", () => {
    const night = rules({ timezone: "Australia/Lord_Howe", availability: week((_, h) => h >= 1 && h < 4) });
    expect(starts(night, "2026-10-04")).toEqual(["1:00 +10:30", "2:30 +11"]);
    expect(starts(night, "2026-04-05")).toEqual(["1:00 +11", "1:30 +10:30", "2:30 +10:30"]);
  });
});

test.each([
  ["Asia/Kathmandu", "9:00 +5:45"],
  ["Asia/Kolkata", "9:00 +5:30"],
  ["Australia/Lord_Howe", "9:00 +11"],
])("in %s a day opens at %s", (timezone, first) => {
  expect(starts(rules({ timezone }), "2026-11-24")[0]).toBe(first);
});

test("today and the next n days of the store, wholly, and nothing beyond", () => {
  const now = at("2026-11-24T10:30");
  const days = slotsOf(rules({ daysInAdvance: 2 }), [], now, "2026-11-23", "2026-11-27");
  expect(days.map(({ day, state, slots }) => [day, state, slots.length])).toEqual([
    ["2026-11-23", "past", 0],
    ["2026-11-24", "open", 6],
    ["2026-11-25", "open", 8],
    ["2026-11-26", "open", 8],
    ["2026-11-27", "beyond", 0],
  ]);
});

test("a day without slots says why", () => {
  const now = at("2026-11-24T16:30");
  const busy = [{ start: at("2026-11-25T00:00"), end: at("2026-11-26T00:00") }];
  const sundays = rules({ availability: week((day, h) => day !== 4 && h >= 9 && h < 17) });
  expect(slotsOf(sundays, busy, now, "2026-11-24", "2026-11-27").map(({ state }) => state)).toEqual([
    "past",
    "full",
    "closed",
    "open",
  ]);
  expect(slotsOf(rules({ minutes: 540 }), [], now, "2026-11-25", "2026-11-25")[0]?.state).toBe("closed");
});

const anyWeek = fc.array(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), {
  minLength: 7,
  maxLength: 7,
});
const minutes = fc.integer({ min: 1, max: 16 }).map((quarters) => quarters * 15);
// Where a busy time begins and how long it is, in quarters of an hour from now.
const anyBusy = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * 96 }), fc.integer({ min: 1, max: 40 })), {
  maxLength: 30,
});

test.each(ZONES)(
  "in %s, whatever the week: inside opening hours, free, in the window, on the grid",
  (timezone) => {
    fc.assert(
      fc.property(
        anyWeek,
        minutes,
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 1, max: 14 }),
        anyBusy,
        (availability, length, offset, daysInAdvance, spans) => {
          const now = at("2026-01-01T13:17", timezone) + offset * 24 * hour;
          const busy = spans.map(([start, quarters]) => ({
            start: now + start * 900_000,
            end: now + (start + quarters) * 900_000,
          }));
          const of: Rules = { availability, timezone, minutes: length, daysInAdvance };
          const today = dayOf(timezone, now);
          const found = slotsOf(of, busy, now, dayAfter(today, -1), dayAfter(today, 15));
          let before = 0;
          for (const slot of found.flatMap(({ slots }) => slots)) {
            const end = slot + length * 60_000;
            expect(slot).toBeGreaterThanOrEqual(Math.max(now, before));
            before = end;
            expect(dayOf(timezone, slot) <= dayAfter(today, daysInAdvance)).toBe(true);
            expect(busy.some((taken) => taken.start < end && taken.end > slot)).toBe(false);
            for (let quarter = slot; quarter < end; quarter += 900_000) {
              const wall = DateTime.fromMillis(quarter, { zone: timezone });
              expect(availability[wall.weekday % 7]?.[wall.hour]).toBe(true);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  },
);

test.each(ZONES)("in %s, for a year of days, the list and the acceptance agree", (timezone) => {
  const of = rules({
    timezone,
    minutes: 45,
    daysInAdvance: 400,
    availability: week((day, h) => day !== 3 && h !== 12),
  });
  const now = at("2026-01-01T00:00", timezone);
  const busy = Array.from({ length: 300 }, (_, i) => {
    const start = now + i * 29 * hour + (i % 7) * 900_000;
    return { start, end: start + ((i % 5) + 1) * 1_800_000 };
  });
  const listed = slotsOf(of, busy, now, "2026-01-01", "2026-12-31");
  // A day of each month, and those on which clocks change somewhere.
  const checked = listed.filter(({ day }) => /-15$|-(03-08|03-29|04-05|10-04|10-25|11-01)$/.test(day));
  const shown = new Set(listed.flatMap(({ slots }) => slots));
  const wrong = checked.flatMap(({ day }) => {
    const midnight = at(day, timezone);
    const quarters = Array.from({ length: 96 }, (_, i) => midnight + i * 900_000);
    return quarters.filter((start) => isSlot(of, busy, now, start) !== shown.has(start));
  });
  expect(wrong).toEqual([]);
});
