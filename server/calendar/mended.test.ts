/** @jest-environment node */
import { expand } from "./expand.ts";
import { mended } from "./mended.ts";
import { cases, icsOf } from "./testing-events.ts";

const START = "DTSTART:20261202T100000Z";
const HOUR = "DTEND:20261202T110000Z";
const BASE = ["12-02T10:00/12-02T11:00"];
const DAILY = [...BASE, "12-03T10:00/12-03T11:00", "12-04T10:00/12-04T11:00"];

function found(ics: string): string[] {
  const events = expand(ics, new Date("2026-12-01"), new Date("2026-12-05"), "UTC");
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
  [["DTSTART:tomorrow", HOUR], []],
])("%j blocks what can be read of it", (lines, blocked) => {
  const ics = icsOf({ events: lines.join("\r\n") });
  expect(() => expand(ics, new Date(), new Date(), "UTC")).toThrow();
  expect(found(mended(ics))).toEqual(blocked);
});

test.each(cases)("nothing is mended where nothing is broken: $name", ({ events, zones, from, to }) => {
  const ics = icsOf({ events, zones });
  const all = (text: string) => expand(text, new Date(from), new Date(to), "America/New_York");
  expect(all(mended(ics))).toEqual(all(ics));
});
