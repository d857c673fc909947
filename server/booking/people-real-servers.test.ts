import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { NINE_TO_FIVE } from "#server/testing/booking.ts";
import { testHost } from "#server/testing/host.ts";
import { mailStore } from "#server/testing/mail-store.ts";
import { calendarFile, connectOnPage, startRealServers } from "#server/testing/real-servers.ts";
import { writeBookings } from "./calendar-writer.ts";
import { clearFormerCalendars } from "./former-calendar.ts";

const clock = { now: Date.parse("2026-10-13T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const LAST = "2026-11-03";
const NOVEMBER = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
const dentist = calendarFile(
  "dentist",
  "DTSTART;TZID=America/New_York:20261103T100000",
  "DTEND;TZID=America/New_York:20261103T110000",
  "SUMMARY:Dentist",
);

let servers: Awaited<ReturnType<typeof startRealServers>>;
beforeAll(async () => {
  servers = await startRealServers([
    { user: "alice", id: "a", name: "a", files: { "dentist.ics": dentist } },
  ]);
}, 60_000);
afterAll(() => servers?.stop(), 30_000);

test("separates the calendar servers of two people", async () => {
  const { owner } = await host.shop();
  expect((await connectOnPage(host, owner, servers.form)).status).toBe(303);
  const calendars = (await host.call("integration.calendars", owner)).body as { id: string; name: string }[];
  const calendarId = calendars.find(({ name }) => name === "a")?.id;
  for (const [name, body] of [
    ["organization.setTimezone", { timezone: "America/New_York" }],
    ["integration.setCalendar", { calendarId, availability: NINE_TO_FIVE }],
    ["appointmentTypes.create", { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 21 }],
  ] as const) {
    expect(await host.call(name, owner, { body })).toMatchObject({ status: 200 });
  }
  const [type] = (await host.call("appointmentTypes.list", owner)).body as {
    appointmentBookingLink: string;
  }[];
  const slug = type?.appointmentBookingLink.split("/").at(-1) ?? "";
  const book = (startsAt: string) => {
    const visitor = {
      name: "Zoë Frost",
      email: "zoe@example.test",
      phoneNumber: "",
      note: "",
      timezone: "UTC",
    };
    const body = { startsAt, ...visitor, key: newId(), website: "" };
    return host.call("visitor.book", null, { params: { slug }, body });
  };
  const events = async () =>
    ((await host.call("integration.events", owner, { query: NOVEMBER })).body as { title: string }[]).map(
      ({ title }) => title,
    );
  const mails = async () => (await mailStore(await host.host(), owner.organizationId).mails()).length;
  const maya = await host.person(owner.organizationId, "USER");
  const week = { calendarId: "store", availability: NINE_TO_FIVE };
  expect((await host.call("integration.setCalendar", maya, { body: week })).status).toBe(200);
  const ten = "2026-11-03T15:00:00.000Z";
  expect((await book(ten)).status).toBe(200);
  const bookedWith = async () => {
    const query = { from: LAST, to: LAST };
    const { people } = (await host.call("people.calendar", maya, { query })).body as {
      people: { id: string; events: { start: string; title: string; booking: object | null }[] }[];
    };
    const shown = (id: string) =>
      people
        .find((one) => one.id === id)
        ?.events.map(({ start, title }) => `${start.slice(11, 16)} ${title}`);
    return { owner: shown(owner.id), maya: shown(maya.id) };
  };
  expect(await bookedWith()).toEqual({
    owner: ["15:00 Dentist"],
    maya: ["15:00 Ring fitting · Zoë Frost"],
  });

  const before = await mails();
  const noon = "2026-11-03T17:00:00.000Z";
  const made = await host.call("bookings.create", maya, {
    body: {
      ...{ contactId: null, caller: { name: "Nora", phoneNumber: "(415) 555-0176", email: "" } },
      ...{ personId: owner.id, typeId: null, title: "Call", minutes: 30, startsAt: noon, note: null },
      key: newId(),
    },
  });
  const { booking } = made.body as { booking: { id: string } };
  expect(made.status).toBe(200);
  clock.now += 11_000;
  await writeBookings(await host.host());
  expect(await events()).toEqual(["Dentist", "Call · Nora"]);
  expect(await mails()).toBe(before);
  const byDigits = await host.call("contacts.list", maya, { query: { search: "0176" } });
  expect(byDigits.body).toMatchObject([{ firstName: "Nora", email: "" }]);

  const toMaya = { startsAt: noon, personId: maya.id };
  expect((await host.call("bookings.move", maya, { params: { id: booking.id }, body: toMaya })).status).toBe(
    200,
  );
  clock.now += 11_000;
  await writeBookings(await host.host());
  await clearFormerCalendars(await host.host());
  expect(await events()).toEqual(["Dentist"]);

  const database = await host.database();
  await database.system((db) =>
    db.update(accounts).set({ secrets: null }).where(eq(accounts.userId, owner.id)),
  );
  expect((await book("2026-11-03T16:00:00.000Z")).status).toBe(200);
  const me = (await host.call("users.me", owner)).body as { incidents: object[] };
  expect(me.incidents).toHaveLength(1);
});
