import ICAL from "ical.js";
import { expand } from "./expand.ts";
import { type BookingEvent, type Invitation, isSameEvent, writeEvent } from "./write-event.ts";

const event: BookingEvent = {
  uid: "0190b7a0-0000-7000-8000-000000000001",
  sequence: 2,
  title: `Ring fitting; Zoë, "Frost" \\n · ${"long ".repeat(30)}`,
  description: "zoe@example.com\nEND:VEVENT",
  startsAt: new Date("2026-12-01T15:00:00Z"),
  endsAt: new Date("2026-12-01T15:30:00Z"),
};

const at = new Date("2026-10-20T12:00:00Z");
const invitation: Invitation = {
  method: "REQUEST",
  organizer: { address: "hello@store.example.com", name: 'Jewel; "Ltd"' },
  attendee: { address: "zoe@example.com", name: "Zoë Frost\r\nATTENDEE:mailto:x@example.com" },
};

test("reads back exactly the text that was written", () => {
  const ics = writeEvent(event, at);
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
  "text can't add a property after %j",
  (end) => {
    const injected = ["hi", "RRULE:FREQ=DAILY", "ATTENDEE:mailto:x@example.com", "END:VEVENT"].join(end);
    const longEvent = { ...event, title: `Ring${injected}`, description: injected };
    const ics = writeEvent(longEvent, at);
    expect(ics.replaceAll("\r\n", "")).not.toMatch(/[^\P{Cc}\t]|[\u2028\u2029]/u);
    const [found, ...others] = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents();
    expect(others).toEqual([]);
    expect(found?.getAllProperties().map(({ name }) => name)).toEqual([
      "uid",
      "sequence",
      "dtstamp",
      "dtstart",
      "dtend",
      "summary",
      "description",
    ]);
    expect(String(found?.getFirstPropertyValue("description")).split(/\n+/)).toEqual(injected.split(end));
    expect(isSameEvent(ics, longEvent)).toBe(true);
  },
);

test("detects changes of time and title only", () => {
  const ics = writeEvent(event, at);
  expect(isSameEvent(ics, { ...event, sequence: 3, description: "" })).toBe(true);
  expect(isSameEvent(ics, { ...event, startsAt: new Date("2026-12-01T14:00:00Z") })).toBe(false);
  expect(isSameEvent(ics, { ...event, endsAt: new Date("2026-12-01T16:00:00Z") })).toBe(false);
  expect(isSameEvent(ics, { ...event, title: "Other" })).toBe(false);
  expect(isSameEvent("no calendar", event)).toBe(false);
});

test.each([undefined, invitation])("folds lines at 75 bytes and ends them with CRLF (%#)", (invited) => {
  const longEvent = {
    ...event,
    title: "Ring; fitting, with “stones” \\ at Marlow & Finch",
    description: "To move it: https://crm.example.com/book/manage/abc\n\nTo cancel it: 💍".repeat(3),
  };
  // The library's setting is shared by the whole process.
  expect(ICAL.foldLength).toBe(75);
  const ics = writeEvent(longEvent, at, invited);
  expect(ics).toMatch(/\r\n$/);
  expect(ics.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of ics.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain("\ufffd");
  }
  const found = new ICAL.Event(
    new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent("vevent") ?? undefined,
  );
  expect(found).toMatchObject({
    uid: event.uid,
    summary: longEvent.title,
    description: longEvent.description,
  });
  expect([found.startDate.toJSDate(), found.endDate.toJSDate()]).toEqual([event.startsAt, event.endsAt]);
});

test("only an invitation names organizer and attendee", () => {
  const namesOf = (invited?: Invitation) => {
    const calendar = new ICAL.Component(ICAL.parse(writeEvent(event, at, invited)));
    const [found] = calendar.getAllSubcomponents("vevent");
    const all = ["organizer", "attendee", "status"].map((name) => found?.getFirstPropertyValue(name) ?? null);
    return [calendar.getFirstPropertyValue("method"), ...all];
  };
  const [organizer, attendee] = ["mailto:hello@store.example.com", "mailto:zoe@example.com"];
  expect(namesOf()).toEqual([null, null, null, null]);
  expect(namesOf(invitation)).toEqual(["REQUEST", organizer, attendee, "CONFIRMED"]);
  expect(namesOf({ ...invitation, organizer: null })).toEqual(["REQUEST", null, attendee, "CONFIRMED"]);
  expect(namesOf({ ...invitation, method: "CANCEL" })).toEqual(["CANCEL", organizer, attendee, "CANCELLED"]);
  expect(namesOf({ ...invitation, method: "PUBLISH" })).toEqual(["PUBLISH", organizer, null, "CONFIRMED"]);
  expect(writeEvent(event, at, invitation).replaceAll("\r\n ", "")).toContain("PARTSTAT=ACCEPTED;RSVP=FALSE");
});

test.each(["\r", "\r\n", "\u0085", "\u2028"])("a name can't add a line after %j", (end) => {
  const name = `hi${end}RRULE:FREQ=DAILY${end}END:VEVENT`;
  const organizer = { address: "hello@store.example.com", name };
  const ics = writeEvent(event, at, { ...invitation, organizer, attendee: { ...organizer, name } });
  expect(ics.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028]/u);
  const [found, ...others] = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents();
  expect(others).toEqual([]);
  expect(found?.hasProperty("rrule")).toBe(false);
  for (const who of ["organizer", "attendee"]) {
    expect(found?.getFirstProperty(who)?.getParameter("cn")).toBe("hi RRULE:FREQ=DAILY END:VEVENT");
  }
});
