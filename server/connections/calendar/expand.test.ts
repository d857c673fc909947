import { execFileSync } from "node:child_process";
import { cases, icsOf } from "#server/testing/calendar-events.ts";
import { BudgetExceeded } from "./budget.ts";
import { type CalendarEvent, expand } from "./expand.ts";

const upTo = (end: number) => Array.from({ length: end }, (_, i) => i).join();
const ZONE = "America/New_York";

function short({ startsAt, endsAt, title }: Pick<CalendarEvent, "startsAt" | "endsAt" | "title">): string {
  const [start, end] = [startsAt.toISOString().slice(0, 16), endsAt.toISOString().slice(0, 16)];
  const until = end.slice(0, 10) === start.slice(0, 10) ? end.slice(11) : end.slice(5);
  return `${start.replace(/^2026-/, "")}/${until}${title === "Busy" ? "" : ` ${title}`}`;
}

const days = (from: string, to: string, timezone = ZONE) => ({
  from: new Date(from),
  to: new Date(to),
  timezone,
});

const sorted = (events: CalendarEvent[]) =>
  events.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime()).map(short);

test.each(cases)("$name", ({ events, zones, from, to, found }) => {
  expect(sorted(expand(icsOf({ events, zones }), days(from, to)))).toEqual(found);
});

test.each(["UTC", "America/New_York", "Asia/Kolkata"])("gives the same results under TZ=%s", (TZ) => {
  const program = `
    import { expand } from "./server/connections/calendar/expand.ts";
    import { cases, icsOf } from "./server/testing/calendar-events.ts";
    const found = cases.map((one) => expand(icsOf(one), { from: new Date(one.from), to: new Date(one.to), timezone: "${ZONE}" }));
    console.log(JSON.stringify({ offset: new Date(0).getTimezoneOffset(), found }));`;
  const args = ["--no-warnings", "--input-type=module", "-e", program];
  const { offset, found } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: "utf8", env: { ...process.env, TZ } }),
  );
  expect(offset).toBe({ UTC: 0, "America/New_York": 300, "Asia/Kolkata": -330 }[TZ]);
  const events = found.map(
    (list: (Omit<CalendarEvent, "startsAt"> & { startsAt: string; endsAt: string })[]) =>
      sorted(list.map((one) => ({ ...one, startsAt: new Date(one.startsAt), endsAt: new Date(one.endsAt) }))),
  );
  expect(events).toEqual(cases.map((one) => one.found));
});

test("returns title, whole days and transparency", () => {
  const events = `UID:x;SUMMARY:Trade fair\\, Basel;DTSTART;VALUE=DATE:20261102;TRANSP:TRANSPARENT;RRULE:FREQ=DAILY;COUNT=2`;
  const ics = icsOf({ events });
  expect(expand(ics, days("2026-11-03T15:00Z", "2026-11-05", "Asia/Tokyo"))).toEqual([]);
  expect(expand(ics, days("2026-11-02", "2026-11-03", "Asia/Tokyo"))).toEqual([
    {
      id: "x/2026-11-01T15:00:00.000Z",
      uid: "x",
      title: "Trade fair, Basel",
      startsAt: new Date("2026-11-01T15:00Z"),
      endsAt: new Date("2026-11-02T15:00Z"),
      isAllDay: true,
      isTransparent: true,
    },
    expect.objectContaining({ id: "x/2026-11-02T15:00:00.000Z" }),
  ]);
});

test.each([
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYDAY=6MO;COUNT=3",
  "FREQ=YEARLY;BYYEARDAY=-366;BYDAY=MO",
  "FREQ=DAILY;INTERVAL=999999999",
])("finds no occurrence of %s", (rule) => {
  const ics = icsOf({ events: `DTSTART:20100101T000000Z;RRULE:${rule}` });
  expect(expand(ics, days("2026-11-01", "2026-12-01"))).toEqual([]);
});

test("throws instead of counting endless rules", () => {
  for (const rule of [
    "FREQ=SECONDLY",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=SECONDLY;COUNT=999999999",
    "FREQ=MINUTELY",
    "FREQ=MINUTELY;BYSETPOS=5;COUNT=10",
    `FREQ=WEEKLY;COUNT=1000000000;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`,
    `FREQ=MONTHLY;COUNT=1000000000;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`,
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`,
    `FREQ=YEARLY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSETPOS=1;COUNT=10;BYDAY=MO,TU,WE,TH,FR,SA,SU`,
    Array(6).fill("FREQ=DAILY").join("\r\nRRULE:"),
  ]) {
    const ics = icsOf({ events: `DTSTART:19000101T000000Z;RRULE:${rule}` });
    expect(() => expand(ics, days("2026-11-01", "2026-12-01"))).toThrow(BudgetExceeded);
  }
});

test("counts hourly occurrences over years", () => {
  const ics = icsOf({ events: "DTSTART:20150101T000000Z;DURATION:PT1H;RRULE:FREQ=HOURLY;COUNT=200000" });
  expect(expand(ics, days("2026-11-01", "2026-11-08", "UTC"))).toHaveLength(7 * 24);
});

test("returns up to 5,000 instances and throws above that", () => {
  const every = (minutes: number) =>
    `DTSTART:20261101T000000Z;RRULE:FREQ=MINUTELY;INTERVAL=1;COUNT=${minutes}`;
  const within = days("2026-11-01", "2026-12-01");
  expect(expand(icsOf({ events: every(5000) }), within)).toHaveLength(5000);
  expect(() => expand(icsOf({ events: every(5001) }), within)).toThrow(BudgetExceeded);
});

test.each([
  "x",
  "BEGIN:VCALENDAR",
  "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nRRULE:FREQ=NEVER\r\nEND:VEVENT\r\nEND:VCALENDAR",
])("throws for %j", (ics) => expect(() => expand(ics, days("2026-11-01", "2026-12-01"))).toThrow());
