/** @jest-environment node */
import ICAL from "ical.js";
import { invitation } from "./invitation.ts";

const of = {
  method: "REQUEST" as const,
  uid: "0190",
  sequence: 2,
  title: "Ring; fitting, with “stones” \\ at Marlow & Finch",
  description: "To move it: https://crm.example.com/book/manage/abc\n\nTo cancel it: 💍".repeat(3),
  startsAt: new Date("2026-11-03T21:00:00Z"),
  endsAt: new Date("2026-11-03T22:00:00Z"),
  at: new Date("2026-10-20T12:00:00Z"),
  store: { address: "hello@store.example.com", name: 'Jewel; "Ltd"' },
  visitor: { address: "zoe@example.com", name: "Zoë Frost\r\nATTENDEE:mailto:x@example.com" },
};

test("lines are folded, ended by CRLF, and read back as they were", () => {
  const { method, ics } = invitation(of);
  expect(method).toBe("REQUEST");
  expect(ics.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of ics.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
  expect(calendar.getFirstPropertyValue("method")).toBe("REQUEST");
  expect(event).toMatchObject({ uid: "0190", sequence: 2, summary: of.title, description: of.description });
  expect(event.startDate.toJSDate()).toEqual(of.startsAt);
  expect(event.endDate.toJSDate()).toEqual(of.endsAt);
  expect(event.attendees).toHaveLength(1);
  expect(event.attendees[0]?.getParameter("partstat")).toBe("ACCEPTED");
});

test.each(["\r", "\r\n", "\u0085", "\u2028"])("no name or note adds a line of its own after %j", (end) => {
  const text = `hi${end}RRULE:FREQ=DAILY${end}END:VEVENT`;
  const store = { address: of.store.address, name: text };
  const { ics } = invitation({
    ...of,
    title: text,
    description: text,
    store,
    visitor: { ...of.visitor, name: text },
  });
  expect(ics.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028]/u);
  const [event, ...others] = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents();
  expect(others).toEqual([]);
  expect(event?.hasProperty("rrule")).toBe(false);
  expect(event?.getFirstPropertyValue("summary")).toBe("hi\nRRULE:FREQ=DAILY\nEND:VEVENT");
  expect(event?.getFirstProperty("organizer")?.getParameter("cn")).toBe("hi RRULE:FREQ=DAILY END:VEVENT");
  expect(event?.getFirstProperty("attendee")?.getParameter("cn")).toBe("hi RRULE:FREQ=DAILY END:VEVENT");
});

test("a cancellation says so twice", () => {
  const { ics } = invitation({ ...of, method: "CANCEL" });
  expect(ics).toContain("METHOD:CANCEL\r\n");
  expect(ics).toContain("STATUS:CANCELLED\r\n");
});
