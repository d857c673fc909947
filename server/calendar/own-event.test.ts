/** @jest-environment node */

import ICAL from "ical.js";
import { expand } from "./expand.ts";
import { isSameEvent, type OwnEvent, ownEventIcs } from "./own-event.ts";

const event: OwnEvent = {
  uid: "0190b7a0-0000-7000-8000-000000000001",
  sequence: 2,
  title: `Ring fitting; Zoë, "Frost" \\n · ${"long ".repeat(30)}`,
  description: "zoe@example.com\nEND:VEVENT",
  startsAt: new Date("2026-12-01T15:00:00Z"),
  endsAt: new Date("2026-12-01T15:30:00Z"),
};

test("what is written is read back as it was, whatever its text", () => {
  const ics = ownEventIcs(event);
  expect(ics).toContain("SEQUENCE:2\r\n");
  expect(
    expand(ics, { from: new Date("2026-12-01"), to: new Date("2026-12-02"), timezone: "Asia/Tokyo" }),
  ).toEqual([
    {
      id: event.uid,
      uid: event.uid,
      title: event.title.trim(),
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      isAllDay: false,
      isTransparent: false,
    },
  ]);
});

test.each(["\r", "\r\n", "\n", "\u0085", "\u2028", "\u2029", "\u000b\n", "\r\r\n\f"])(
  "nobody's text adds a property of its own after %j",
  (end) => {
    const injected = ["hi", "RRULE:FREQ=DAILY", "ATTENDEE:mailto:x@example.com", "END:VEVENT"].join(end);
    const told = { ...event, title: `Ring${injected}`, description: injected };
    const ics = ownEventIcs(told);
    expect(ics.replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]|[\u2028\u2029]/u);
    const [found, ...others] = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents();
    expect(others).toEqual([]);
    expect(found?.getAllProperties().map(({ name }) => name)).toEqual([
      "uid",
      "dtstamp",
      "sequence",
      "dtstart",
      "dtend",
      "summary",
      "description",
    ]);
    expect(String(found?.getFirstPropertyValue("description")).split(/\n+/)).toEqual(injected.split(end));
    expect(isSameEvent(ics, told)).toBe(true);
  },
);

test("an event is the same until its time or title changes", () => {
  const ics = ownEventIcs(event);
  expect(isSameEvent(ics, { ...event, sequence: 3, description: "" })).toBe(true);
  expect(isSameEvent(ics, { ...event, startsAt: new Date("2026-12-01T14:00:00Z") })).toBe(false);
  expect(isSameEvent(ics, { ...event, endsAt: new Date("2026-12-01T16:00:00Z") })).toBe(false);
  expect(isSameEvent(ics, { ...event, title: "Other" })).toBe(false);
  expect(isSameEvent("no calendar", event)).toBe(false);
});
