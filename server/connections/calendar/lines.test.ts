import { cases, icsOf } from "#server/testing/calendar-events.ts";
import { expand } from "./expand.ts";

const START = "DTSTART:20261202T100000Z";
const HOUR = "DTEND:20261202T110000Z";
const BASE = ["12-02T10:00/12-02T11:00"];
const DAILY = [...BASE, "12-03T10:00/12-03T11:00", "12-04T10:00/12-04T11:00"];

const DAYS = { from: new Date("2026-12-01"), to: new Date("2026-12-05"), timezone: "UTC" };

function found(ics: string): string[] {
  const events = expand(ics, DAYS);
  return events.map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((moment) => moment.toISOString().slice(5, 16)).join("/"),
  );
}

test.each<[string[], string[]]>([
  [[START, HOUR, "EXDATE:garbage"], BASE],
  [[START, HOUR, "RECURRENCE-ID:garbage"], BASE],
  [[START, HOUR, "this is nothing"], BASE],
  [[START, HOUR, 'X-A;B="c:d'], BASE],
  [[START, HOUR, "STATUS;;:CANCELLED"], BASE],
  [[START, HOUR, 'SUMMARY;X="a:b'], BASE],
  [[START, HOUR, "UID;;:garbage"], BASE],
  [[START, HOUR, "RRULE:FREQ=DAILY;UNTIL="], DAILY],
  [[START, HOUR, "RRULE:FREQ=DAILY;COUNT=x;INTERVAL=two;BYSETPOS=0"], DAILY],
  [[START, HOUR, "RRULE:FREQ=DAILY;COUNT=2;INTERVAL=2x"], DAILY],
  [[START, HOUR, "RRULE:freq=daily; count=2;"], DAILY.slice(0, 2)],
  [[START, HOUR, "RRULE:FREQ=DAILY;UNTIL=20261303T100000Z"], DAILY],
  [[START, HOUR, "RRULE:RSCALE=GREGORIAN;FREQ=DAILY;SKIP=OMIT;X-A=b;COUNT=2"], DAILY.slice(0, 2)],
  [
    [START, HOUR, "RRULE:FREQ=DAI\r\n LY;UNTIL=x", "EXDATE:20261203T100000Z"],
    [...BASE, ...DAILY.slice(2)],
  ],
  [[START, "DTEND:"], ["12-02T10:00/12-03T10:00"]],
  [[START, "DURATION:"], ["12-02T10:00/12-03T10:00"]],
  [[START, "DTEND:20261202T11"], ["12-02T10:00/12-04T00:00"]],
  [[START, "DTEND:20261202T250000Z"], ["12-02T10:00/12-04T00:00"]],
  [["DTSTART;VALUE=DATE:20261202", "DTEND:"], ["12-02T00:00/12-03T00:00"]],
  [["DTSTART:20261202", "DTEND:20261203"], ["12-02T00:00/12-03T00:00"]],
  [["DTSTART:2026-12-02T10:00:00Z", "DTEND:2026-12-02T11:00:00Z"], BASE],
  [["DTSTART:20261202T10", HOUR], ["12-02T00:00/12-03T00:00"]],
  [["DTSTART:20261202T10", "DTEND:20261203T010000Z"], ["12-02T00:00/12-04T00:00"]],
])("%j blocks at least the readable part", (lines, blocked) => {
  expect(found(icsOf({ events: lines.join("\r\n") }))).toEqual(blocked);
});

test.each([
  [["DTSTART:tomorrow", HOUR]],
  [["DTSTART:20261302T100000Z", HOUR]],
  // The store's day depends on the zone.
  [["DTSTART;TZID=Asia/Tokyo:20261202T10", HOUR]],
  [["DTSTART:20261202T10Z", HOUR]],
  [[HOUR]],
  [[START, "DTEND:garbage"]],
  [[START, 'DTEND;X="a:20261202T110000Z']],
  [[START, "DURATION:PT1H30"]],
  [[START, "DURATION:1 hour"]],
  [[START, HOUR, "RECURRENCE-ID;RANGE=THISANDFUTURE:garbage"]],
  ...[
    "garbage",
    "",
    "20261203T100000Z,garbage",
    "20261203T100000Z,",
    "20261303T100000Z",
    "2026120T100000Z",
    "20261203T100000Z/PT",
    "20261203T100000Z/20261203T1x0000Z",
  ].map((value) => [[START, HOUR, `RDATE:${value}`]]),
  [[START, HOUR, "RDATE;VALUE=PERIOD:20261203T100000Z/xx"]],
  ...[
    "",
    "garbage",
    "INTERVAL=2",
    "FREQ=FORTNIGHTLY",
    "FREQ=WEEKLY;BYDAY=MO,XX",
    "FREQ=WEEKLY;BYDAY=MO,",
    "FREQ=WEEKLY;BYDAY=",
    "FREQ=WEEKLY;BYDAY=MO;BYDAY=TU",
    "FREQ=MONTHLY;BYDAY=0MO",
    "FREQ=DAILY;BYHOUR=10,99",
    "FREQ=DAILY;BYHOUR=10,1x",
    "FREQ=DAILY;BYMINUTE=-1",
    "FREQ=YEARLY;BYMONTH=5L",
    "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=YEARLY;BYWEEKNO=60",
    "FREQ=WEEKLY;INTERVAL=2;WKST=XX",
    "FREQ=DAILY;FREQ=WEEKLY",
    "FREQ=YEARLY;BYEASTER=0",
    "RSCALE=HEBREW;FREQ=YEARLY",
  ].map((value) => [[START, HOUR, `RRULE:${value}`]]),
  [[START, HOUR, "BEGIN:VALARM"]],
  [[START, HOUR, "END:VEVENT", "END:VCALENDAR", "END:VCALENDAR"]],
])("%j throws, because it could be at any time", (lines) => {
  expect(() => found(icsOf({ events: lines.join("\r\n") }))).toThrow();
});

test("ignores broken guests, alarms, tasks and attachments", () => {
  const alarm = ["BEGIN:VALARM", "TRIGGER:soon", "DURATION:x", "SUMMARY:Alarm", "END:VALARM"];
  const lines = [
    START,
    HOUR,
    'ATTENDEE;CN="a:b',
    `ATTACH:${"A".repeat(3_000_000)}`,
    ...alarm,
    "SUMMARY:Fair",
  ];
  const ics = icsOf({ events: lines.join("\r\n") }).replace(
    "BEGIN:VEVENT",
    "BEGIN:VTODO\r\nDTSTART:never\r\nEND:VTODO\r\nBEGIN:VEVENT",
  );
  const onBroken = jest.fn();
  expect(expand(ics, DAYS, { onBroken })).toMatchObject([{ title: "Fair" }]);
  expect(onBroken).not.toHaveBeenCalled();
});

test.each(cases)("repairs nothing in a valid object: $name", ({ events, zones, from, to }) => {
  const onBroken = jest.fn();
  const days = { from: new Date(from), to: new Date(to), timezone: "America/New_York" };
  expand(icsOf({ events, zones }), days, { onBroken });
  expect(onBroken).not.toHaveBeenCalled();
});
