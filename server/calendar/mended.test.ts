/** @jest-environment node */

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
  [[START, HOUR, "RDATE:garbage"], BASE],
  [[START, HOUR, "RECURRENCE-ID:garbage"], BASE],
  [[START, HOUR, "this is nothing"], BASE],
  [[START, HOUR, 'X-A;B="c:d'], BASE],
  [[START, HOUR, "STATUS;;:CANCELLED"], BASE],
  [[START, HOUR, "RRULE:FREQ=FORTNIGHTLY"], BASE],
  [[START, HOUR, "RRULE:FREQ=DAILY;UNTIL="], DAILY],
  [[START, HOUR, "RRULE:FREQ=DAILY;COUNT=x;INTERVAL=two;BYDAY=XX;BYHOUR=99"], DAILY],
  [[START, HOUR, "RRULE:freq=daily;count=2"], DAILY.slice(0, 2)],
  [
    [START, HOUR, "RRULE:FREQ=DAI\r\n LY;UNTIL=x", "EXDATE:20261203T100000Z"],
    [...BASE, ...DAILY.slice(2)],
  ],
  [[START, "DTEND:garbage"], ["12-02T10:00/12-03T10:00"]],
  [[START, "DURATION:"], ["12-02T10:00/12-03T10:00"]],
  [["DTSTART;VALUE=DATE:20261202", "DTEND:"], ["12-02T00:00/12-03T00:00"]],
  [["DTSTART:20261202", "DTEND:20261203"], ["12-02T00:00/12-03T00:00"]],
  [["DTSTART;TZID=Asia/Tokyo:20261202T10Z", HOUR], ["12-02T00:00/12-03T00:00"]],
])("%j blocks what can be read of it", (lines, blocked) => {
  expect(found(icsOf({ events: lines.join("\r\n") }))).toEqual(blocked);
});

test.each([
  [["DTSTART:tomorrow", HOUR]],
  [[HOUR]],
  [[START, HOUR, "BEGIN:VALARM"]],
  [[START, HOUR, "END:VEVENT", "END:VCALENDAR", "END:VCALENDAR"]],
])("%j could be at any time, and does not count as free", (lines) => {
  expect(() => found(icsOf({ events: lines.join("\r\n") }))).toThrow();
});

test("guests, alarms, tasks and attachments say nothing of the time, however broken they are", () => {
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

test.each(cases)("nothing is mended where nothing is broken: $name", ({ events, zones, from, to }) => {
  const onBroken = jest.fn();
  const days = { from: new Date(from), to: new Date(to), timezone: "America/New_York" };
  expand(icsOf({ events, zones }), days, { onBroken });
  expect(onBroken).not.toHaveBeenCalled();
});
