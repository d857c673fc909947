/**
 * Events that libraries misread. `events`: lines of VEVENTs, separated by "|". `found`: start, end and title in
 * UTC of those in [from, to) for New York.
 */
type Case = {
  name: string;
  events: string;
  from: string;
  to: string;
  found: string[];
  zones?: string;
};

const NY = "TZID=America/New_York";

export const cases: Case[] = [
  {
    name: "keeps a daily event at nine o'clock when clocks go forward",
    events: `DTSTART;${NY}:20260306T090000;DURATION:PT1H;RRULE:FREQ=DAILY;COUNT=4`,
    from: "2026-03-01",
    to: "2026-04-01",
    found: ["03-06T14:00/15:00", "03-07T14:00/15:00", "03-08T13:00/14:00", "03-09T13:00/14:00"],
  },
  {
    name: "shifts a nonexistent time by the gap, once",
    events: `DTSTART;${NY}:20260307T023000;DURATION:PT30M;RRULE:FREQ=DAILY;COUNT=3`,
    from: "2026-03-01",
    to: "2026-04-01",
    found: ["03-07T07:30/08:00", "03-08T07:30/08:00", "03-09T06:30/07:00"],
  },
  {
    name: "uses the first of two equal local times",
    events: `DTSTART;${NY}:20261031T013000;DURATION:PT30M;RRULE:FREQ=DAILY;COUNT=3`,
    from: "2026-10-01",
    to: "2026-12-01",
    found: ["10-31T05:30/06:00", "11-01T05:30/06:00", "11-02T06:30/07:00"],
  },
  {
    name: "keeps the duration of a night shift across a clock change, but ends a one-day event at the same local time",
    events: `DTSTART;${NY}:20261031T220000;DTEND;${NY}:20261101T060000|DTSTART;${NY}:20261031T120000;DURATION:P1D`,
    from: "2026-10-31",
    to: "2026-11-03",
    found: ["10-31T16:00/11-01T17:00", "11-01T02:00/11:00"],
  },
  {
    name: "shows a yearly event on 29 February in leap years only",
    events: "DTSTART;VALUE=DATE:20240229;RRULE:FREQ=YEARLY",
    from: "2024-01-01",
    to: "2029-01-01",
    found: ["2024-02-29T05:00/03-01T05:00", "2028-02-29T05:00/03-01T05:00"],
  },
  {
    name: "skips the 31st in short months",
    events: `DTSTART;${NY}:20260131T120000;DURATION:PT1H;RRULE:FREQ=MONTHLY`,
    from: "2026-01-01",
    to: "2026-08-01",
    found: ["01-31T17:00/18:00", "03-31T16:00/17:00", "05-31T16:00/17:00", "07-31T16:00/17:00"],
  },
  {
    name: "excludes instances by EXDATE with a local time, a UTC time or a date",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H;RRULE:FREQ=DAILY;COUNT=5;EXDATE;${NY}:20261103T090000;EXDATE:20261104T140000Z;EXDATE;VALUE=DATE:20261105`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T14:00/15:00", "11-06T14:00/15:00"],
  },
  {
    name: "adds instances by RDATE, also with their own duration",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H;RDATE;${NY}:20261110T100000,20261102T090000;RDATE;VALUE=PERIOD:20261112T150000Z/PT2H`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T14:00/15:00", "11-10T15:00/16:00", "11-12T15:00/17:00"],
  },
  {
    name: "shows a moved instance only at its new time",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H;RRULE:FREQ=WEEKLY;COUNT=3|RECURRENCE-ID;${NY}:20261109T090000;DTSTART;${NY}:20261110T113000;DURATION:PT30M;SUMMARY:Moved`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T14:00/15:00", "11-10T16:30/17:00 Moved", "11-16T14:00/15:00"],
  },
  {
    name: "shows an instance moved into the period, but not one moved out of it",
    events: `DTSTART;${NY}:20260901T090000;DURATION:PT1H;RRULE:FREQ=MONTHLY;COUNT=4|RECURRENCE-ID:20260901T130000Z;DTSTART:20261103T100000Z;DURATION:PT1H|RECURRENCE-ID;${NY}:20261101T090000;DTSTART:20270103T100000Z;DURATION:PT1H`,
    from: "2026-11-01",
    to: "2026-11-30",
    found: ["11-03T10:00/11:00"],
  },
  {
    name: "hides cancelled instances and cancelled events",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H;RRULE:FREQ=DAILY;COUNT=3|RECURRENCE-ID;${NY}:20261103T090000;DTSTART;${NY}:20261103T090000;STATUS:CANCELLED|UID:other;DTSTART:20261103T090000Z;STATUS:CANCELLED`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T14:00/15:00", "11-04T14:00/15:00"],
  },
  {
    name: "moves later instances with THISANDFUTURE",
    events: `DTSTART;${NY}:20261026T090000;DURATION:PT1H;RRULE:FREQ=WEEKLY;COUNT=4|RECURRENCE-ID;RANGE=THISANDFUTURE;${NY}:20261102T090000;DTSTART;${NY}:20261103T140000;DURATION:PT2H;SUMMARY:Later`,
    from: "2026-10-01",
    to: "2026-12-01",
    found: [
      "10-26T13:00/14:00",
      "11-03T19:00/21:00 Later",
      "11-10T19:00/21:00 Later",
      "11-17T19:00/21:00 Later",
    ],
  },
  {
    name: "shows an instance without its series",
    events: `RECURRENCE-ID;${NY}:20261102T090000;DTSTART;${NY}:20261102T100000;DURATION:PT1H`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T15:00/16:00"],
  },
  {
    name: "places whole days in the store's timezone, with an exclusive end",
    events: "DTSTART;VALUE=DATE:20261031;DTEND;VALUE=DATE:20261102|UID:b;DTSTART;VALUE=DATE:20261103",
    from: "2026-10-01",
    to: "2026-12-01",
    found: ["10-31T04:00/11-02T05:00", "11-03T05:00/11-04T05:00"],
  },
  {
    name: "omits a day that ends where the period begins",
    events: "DTSTART;VALUE=DATE:20261101;DTEND;VALUE=DATE:20261102",
    from: "2026-11-02T05:00:00Z",
    to: "2026-11-03",
    found: [],
  },
  {
    name: "reads floating times in the store's timezone",
    events: "DTSTART:20261102T080000;DTEND:20261102T083000",
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T13:00/13:30"],
  },
  {
    name: "reads Windows zone names, paths that end in a zone name, and unknown names",
    events:
      "DTSTART;TZID=Tokyo Standard Time:20260706T090000;DURATION:PT1H|UID:b;DTSTART;TZID=/mozilla.org/20070129_1/America/Indiana/Knox:20260706T090000;DURATION:PT1H|UID:c;DTSTART;TZID=Nowhere:20260706T090000;DURATION:PT1H",
    from: "2026-07-01",
    to: "2026-08-01",
    found: ["07-06T00:00/01:00", "07-06T13:00/14:00", "07-06T14:00/15:00"],
  },
  {
    name: "ignores a wrong VTIMEZONE of a known zone",
    zones:
      "BEGIN:VTIMEZONE;TZID:America/New_York;BEGIN:STANDARD;DTSTART:19700101T000000;TZOFFSETFROM:+0900;TZOFFSETTO:+0900;END:STANDARD;END:VTIMEZONE",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: ["11-02T14:00/15:00"],
  },
  {
    name: "uses the VTIMEZONE of an unknown zone, including both clock changes",
    zones:
      "BEGIN:VTIMEZONE;TZID:Customized Time Zone;BEGIN:STANDARD;DTSTART:16010101T020000;TZOFFSETFROM:-0400;TZOFFSETTO:-0500;RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11;END:STANDARD;BEGIN:DAYLIGHT;DTSTART:16010101T020000;TZOFFSETFROM:-0500;TZOFFSETTO:-0400;RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3;END:DAYLIGHT;END:VTIMEZONE",
    events:
      "DTSTART;TZID=Customized Time Zone:20260308T023000;DURATION:PT30M;RDATE;TZID=Customized Time Zone:20260301T090000,20260706T090000,20261101T013000,20261102T090000",
    from: "2026-01-01",
    to: "2027-01-01",
    found: [
      "03-01T14:00/14:30",
      "03-08T07:30/08:00",
      "07-06T13:00/13:30",
      "11-01T05:30/06:00",
      "11-02T14:00/14:30",
    ],
  },
  {
    name: "finds the last weekday of a month and the second Monday of a year",
    events: `DTSTART;${NY}:20260130T170000;DURATION:PT1H;RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3|UID:b;DTSTART;VALUE=DATE:20260112;RRULE:FREQ=YEARLY;BYDAY=2MO;COUNT=2`,
    from: "2026-01-01",
    to: "2028-01-01",
    found: [
      "01-12T05:00/01-13T05:00",
      "01-30T22:00/23:00",
      "02-27T22:00/23:00",
      "03-31T21:00/22:00",
      "2027-01-11T05:00/01-12T05:00",
    ],
  },
  {
    name: "counts every other week from the week's first day",
    events:
      "DTSTART;VALUE=DATE:19970805;RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO|UID:b;DTSTART;VALUE=DATE:19970805;RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    from: "1997-01-01",
    to: "1998-01-01",
    found: [
      "1997-08-05T04:00/08-06T04:00",
      "1997-08-05T04:00/08-06T04:00",
      "1997-08-10T04:00/08-11T04:00",
      "1997-08-17T04:00/08-18T04:00",
      "1997-08-19T04:00/08-20T04:00",
      "1997-08-19T04:00/08-20T04:00",
      "1997-08-24T04:00/08-25T04:00",
      "1997-08-31T04:00/09-01T04:00",
    ],
  },
  {
    name: "includes UNTIL itself, in UTC, and a date until its end",
    events: `DTSTART;${NY}:20261102T090000;DURATION:PT1H;RRULE:FREQ=DAILY;UNTIL=20261103T140000Z|UID:b;DTSTART;${NY}:20261102T200000;DURATION:PT1H;RRULE:FREQ=DAILY;UNTIL=20261103|UID:c;DTSTART;VALUE=DATE:20261102;RRULE:FREQ=DAILY;UNTIL=20261103`,
    from: "2026-11-01",
    to: "2026-12-01",
    found: [
      "11-02T05:00/11-03T05:00",
      "11-02T14:00/15:00",
      "11-03T01:00/02:00",
      "11-03T05:00/11-04T05:00",
      "11-03T14:00/15:00",
      "11-04T01:00/02:00",
    ],
  },
  {
    name: "shows a long event on the days it spans",
    events: `DTSTART;${NY}:20260901T090000;DTEND;${NY}:20261201T090000`,
    from: "2026-11-02",
    to: "2026-11-03",
    found: ["09-01T13:00/12-01T14:00"],
  },
  {
    name: "shows a long instance of a series on the days it spans",
    events: `DTSTART;${NY}:20260601T090000;DURATION:P12D;RRULE:FREQ=MONTHLY;COUNT=3`,
    from: "2026-07-12",
    to: "2026-07-13",
    found: ["07-01T13:00/07-13T13:00"],
  },
  {
    name: "handles daylight saving of half an hour",
    events: "DTSTART;TZID=Australia/Lord_Howe:20261003T090000;DURATION:PT1H;RRULE:FREQ=DAILY;COUNT=2",
    from: "2026-10-01",
    to: "2026-11-01",
    found: ["10-02T22:30/23:30", "10-03T22:00/23:00"],
  },
];

export function icsOf({ events, zones = "" }: Pick<Case, "events" | "zones">): string {
  const lines = (text: string) => text.split(/;(?=[A-Z-]+[;:])/);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...(zones ? lines(zones) : []),
    ...events.split("|").flatMap((event) => {
      const uid = event.startsWith("UID:") ? [] : ["UID:a"];
      return ["BEGIN:VEVENT", ...uid, ...lines(event), "END:VEVENT"];
    }),
    "END:VCALENDAR",
  ].join("\r\n");
}
