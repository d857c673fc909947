// Prints results that must not depend on the machine's timezone, as JSON. machine-timezone.test.ts runs it in
// several.

import { addDays, dayOf } from "#lib/time/days.ts";
import { slotsOf } from "#server/booking/slots.ts";
import { momentIn } from "#server/booking/words.ts";
import { expand } from "#server/connections/calendar/expand.ts";
import { writeEvent } from "#server/connections/calendar/write-event.ts";
import { at, changesIn, week, ZONES } from "./slots.ts";

const FLOATING =
  "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260307T013000\r\nDURATION:PT2H\r\nRRULE:FREQ=DAILY;COUNT=300\r\nEND:VEVENT";
const ALL_DAY = "BEGIN:VEVENT\r\nUID:2\r\nDTSTART;VALUE=DATE:20260308\r\nRRULE:FREQ=MONTHLY\r\nEND:VEVENT";
const ICS = `BEGIN:VCALENDAR\r\n${FLOATING}\r\n${ALL_DAY}\r\nEND:VCALENDAR\r\n`;

const answers = ZONES.map((timezone) => {
  const around = [...changesIn(timezone), "2026-06-15"];
  const rules = {
    timezone,
    minutes: 45,
    daysInAdvance: 14,
    availability: week((day, hour) => day !== 3 && hour !== 12),
  };
  return around.map((day) => {
    const now = at(`${addDays(day, -3)}T10:10`, timezone);
    const moment = new Date(now);
    const times = { startsAt: moment, endsAt: moment };
    return [
      slotsOf(rules, [], now, addDays(day, -4), addDays(day, 12)),
      dayOf(now, timezone),
      momentIn(timezone, moment),
      writeEvent({ uid: "1", sequence: 0, title: "", description: "", ...times }, moment),
      expand(ICS, { from: moment, to: new Date(now + 14 * 86_400_000), timezone }),
    ];
  });
});

process.stdout.write(JSON.stringify({ noon: new Date(2026, 6, 1, 12).toISOString(), answers }));
