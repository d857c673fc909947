import { DateTime } from "luxon";
import { addDays } from "#lib/time/days.ts";
import { at, week } from "#server/testing/slots.ts";
import { type Rules, slotsOf } from "./slots.ts";

const nineToFive = week((_, hour) => hour >= 9 && hour < 17);

function rules(changes: Partial<Rules> = {}): Rules {
  return {
    availability: nineToFive,
    timezone: "America/New_York",
    minutes: 60,
    daysInAdvance: 30,
    ...changes,
  };
}

function starts(of: Rules, day: string, busy: [string, string][] = [], now = `${addDays(day, -1)}T12:00`) {
  const zone = of.timezone;
  const intervals = busy.map(([from, to]) => ({ start: at(from, zone), end: at(to, zone) }));
  const [found] = slotsOf(of, intervals, at(now, zone), day, day);
  return found?.slots.map((slot) => DateTime.fromMillis(slot, { zone }).toFormat("H:mm Z")) ?? [];
}

test("starts with the opening, and ends by closing", () => {
  expect(starts(rules({ minutes: 150 }), "2026-11-24")).toEqual(["9:00 -5", "11:30 -5", "14:00 -5"]);
});

test("removes busy slots without moving the others", () => {
  const busy: [string, string][] = [
    ["2026-11-24T10:20", "2026-11-24T11:10"],
    ["2026-11-24T10:30", "2026-11-24T10:40"],
    ["2026-11-24T12:30", "2026-11-24T12:30"],
    ["2026-11-24T16:00", "2026-11-24T18:00"],
  ];
  expect(starts(rules(), "2026-11-24", busy)).toEqual(
    ["9:00", "12:00", "13:00", "14:00", "15:00"].map((time) => `${time} -5`),
  );
});

test("joins open hours across midnight and weeks", () => {
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

test("starts a run each week if the store never closes", () => {
  const always = rules({ availability: week(() => true), minutes: 105 });
  expect(starts(always, "2026-11-22", [], "2026-11-21T08:00")[0]).toBe("0:00 -5");
  expect(starts(always, "2026-11-23", [], "2026-11-21T08:00")[0]).toBe("0:30 -5");
});

describe("when clocks change", () => {
  test("keeps opening at 9:00 before and after the change", () => {
    for (const day of ["2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01"]) {
      expect(starts(rules(), day)[0]).toMatch(/^9:00/);
      expect(starts(rules(), day)).toHaveLength(8);
    }
  });

  test("lists no skipped time in spring", () => {
    const night = rules({ availability: week((_, h) => h < 5) });
    expect(starts(night, "2026-03-08")).toEqual(["0:00 -5", "1:00 -5", "3:00 -4", "4:00 -4"]);
    const parted = rules({ availability: week((_, h) => h === 1 || h === 3), minutes: 120 });
    expect(starts(parted, "2026-03-08")).toEqual([]);
  });

  test("lists the repeated hour twice, and each instant once", () => {
    const night = rules({ availability: week((_, h) => h < 3) });
    expect(starts(night, "2026-11-01")).toEqual(["0:00 -4", "1:00 -4", "1:00 -5", "2:00 -5"]);
  });

  test("ends a long meeting one hour later by the clock", () => {
    const long = rules({
      availability: week((day, h) => day === 6 || day === 0 || (day === 1 && h === 0)),
      minutes: 1425,
    });
    // 23:45 to 0:30 two days later.
    expect(starts(long, "2026-03-07")).toEqual(["0:00 -5", "23:45 -5"]);
  });

  test("handles a change by half an hour", () => {
    const night = rules({ timezone: "Australia/Lord_Howe", availability: week((_, h) => h >= 1 && h < 4) });
    expect(starts(night, "2026-10-04")).toEqual(["1:00 +10:30", "2:30 +11"]);
    expect(starts(night, "2026-04-05")).toEqual(["1:00 +11", "1:30 +10:30", "2:30 +10:30"]);
  });
});

describe("handles unusual backward changes", () => {
  test("lists each instant from 3:45 to 2:45 once", () => {
    const night = rules({
      timezone: "Pacific/Chatham",
      minutes: 30,
      availability: week((_, h) => h >= 2 && h < 5),
    });
    expect(starts(night, "2027-04-04")).toEqual([
      ...["2:00 +13:45", "2:30 +13:45", "3:00 +13:45", "3:30 +13:45"],
      ...["3:00 +12:45", "3:30 +12:45", "4:00 +12:45", "4:30 +12:45"],
    ]);
    const two = rules({ timezone: "Pacific/Chatham", minutes: 15, availability: week((_, h) => h === 2) });
    expect(starts(two, "2027-04-04")).toEqual([
      ...["2:00 +13:45", "2:15 +13:45", "2:30 +13:45", "2:45 +13:45"],
      "2:45 +12:45",
    ]);
  });

  test("assigns both midnights to the same day", () => {
    const late = rules({ timezone: "America/Havana", availability: week((_, h) => h >= 23 || h < 2) });
    expect(starts(late, "2026-11-01")).toEqual(["0:00 -4", "0:00 -5", "1:00 -5", "23:00 -5"]);
    expect(starts(late, "2026-10-31").at(-1)).toBe("23:00 -4");
  });

  test("by two hours", () => {
    const night = rules({ timezone: "Antarctica/Troll", availability: week((_, h) => h >= 1 && h < 4) });
    expect(starts(night, "2026-10-25")).toEqual(["1:00 +2", "2:00 +2", "1:00 +0", "2:00 +0", "3:00 +0"]);
  });
});

test.each([
  ["Asia/Kathmandu", "9:00 +5:45"],
  ["Asia/Kolkata", "9:00 +5:30"],
  ["Australia/Lord_Howe", "9:00 +11"],
])("in %s, opens a day at %s", (timezone, first) => {
  expect(starts(rules({ timezone }), "2026-11-24")[0]).toBe(first);
});

test("lists today and the next n full days of the store", () => {
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

test("says why a day has no slots", () => {
  const now = at("2026-11-24T16:30");
  const busy = [{ start: at("2026-11-25T00:00"), end: at("2026-11-26T00:00") }];
  const sundays = rules({ availability: week((day, h) => day !== 4 && h >= 9 && h < 17) });
  expect(slotsOf(sundays, busy, now, "2026-11-24", "2026-11-27").map(({ state }) => state)).toEqual([
    "past",
    "full",
    "closed",
    "open",
  ]);
  expect(slotsOf(rules({ minutes: 540 }), [], now, "2026-11-25", "2026-11-25")[0]?.state).toBe("short");
});
