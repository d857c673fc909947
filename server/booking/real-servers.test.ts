import ICAL from "ical.js";
import PostalMime from "postal-mime";
import { createMailSender } from "#server/connections/mail/sender.ts";
import { newId } from "#server/platform/db/id.ts";
import { NINE_TO_FIVE, visited } from "#server/testing/booking.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";
import {
  ADDRESS,
  calendarFile,
  connectOnPage,
  PASSWORD,
  startRealServers,
} from "#server/testing/real-servers.ts";
import { writeBookings } from "./calendar-writer.ts";

const BEFORE = "2026-10-13T12:00:00Z";
const LAST = "2026-11-03";
const LAST_SLOT = "2026-11-03T21:00:00.000Z";
const TOKYO =
  /Wednesday, November 4, 2026\s+6:00 – 7:00 AM GMT\+9\s+Tuesday, November 3, 2026, 4:00 – 5:00 PM EST \(at the store\)/;
const NEW_YORK = "Tuesday, November 3, 2026 at 4:00 PM EST";
const NOVEMBER = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
const ZOE = "zoe@example.test";

const clock = { now: Date.parse(BEFORE) };
const host = testHost({ clock: () => new Date(clock.now) });
let servers: Awaited<ReturnType<typeof startRealServers>>;
let owner: Person;
let calendarId = "";
let slug = "";

const foreign = calendarFile(
  "dentist",
  "DTSTART;TZID=America/New_York:20261103T100000",
  "DTEND;TZID=America/New_York:20261103T110000",
  "SUMMARY:Dentist",
);
const shelves = ["a", "b", "c"].map((id) => ({
  user: "alice",
  id,
  name: id,
  files: { "dentist.ics": foreign },
}));
let opened = 0;

async function openStore() {
  ({ owner } = await host.shop());
  expect((await connectOnPage(host, owner, servers.form)).status).toBe(303);
  const calendars = (await host.call("integration.calendars", owner)).body as { id: string }[];
  calendarId = calendars[opened++]?.id ?? "";
  for (const [name, body] of [
    ["organization.setTimezone", { timezone: "America/New_York" }],
    ["integration.setCalendar", { calendarId, availability: NINE_TO_FIVE }],
    ["appointmentTypes.create", { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 21 }],
  ] as const) {
    expect(await host.call(name, owner, { body })).toMatchObject({ status: 200 });
  }
  const types = (await host.call("appointmentTypes.list", owner)).body as {
    appointmentBookingLink: string;
  }[];
  slug = types[0]?.appointmentBookingLink.split("/").at(-1) ?? "";
}

beforeAll(async () => {
  servers = await startRealServers(shelves);
}, 60_000);
beforeEach(async () => {
  clock.now = Date.parse(BEFORE);
  await openStore();
});
afterAll(() => servers?.stop(), 30_000);

const slots = async (from = LAST, to = from) =>
  host.call("visitor.slots", null, { params: { slug }, query: { from, to } });

async function free(day = LAST): Promise<string[]> {
  const { body } = await slots(day);
  return (body as { days: { slots: string[] }[] }).days.flatMap((one) => one.slots);
}

function book(startsAt: string) {
  const visitor = { name: "Zoë Frost", email: ZOE, phoneNumber: "", note: "Size 6½", timezone: "Asia/Tokyo" };
  const body = { startsAt, ...visitor, key: newId(), website: "" };
  return host.call("visitor.book", null, { params: { slug }, body });
}

const move = (token: string | null, startsAt: string) =>
  host.call("visitor.move", null, { params: { token: token ?? "" }, body: { startsAt } });

const events = async () =>
  (await host.call("integration.events", owner, { query: NOVEMBER })).body as {
    title: string;
    start: { date_time: string };
    booking: { id: string } | null;
  }[];

const rows = async () => mailStore(await host.host(), owner.organizationId).mails();

async function work() {
  await writeBookings(await host.host());
  const sender = createMailSender(await host.host(), { log: () => {} });
  while ((await rows()).some(({ state, dueAt }) => state === "queued" && dueAt.getTime() <= clock.now)) {
    await sender.run();
    await sender.finish();
    clock.now += 2_000;
  }
}

async function mail(subject: string) {
  const messageId = (await rows()).find((row) => row.subject === subject)?.messageId;
  for (let tries = 0; tries < 300; tries++) {
    const mails = await Promise.all(servers.inbox().map((raw) => PostalMime.parse(raw)));
    const found = mails.find((one) => one.messageId === messageId);
    if (found) return found;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`"${subject}" did not come`);
}

function eventIn(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const event = calendar.getFirstSubcomponent("vevent");
  const value = (name: string) => String(event?.getFirstPropertyValue(name));
  return {
    method: calendar.getFirstPropertyValue("method"),
    uid: value("uid"),
    sequence: value("sequence"),
    status: value("status"),
    start: value("dtstart"),
    end: value("dtend"),
  };
}

function invitationIn({ attachments }: Awaited<ReturnType<typeof mail>>) {
  const texts = attachments
    .filter(({ mimeType }) => mimeType === "text/calendar")
    .map(({ content }) => Buffer.from(content as ArrayBuffer).toString());
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts).size).toBe(1);
  return eventIn(texts[0] ?? "");
}

function dav(method: string, url: string, body?: string) {
  const authorization = `Basic ${Buffer.from(`alice:${PASSWORD}`).toString("base64")}`;
  return fetch(url, { method, headers: { authorization, depth: "1" }, ...(body && { body }) });
}
const onServer = (uid: string) => dav("GET", new URL(`${uid}.ics`, calendarId).href);

async function filesWithin(start: string, end: string): Promise<string[]> {
  const query = `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><d:getetag/></d:prop>
    <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${start}" end="${end}"/>
    </c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
  const text = await (await dav("REPORT", calendarId, query)).text();
  return [...text.matchAll(/<href>[^<]*\/([^<]+)<\/href>/g)].map(([, file]) => file ?? "");
}

test("keeps a Tokyo visitor's instant across a clock change", async () => {
  const day = await free();
  expect(day).toHaveLength(7);
  expect(day).not.toContain("2026-11-03T15:00:00.000Z");
  expect(day.at(-1)).toBe(LAST_SLOT);
  expect(await free("2026-11-04")).toEqual([]);
  const answer = await book(LAST_SLOT);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      startsAt: LAST_SLOT,
      endsAt: "2026-11-03T22:00:00.000Z",
      timezone: "Asia/Tokyo",
      storeTimezone: "America/New_York",
    },
  });
  await work();

  const confirmed = await mail("Confirmed: Ring fitting on Wed, Nov 4");
  expect(confirmed.to).toMatchObject([{ address: ZOE }]);
  expect(confirmed.text).toMatch(TOKYO);
  const notice = await mail("New appointment: Ring fitting · Zoë Frost");
  expect(notice.to).toMatchObject([{ address: ADDRESS }]);
  expect(notice.text).toContain(NEW_YORK);

  const [event] = (await events()).filter(({ booking }) => booking);
  const uid = event?.booking?.id ?? "";
  expect(event).toMatchObject({ title: "Ring fitting · Zoë Frost", start: { date_time: LAST_SLOT } });
  const instant = { uid, sequence: "0", start: "2026-11-03T21:00:00Z", end: "2026-11-03T22:00:00Z" };
  expect(invitationIn(confirmed)).toEqual({ ...instant, method: "REQUEST", status: "CONFIRMED" });
  expect(eventIn(await (await onServer(uid)).text())).toMatchObject(instant);
  expect(await filesWithin("20261103T210000Z", "20261103T220000Z")).toEqual([`${uid}.ics`]);
  expect(await filesWithin("20261103T200000Z", "20261103T210000Z")).toEqual([]);

  expect(await free()).toEqual(day.slice(0, -1));
  expect((await events()).map(({ title }) => title)).toEqual(["Dentist", "Ring fitting · Zoë Frost"]);

  clock.now = Date.parse("2026-11-02T21:00:00Z");
  await work();
  const reminder = await mail("Reminder: Ring fitting on Wed, Nov 4");
  expect(reminder.text).toMatch(TOKYO);
});

test("updates the event with a higher sequence on each change", async () => {
  const day = await free();
  const { moveToken } = visited(await book(LAST_SLOT));
  await work();
  const three = "2026-11-03T20:00:00.000Z";
  expect(await move(moveToken, three)).toMatchObject({ status: 200 });
  const afterMove = day.filter((slot) => slot !== three);
  expect(await free()).toEqual(afterMove);
  expect((await events()).map(({ start }) => start.date_time)).toContain(three);
  await work();
  expect(await free()).toEqual(afterMove);
  const moved = await mail("Moved: Ring fitting on Wed, Nov 4");
  expect(moved.text).toMatch(/Wednesday, November 4, 2026\s+5:00 – 6:00 AM GMT\+9/);
  const { uid, ...invited } = invitationIn(moved);
  const now = { sequence: "1", start: "2026-11-03T20:00:00Z", end: "2026-11-03T21:00:00Z" };
  expect(invited).toEqual({ ...now, method: "REQUEST", status: "CONFIRMED" });
  expect(eventIn(await (await onServer(uid)).text())).toMatchObject({ uid, ...now });
  expect(await filesWithin("20261103T210000Z", "20261103T220000Z")).toEqual([]);

  const [, token = ""] = /Cancel:\s+\S+\/book\/manage\/([\w-]+)/.exec(moved.text ?? "") ?? [];
  expect(await host.call("visitor.cancel", null, { params: { token } })).toMatchObject({
    status: 200,
    body: { status: "CANCELLED" },
  });
  expect(await free()).toEqual(day);
  expect((await events()).map(({ title }) => title)).toEqual(["Dentist"]);
  await work();
  const cancelled = await mail("Cancelled: Ring fitting on Wed, Nov 4");
  expect(invitationIn(cancelled)).toEqual({
    ...now,
    uid,
    method: "CANCEL",
    sequence: "2",
    status: "CANCELLED",
  });
  expect((await onServer(uid)).status).toBe(404);
  expect(await free()).toEqual(day);
});

test("shows no free times while the calendar is unavailable", async () => {
  expect((await book(LAST_SLOT)).status).toBe(200);
  await servers.stopCalendars();
  try {
    const closed = {
      status: 503,
      body: { message: expect.stringContaining("cannot be booked online right now") },
    };
    expect(await slots()).toMatchObject(closed);
    const before = await rows();
    expect(await book("2026-11-03T20:00:00.000Z")).toMatchObject(closed);
    expect(await rows()).toEqual(before);
    expect((await host.call("contacts.list", owner)).body).toHaveLength(1);
    expect((await host.call("integration.account", owner)).body).toMatchObject({
      error: "We can't read the calendar right now. Nobody can book until it works again.",
    });
    for (let tries = 0; tries < 6; tries++) {
      await work();
      clock.now += 600_000;
    }
    expect((await mail("Not in your calendar: Ring fitting · Zoë Frost")).text).toContain(NEW_YORK);
  } finally {
    await servers.restartCalendars();
  }
  clock.now += 3_600_000;
  await work();
  expect(await filesWithin("20261103T210000Z", "20261103T220000Z")).toHaveLength(1);
  expect(await free()).not.toContain(LAST_SLOT);
  expect((await host.call("integration.account", owner)).body).toMatchObject({ error: null });
});
