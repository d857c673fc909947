import fc from "fast-check";
import ICAL from "ical.js";
import { DAY } from "#lib/time/zone.ts";
import { createBudget } from "./budget.ts";
import { startsOf } from "./rule.ts";

const FAR = Date.UTC(2100, 0);
const NEVER = Number.POSITIVE_INFINITY;

function starts(text: string, start: number, from = start, to = FAR): number[] {
  return [...startsOf(ICAL.Recur.fromString(text), { start, from, to, until: NEVER }, createBudget(1e7))];
}

// Examples of RFC 5545 section 3.8.5.3 that some libraries get wrong.
test.each([
  [
    "FREQ=MONTHLY;INTERVAL=18;COUNT=8;BYMONTHDAY=10,11,12,13,14,15",
    "1997-09-10T09:00",
    "1997-09-11T09:00 1997-09-12T09:00 1997-09-13T09:00 1997-09-14T09:00 1997-09-15T09:00 1999-03-10T09:00 1999-03-11T09:00",
  ],
  ["FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19T09:00", "1998-05-18T09:00 1999-05-17T09:00"],
  ["FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO", "1997-05-12T09:00", "1998-05-11T09:00 1999-05-17T09:00"],
  [
    "FREQ=YEARLY;INTERVAL=3;COUNT=7;BYYEARDAY=1,100,200",
    "1997-01-01T09:00",
    "1997-04-10T09:00 1997-07-19T09:00 2000-01-01T09:00 2000-04-09T09:00 2000-07-18T09:00 2003-01-01T09:00",
  ],
  [
    "FREQ=MONTHLY;COUNT=4;BYDAY=FR;BYMONTHDAY=13",
    "1998-02-13T09:00",
    "1998-03-13T09:00 1998-11-13T09:00 1999-08-13T09:00",
  ],
  [
    "FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "1996-11-05T09:00",
    "2000-11-07T09:00 2004-11-02T09:00",
  ],
  ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04T09:00", "1997-10-07T09:00 1997-11-06T09:00"],
  [
    "FREQ=MONTHLY;COUNT=3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "1997-09-29T09:00",
    "1997-10-30T09:00 1997-11-27T09:00",
  ],
  [
    "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=-3",
    "1997-09-28T09:00",
    "1997-10-29T09:00 1997-11-28T09:00 1997-12-29T09:00",
  ],
  ["FREQ=YEARLY;COUNT=3;BYWEEKNO=1", "1998-01-01T09:00", "1999-01-07T09:00 2000-01-06T09:00"],
  ["FREQ=YEARLY;COUNT=3;BYWEEKNO=-1;BYDAY=MO", "1997-12-22T09:00", "1998-12-28T09:00 1999-12-27T09:00"],
  ["FREQ=HOURLY;INTERVAL=3;COUNT=3", "1997-09-02T09:00", "1997-09-02T12:00 1997-09-02T15:00"],
  [
    "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
    "1997-09-02T09:00",
    "1997-09-02T10:30 1997-09-02T12:00 1997-09-02T13:30",
  ],
  [
    "FREQ=DAILY;COUNT=4;BYHOUR=9,10;BYMINUTE=0,40",
    "1997-09-02T09:00",
    "1997-09-02T09:40 1997-09-02T10:00 1997-09-02T10:40",
  ],
  [
    "FREQ=MINUTELY;INTERVAL=40;BYHOUR=9,10;COUNT=4",
    "1997-09-02T09:00",
    "1997-09-02T09:40 1997-09-02T10:20 1997-09-03T09:00",
  ],
  [
    "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    "2007-01-15T09:00",
    "2007-01-30T09:00 2007-02-15T09:00 2007-03-15T09:00 2007-03-30T09:00",
  ],
])("%s", (text, start, rest) => {
  const found = starts(text, Date.parse(`${start}Z`)).map((moment) =>
    new Date(moment).toISOString().slice(0, 16),
  );
  expect(found).toEqual([start, ...rest.split(" ")]);
});

const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU");
const rules = fc.tuple(
  fc.oneof(
    fc.constantFrom("FREQ=DAILY", "FREQ=HOURLY;BYHOUR=8,17", "FREQ=YEARLY", "FREQ=MONTHLY;BYMONTHDAY=1,-1"),
    weekday.map((day) => `FREQ=WEEKLY;BYDAY=${day},WE`),
    fc.tuple(fc.constantFrom("1", "3", "-1"), weekday).map(([nth, day]) => `FREQ=MONTHLY;BYDAY=${nth}${day}`),
    fc.tuple(fc.nat(51), weekday).map(([week, day]) => `FREQ=YEARLY;BYWEEKNO=${week + 1};BYDAY=${day}`),
  ),
  fc.integer({ min: 1, max: 5 }),
  fc.option(fc.integer({ min: 1, max: 40 })),
);

test("finds the same starts wherever the window begins", () => {
  const moment = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2025, 0) });
  fc.assert(
    fc.property(rules, moment, fc.nat(500), fc.nat(300), ([freq, interval, count], start, later, length) => {
      const text = `${freq};INTERVAL=${interval}${count ? `;COUNT=${count}` : ""}`;
      const from = start + later * DAY;
      const to = from + length * DAY;
      expect(starts(text, start, from, to)).toEqual(
        starts(text, start, start, to).filter((at) => at >= from),
      );
    }),
    { numRuns: 300 },
  );
});
