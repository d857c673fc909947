/** @jest-environment node */
import { checkedSchedule, latestMoment, nextMoment } from "./schedule.ts";

const NEW_YORK = "America/New_York";

function next(schedule: string, after: string, timezone = NEW_YORK): string | undefined {
  return nextMoment({ triggerType: "TIME_BASED", schedule }, timezone, new Date(after))?.toISOString();
}

/** All moments until one of them is later than `until`. */
function moments(schedule: string, after: string, until: string): string[] {
  const found = [];
  for (let at = next(schedule, after); at && at <= until; at = next(schedule, at)) found.push(at);
  return found;
}

test.each([
  ["nine in winter", "2026-11-21T13:59:59.999Z", "2026-11-21T14:00:00.000Z"],
  ["not the moment itself again", "2026-11-21T14:00:00.000Z", "2026-11-22T14:00:00.000Z"],
  ["the morning that summer time begins", "2026-03-07T20:00:00Z", "2026-03-08T13:00:00.000Z"],
  ["the morning that it ends", "2026-10-31T20:00:00Z", "2026-11-01T14:00:00.000Z"],
])("daily at nine: %s", (_, after, expected) => expect(next("0 9 * * *", after)).toBe(expected));

test("a wall time that spring skips comes once, right after the gap", () => {
  expect(moments("30 2 * * *", "2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z")).toEqual([
    "2026-03-08T07:00:00.000Z",
    "2026-03-09T06:30:00.000Z",
  ]);
});

test.each(["30 1 * * *", "0 1 * * *"])("a wall time that autumn repeats comes once: %s", (schedule) => {
  const found = moments(schedule, "2026-10-31T12:00:00Z", "2026-11-02T12:00:00Z");
  expect(found.map((at) => at.slice(0, 10))).toEqual(["2026-11-01", "2026-11-02"]);
  expect(found[0]).toMatch(/T05:/);
});

test.each([
  ["Asia/Kathmandu", "2026-11-21T03:15:00.000Z"],
  ["Australia/Lord_Howe", "2026-11-21T22:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21T19:00:00.000Z"],
  ["UTC", "2026-11-21T09:00:00.000Z"],
])("nine o'clock in %s", (timezone, expected) => {
  expect(next("0 9 * * *", "2026-11-21T00:00:00Z", timezone)).toBe(expected);
});

test("One-time rules look daily at nine; rules that wait for events never", () => {
  const after = new Date("2026-11-21T14:00:00Z");
  expect(nextMoment({ triggerType: "DATE_BASED", schedule: null }, NEW_YORK, after)).toEqual(
    new Date("2026-11-22T14:00:00Z"),
  );
  expect(nextMoment({ triggerType: "EVENT_BASED", schedule: null }, NEW_YORK, after)).toBeNull();
});

test.each([
  ["on time", "2026-11-21T14:00:00Z", "2026-11-21T14:00:00.000Z"],
  ["hours late", "2026-11-21T22:00:00Z", "2026-11-21T14:00:00.000Z"],
  ["at the end of that day", "2026-11-22T04:59:59Z", "2026-11-21T14:00:00.000Z"],
  ["when the day is over", "2026-11-22T05:00:00Z", undefined],
  ["days late, before the hour", "2026-11-25T13:00:00Z", undefined],
  ["days late, after the hour", "2026-11-25T15:00:00Z", "2026-11-25T14:00:00.000Z"],
])("what is made up for %s", (_, now, expected) => {
  const activatedAt = new Date("2026-11-20T20:00:00Z");
  const rule = { triggerType: "TIME_BASED", schedule: "0 9 * * *", activatedAt } as const;
  expect(latestMoment(rule, NEW_YORK, new Date(now))?.toISOString()).toBe(expected);
});

test("of an hourly rule's day only the latest moment is made up for, and none before its activation", () => {
  const rule = { triggerType: "TIME_BASED", schedule: "0 * * * *" } as const;
  const latest = (activated: string, now: string) =>
    latestMoment({ ...rule, activatedAt: new Date(activated) }, NEW_YORK, new Date(now))?.toISOString();
  expect(latest("2026-10-01T00:00:00Z", "2026-11-21T18:40:00Z")).toBe("2026-11-21T18:00:00.000Z");
  expect(latest("2026-11-21T18:00:00Z", "2026-11-21T18:40:00Z")).toBeUndefined();
});

test.each([
  "0 9 * * *",
  "0 9 * * 1-5",
  "0 9 1 * *",
  "0 9 29 2 *",
  "15 8,18 * * *",
  "0 * * * *",
  "0 9 * * MON",
])("%s is a schedule", (schedule) =>
  expect(checkedSchedule(` ${schedule.replace(" ", " \t ")} `)).toBe(schedule),
);

const FIVE = "The schedule must have five parts, for example 0 9 * * * for daily at 9 AM.";
const HOURLY = "An automation runs at most once an hour. Choose a schedule with longer breaks.";

test.each([
  ["", FIVE],
  ["daily", FIVE],
  ["@daily", FIVE],
  ["0 0 9 * * *", FIVE],
  ["0 9 * *", FIVE],
  ["60 9 * * *", FIVE],
  ["0 9 * * 8", FIVE],
  ["a b c d e", FIVE],
  ["0 9 31 2 *", "This schedule never comes round."],
  ["* * * * *", HOURLY],
  ["0,59 9 * * *", HOURLY],
  ["*/30 9 1 1 *", HOURLY],
  ["59,0 0,23 * * *", HOURLY],
])("%j is refused: %s", (schedule, message) => expect(() => checkedSchedule(schedule)).toThrow(message));
