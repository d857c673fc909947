import { readAppointments } from "./appointments.ts";
import { calendarDay } from "./days.ts";
import { periodOf } from "./period.ts";
import { allDayRows, piecesOf } from "./pieces.ts";

function appointments(zone: string, ...times: [start: string, end: string][]) {
  return readAppointments(
    times.map(([start, end], index) => ({
      id: String(index),
      title: `Number ${index}`,
      start: { date_time: start },
      end: { date_time: end },
    })),
    zone,
  );
}

/** [from, to, lane, lanes] in minutes of the clock. */
function pieces(date: string, zone: string, ...times: [start: string, end: string][]) {
  return piecesOf(calendarDay(date, zone), appointments(zone, ...times)).map(({ from, to, lane, lanes }) => [
    from,
    to,
    lane,
    lanes,
  ]);
}

const LA = "America/Los_Angeles";

test("keeps later times in their rows when clocks go forward", () => {
  expect(pieces("2026-03-08", LA, ["2026-03-08T10:00:00-07:00", "2026-03-08T11:00:00-07:00"])).toEqual([
    [600, 660, 0, 1],
  ]);
  expect(pieces("2026-03-08", LA, ["2026-03-08T01:45:00-08:00", "2026-03-08T03:15:00-07:00"])).toEqual([
    [105, 195, 0, 1],
  ]);
});

test("shows repeated clock times side by side", () => {
  const first: [string, string] = ["2026-11-01T01:15:00-07:00", "2026-11-01T01:45:00-07:00"];
  const second: [string, string] = ["2026-11-01T01:15:00-08:00", "2026-11-01T01:45:00-08:00"];
  expect(pieces("2026-11-01", LA, first, second)).toEqual([
    [75, 105, 0, 2],
    [75, 105, 1, 2],
  ]);
  expect(pieces("2026-11-01", LA, ["2026-11-01T10:00:00-08:00", "2026-11-01T11:00:00-08:00"])).toEqual([
    [600, 660, 0, 1],
  ]);
});

test("splits an event through a repeated hour into two pieces", () => {
  expect(pieces("2026-11-01", LA, ["2026-11-01T00:30:00-07:00", "2026-11-01T01:30:00-08:00"])).toEqual([
    [30, 120, 0, 2],
    [60, 90, 1, 2],
  ]);
  expect(
    pieces("2026-04-05", "Australia/Lord_Howe", ["2026-04-05T01:45:00+11:00", "2026-04-05T02:15:00+10:30"]),
  ).toEqual([
    [90, 135, 0, 2],
    [105, 120, 1, 2],
  ]);
});

test("cuts an event at midnight and marks the rest as continued", () => {
  const night: [string, string] = ["2026-11-16T22:00:00", "2026-11-17T02:00:00"];
  const [monday, tuesday, wednesday] = ["2026-11-16", "2026-11-17", "2026-11-18"].map((date) =>
    piecesOf(calendarDay(date, LA), appointments(LA, night)),
  );
  expect(monday).toMatchObject([{ from: 1320, to: 1440, continued: false }]);
  expect(tuesday).toMatchObject([{ from: 0, to: 120, continued: true }]);
  expect(wednesday).toEqual([]);
});

test("draws every event a row high within its day", () => {
  expect(
    pieces(
      "2026-11-16",
      LA,
      ["2026-11-16T09:00:00", "2026-11-16T09:05:00"],
      ["2026-11-16T23:55:00", "2026-11-16T23:55:00"],
    ),
  ).toEqual([
    [540, 555, 0, 1],
    [1425, 1440, 0, 1],
  ]);
});

test("keeps a long event's row in the strip above the hours", () => {
  const { days } = periodOf({ view: "week", date: "2026-11-16" }, LA, "2026-11-21");
  const strip = allDayRows(
    days,
    appointments(
      LA,
      ["2026-11-14", "2026-11-17"],
      ["2026-11-16", "2026-11-18"],
      ["2026-11-17", "2026-11-18"],
      ["2026-11-18T10:00:00", "2026-11-19T10:00:00"],
    ),
  );
  expect(strip.map((row) => row.map((appointment) => appointment?.key.split(" ")[0] ?? null))).toEqual([
    ["0"],
    ["0", "1"],
    ["2", "1"],
    ["3"],
    ["3"],
    [],
    [],
  ]);
  expect(piecesOf(calendarDay("2026-11-18", LA), appointments(LA, ["2026-11-18", "2026-11-19"]))).toEqual([]);
});
