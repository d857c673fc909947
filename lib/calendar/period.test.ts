import { isOutside, move, periodOf, readPlace } from "./period.ts";

const ZONE = "America/Los_Angeles";
const TODAY = "2026-11-21";
const dates = (place: Parameters<typeof periodOf>[0], today = TODAY) =>
  periodOf(place, ZONE, today).days.map(({ date }) => date);

test("reads view and day from the URL", () => {
  const read = (query: string) => readPlace(new URLSearchParams(query));
  expect(read("")).toEqual({ view: "week", date: null });
  expect(read("week=2026-03-10")).toEqual({ view: "week", date: "2026-03-10" });
  expect(read("day=&q=ring")).toEqual({ view: "day", date: null });
  expect(read("month=2026-02-30")).toEqual({ view: "month", date: null });
  expect(read("day=0000-01-01")).toEqual({ view: "day", date: null });
});

test("starts a week on Sunday, from midnight to midnight", () => {
  const week = periodOf({ view: "week", date: null }, ZONE, TODAY);
  expect(week.days.map(({ date }) => date)).toEqual([
    "2026-11-15",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
  ]);
  expect([week.from, week.to]).toEqual(["2026-11-15T08:00:00.000Z", "2026-11-22T08:00:00.000Z"]);
  expect(dates({ view: "week", date: "2026-11-15" })).toEqual(dates({ view: "week", date: null }));
  const forward = periodOf({ view: "week", date: "2026-03-08" }, ZONE, TODAY);
  expect([forward.from, forward.to]).toEqual(["2026-03-08T08:00:00.000Z", "2026-03-15T07:00:00.000Z"]);
});

test("starts a week on the store's first weekday", () => {
  const firstDay = (date: string, start: number) =>
    periodOf({ view: "week", date }, ZONE, TODAY, start).days[0]?.date;
  expect(firstDay("2026-11-21", 1)).toBe("2026-11-16");
  expect(firstDay("2026-11-15", 1)).toBe("2026-11-09");
  expect(firstDay("2026-11-21", 6)).toBe("2026-11-21");
  expect(periodOf({ view: "month", date: TODAY }, ZONE, TODAY, 1).days[0]?.date).toBe("2026-10-26");
});

test("shows today's month, else the one with most days", () => {
  const month = (date: string, today: string) => periodOf({ view: "week", date }, ZONE, today).month;
  for (const date of ["2026-11-29", "2026-11-30", "2026-12-05"]) {
    expect(month(date, "2026-11-21")).toBe("2026-12");
    expect(month(date, "2026-11-30")).toBe("2026-11");
    expect(month(date, "2026-12-01")).toBe("2026-12");
  }
});

test("shows six weeks for a month, including neighboring days", () => {
  const month = periodOf({ view: "month", date: "2026-11-30" }, ZONE, TODAY);
  expect(month.days).toHaveLength(42);
  expect([month.days[0]?.date, month.days[41]?.date, month.month]).toEqual([
    "2026-11-01",
    "2026-12-12",
    "2026-11",
  ]);
  expect(month.days.filter(({ date }) => !isOutside(month, date))).toHaveLength(30);
});

test("moves by a day, seven days or a month", () => {
  expect(move({ view: "day", date: "2026-03-01" }, -1).date).toBe("2026-02-28");
  expect(move({ view: "week", date: "2026-12-30" }, 1).date).toBe("2027-01-06");
  expect(move({ view: "month", date: "2026-01-31" }, 1)).toEqual({ view: "month", date: "2026-02-28" });
});
