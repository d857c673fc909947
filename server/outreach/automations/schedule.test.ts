import { checkedSchedule, latestMoment, nextMoment } from "./schedule.ts";

const NEW_YORK = "America/New_York";

function next(schedule: string, after: string, timezone = NEW_YORK): string | undefined {
  return nextMoment({ triggerType: "TIME_BASED", schedule }, timezone, new Date(after))?.toISOString();
}

function moments(schedule: string, after: string, until: string, timezone = NEW_YORK): string[] {
  const found = [];
  for (let at = next(schedule, after, timezone); at && at <= until; at = next(schedule, at, timezone)) {
    found.push(at);
  }
  return found;
}

test.each([
  ["nine in winter", "2026-11-21T13:59:59.999Z", "2026-11-21T14:00:00.000Z"],
  ["not the moment itself again", "2026-11-21T14:00:00.000Z", "2026-11-22T14:00:00.000Z"],
  ["the morning that summer time begins", "2026-03-07T20:00:00Z", "2026-03-08T13:00:00.000Z"],
  ["the morning that it ends", "2026-10-31T20:00:00Z", "2026-11-01T14:00:00.000Z"],
])("runs daily at nine: %s", (_, after, expected) => expect(next("0 9 * * *", after)).toBe(expected));

test("runs once, after the gap, when spring skips its time", () => {
  expect(moments("30 2 * * *", "2026-03-07T12:00:00Z", "2026-03-09T12:00:00Z")).toEqual([
    "2026-03-08T07:00:00.000Z",
    "2026-03-09T06:30:00.000Z",
  ]);
});

test.each(["30 1 * * *", "0 1 * * *"])("runs once for a time that autumn repeats: %s", (schedule) => {
  const found = moments(schedule, "2026-10-31T12:00:00Z", "2026-11-02T12:00:00Z");
  expect(found.map((at) => at.slice(0, 10))).toEqual(["2026-11-01", "2026-11-02"]);
  expect(found[0]).toMatch(/T05:/);
});

const LORD_HOWE = "Australia/Lord_Howe";

const changes = {
  spring: { [NEW_YORK]: "2026-03-08", [LORD_HOWE]: "2026-10-04", "Africa/Cairo": "2026-04-24" },
  autumn: { [NEW_YORK]: "2026-11-01", [LORD_HOWE]: "2026-04-05", "Antarctica/Troll": "2026-10-25" },
};

function nightOf(day: string, schedule: string, timezone: string): string[] {
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  const noon = Date.parse(`${day}T12:00:00Z`);
  return moments(
    schedule,
    new Date(noon - 48 * 3_600_000).toISOString(),
    new Date(noon + 24 * 3_600_000).toISOString(),
    timezone,
  )
    .map((at) => `${clock.format(new Date(at)).replace(",", "")} ${at.slice(11, 16)}Z`)
    .filter((at) => at >= `${day} 00` && at < `${day} 05`)
    .map((at) => at.slice(11));
}

test.each([
  [NEW_YORK, "0 1,2 * * *", ["01:00 05:00Z", "02:00 07:00Z"]],
  [NEW_YORK, "0 0-3 * * *", ["00:00 04:00Z", "01:00 05:00Z", "02:00 07:00Z", "03:00 08:00Z"]],
  [NEW_YORK, "0 * * * *", ["00:00 04:00Z", "01:00 05:00Z", "02:00 07:00Z", "03:00 08:00Z", "04:00 09:00Z"]],
  [NEW_YORK, "30 * * * *", ["00:30 04:30Z", "01:30 05:30Z", "02:30 07:30Z", "03:30 08:30Z", "04:30 09:30Z"]],
  [LORD_HOWE, "0 * * * *", ["00:00 13:00Z", "01:00 14:00Z", "02:00 15:30Z", "03:00 16:30Z", "04:00 17:30Z"]],
  [LORD_HOWE, "30 * * * *", ["00:30 13:30Z", "01:30 14:30Z", "02:30 16:00Z", "03:30 17:00Z", "04:30 18:00Z"]],
  [LORD_HOWE, "45 1,2 * * *", ["01:45 14:45Z", "02:45 16:15Z"]],
  ["Antarctica/Troll", "0 0-3 * * *", ["00:00 22:00Z", "01:00 23:00Z", "02:00 00:00Z", "03:00 03:00Z"]],
] as const)("%s in autumn, %s: repeats no clock time", (timezone, schedule, expected) => {
  expect(nightOf(changes.autumn[timezone], schedule, timezone)).toEqual(expected);
});

test.each([
  [NEW_YORK, "30 2,4 * * *", ["03:00 07:00Z", "04:30 08:30Z"]],
  [NEW_YORK, "0 * * * *", ["00:00 05:00Z", "01:00 06:00Z", "03:00 07:00Z", "04:00 08:00Z"]],
  [LORD_HOWE, "15 2,4 * * *", ["02:30 15:30Z", "04:15 17:15Z"]],
  ["Africa/Cairo", "0 0,4 * * *", ["01:00 22:00Z", "04:00 01:00Z"]],
] as const)("%s in spring, %s: runs skipped times right after the gap", (timezone, schedule, expected) => {
  expect(nightOf(changes.spring[timezone], schedule, timezone)).toEqual(expected);
});

test("doesn't run a new rule for times already repeated", () => {
  expect(next("30 1,2 * * *", "2026-11-01T06:10:00Z")).toBe("2026-11-01T07:30:00.000Z");
  expect(next("30 1 * * *", "2026-11-01T05:10:00Z")).toBe("2026-11-01T05:30:00.000Z");
});

test.each([
  ["Asia/Kathmandu", "2026-11-21T03:15:00.000Z"],
  ["Australia/Lord_Howe", "2026-11-21T22:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21T19:00:00.000Z"],
  ["UTC", "2026-11-21T09:00:00.000Z"],
])("runs at nine in %s", (timezone, expected) => {
  expect(next("0 9 * * *", "2026-11-21T00:00:00Z", timezone)).toBe(expected);
});

test("runs One-time rules daily at nine, and event rules never", () => {
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
  ["catches up %s", "2026-11-25T13:00:00Z", undefined],
  ["days late, after the hour", "2026-11-25T15:00:00Z", "2026-11-25T14:00:00.000Z"],
])("what is made up for %s", (_, now, expected) => {
  const activatedAt = new Date("2026-11-20T20:00:00Z");
  const rule = { triggerType: "TIME_BASED", schedule: "0 9 * * *", activatedAt } as const;
  expect(latestMoment(rule, NEW_YORK, new Date(now))?.toISOString()).toBe(expected);
});

test("catches up only an hourly rule's last run", () => {
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
])("accepts the schedule %s", (schedule) =>
  expect(checkedSchedule(` ${schedule.replace(" ", " \t ")} `)).toBe(schedule),
);

const FIVE = "The schedule must have five parts, for example 0 9 * * * for daily at 9 AM.";
const HOURLY = "An automation can run at most once an hour. Choose a schedule with longer intervals.";

test.each([
  ["", FIVE],
  ["daily", FIVE],
  ["@daily", FIVE],
  ["0 0 9 * * *", FIVE],
  ["0 9 * *", FIVE],
  ["60 9 * * *", FIVE],
  ["0 9 * * 8", FIVE],
  ["a b c d e", FIVE],
  ["0 9 31 2 *", "This schedule never runs. Choose another one."],
  ["* * * * *", HOURLY],
  ["0,59 9 * * *", HOURLY],
  ["*/30 9 1 1 *", HOURLY],
  ["59,0 0,23 * * *", HOURLY],
])("refuses %j: %s", (schedule, message) => expect(() => checkedSchedule(schedule)).toThrow(message));
