import { addDays } from "#lib/time/days.ts";
import { momentIn, nextFree, slotDays } from "./slot-days.ts";

const open = (day: string, ...slots: string[]) => ({ day, state: "open" as const, slots });

test("assigns times to days in the visitor's time zone", () => {
  const days = slotDays(
    [
      open("2026-11-03", "2026-11-03T14:00:00.000Z", "2026-11-03T15:00:00.000Z"),
      { day: "2026-11-04", state: "full", slots: [] },
      { day: "2026-11-05", state: "closed", slots: [] },
    ],
    "Asia/Tokyo",
  );
  expect(days.map(({ label, times, reason }) => [label, times.map((time) => time.label), reason])).toEqual([
    ["Tuesday, November 3", ["11:00 PM"], "No free times"],
    ["Wednesday, November 4", ["12:00 AM"], "Fully booked"],
    ["Thursday, November 5", [], "Closed"],
  ]);
});

test("lists a day whose times all move to the next one", () => {
  const days = slotDays([open("2026-11-03", "2026-11-03T15:00:00.000Z")], "Asia/Tokyo");
  expect(days).toMatchObject([
    { day: "2026-11-03", times: [], reason: "No free times" },
    { day: "2026-11-04", times: [{ label: "12:00 AM" }] },
  ]);
});

test("adds the time zone to labels that would be equal", () => {
  const [day] = slotDays(
    [open("2026-11-01", "2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z", "2026-11-01T07:30:00.000Z")],
    "America/New_York",
  );
  expect(day?.times.map(({ label }) => label)).toEqual(["1:30 AM EDT", "1:30 AM EST", "2:30 AM"]);
});

test("formats a moment with day, time and zone", () => {
  expect(momentIn("America/New_York", "2026-11-24T15:00:00Z")).toBe("Tuesday, November 24, 10:00 AM EST");
});

const everyHalfHour = (day: string) =>
  open(
    day,
    ...Array.from({ length: 48 }, (_, i) =>
      new Date(Date.parse(`${day}T00:00Z`) + i * 1_800_000).toISOString(),
    ),
  );

test.each([
  ["Asia/Tokyo", "2026-03-08"],
  ["Asia/Kathmandu", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-04"],
  ["Australia/Lord_Howe", "2026-10-03"],
  ["America/Los_Angeles", "2026-03-08"],
  ["America/Los_Angeles", "2026-11-01"],
])("in %s around %s lists every time once, on its day, with a unique label", (timezone, around) => {
  const given = [-1, 0, 1].map((days) => everyHalfHour(addDays(around, days)));
  const days = slotDays(given, timezone);
  const listed = days.flatMap(({ times }) => times.map(({ startsAt }) => startsAt));
  expect(listed).toEqual(given.flatMap(({ slots }) => slots));
  expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort());
  for (const { label, times } of days) {
    expect(new Set(times.map((time) => time.label)).size).toBe(times.length);
    for (const { startsAt, label: time } of times) {
      const expected = new Date(startsAt).toLocaleString("en-US", {
        ...{ timeZone: timezone, weekday: "long", month: "long", day: "numeric" },
        ...{ hour: "numeric", minute: "2-digit" },
      });
      const [clock, meridiem] = time.split(" ");
      expect(expected.replace(/\s/g, " ")).toBe(`${label} at ${clock} ${meridiem}`);
    }
  }
});

test("offers three days with up to three free times each", () => {
  const hours = (day: string, ...utc: number[]) =>
    open(day, ...utc.map((hour) => `${day}T${String(hour).padStart(2, "0")}:00:00.000Z`));
  const days = [
    hours("2026-11-02", 9),
    hours("2026-11-03", 9, 10),
    { day: "2026-11-04", state: "full" as const, slots: [] },
    hours("2026-11-05", 9, 10, 11, 12, 13, 14, 15),
    hours("2026-11-06", 9, 10, 11),
    hours("2026-11-07", 9),
  ];
  expect(
    nextFree(days, "UTC", "2026-11-03").map(({ day, times }) => [day, times.map((t) => t.label)]),
  ).toEqual([
    ["2026-11-03", ["9:00 AM", "10:00 AM"]],
    ["2026-11-05", ["9:00 AM", "11:00 AM", "1:00 PM"]],
    ["2026-11-06", ["9:00 AM", "10:00 AM", "11:00 AM"]],
  ]);
  expect(nextFree([], "UTC", "2026-11-03")).toEqual([]);
});
