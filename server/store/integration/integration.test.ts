import { eq } from "drizzle-orm";
import { connectAccount } from "#server/connections/providers/account.ts";
import { localProvider } from "#server/connections/providers/local.ts";
import { newId } from "#server/platform/db/id.ts";
import { bookings, calendarEvents } from "#server/platform/db/schema-calendar.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const week = Array.from({ length: 7 }, (_, day) =>
  Array.from({ length: 24 }, (_, hour) => day > 0 && hour === 9),
);
const NOVEMBER = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };

async function connectLocal({ organizationId, id: userId, email }: Person) {
  const holder = { organizationId, userId };
  const calendars = await localProvider(await host.host(), holder).calendars();
  await connectAccount(await host.host(), { ...holder, provider: "local", address: email, calendars });
}

async function addEvent(
  { organizationId, id: userId }: Person,
  title: string,
  startsAt: string,
  endsAt: string,
  more: object = {},
) {
  const database = await host.database();
  const event = { organizationId, userId, calendarId: "store", uid: newId(), title };
  await database.tenant(organizationId, (db) =>
    db
      .insert(calendarEvents)
      .values({ ...event, startsAt: new Date(startsAt), endsAt: new Date(endsAt), ...more }),
  );
}

async function addBooking(
  { organizationId, id: userId }: Person,
  startsAt: string,
  more: Partial<typeof bookings.$inferInsert> = {},
) {
  const database = await host.database();
  const id = newId();
  const start = new Date(startsAt);
  await database.tenant(organizationId, (db) =>
    db.insert(bookings).values({
      organizationId,
      userId,
      id,
      title: "Ring fitting",
      name: "Zoë Frost",
      email: "zoe@example.com",
      timezone: "Europe/London",
      startsAt: start,
      endsAt: new Date(start.getTime() + 1_800_000),
      requestKey: id,
      calendarState: "written",
      ...more,
    }),
  );
  return id;
}

test("returns empty data without an account", async () => {
  const { admin: user } = await host.shop();
  expect((await host.call("integration.account", user)).body).toEqual({
    isAuthorized: false,
    provider: null,
    address: null,
    error: null,
    isStores: false,
    calendarData: null,
  });
  expect(await host.call("integration.calendars", user)).toMatchObject({ body: [{ id: "store" }] });
  const id = await addBooking(user, "2026-11-10T10:00Z");
  expect(await host.call("integration.events", user, { query: NOVEMBER })).toMatchObject({
    body: [{ booking: { id } }],
  });
  const body = { calendarId: "store", availability: week };
  expect((await host.call("integration.setCalendar", user, { body })).status).toBe(200);
  const kept = { isAuthorized: false, calendarData: body };
  expect((await host.call("integration.account", user)).body).toMatchObject(kept);
});

test("returns a new link each time", async () => {
  const { admin: user } = await host.shop();
  const links = [await host.call("integration.link", user), await host.call("integration.change", user)];
  for (const { body } of links) {
    expect(body).toEqual({ url: expect.stringMatching(/^https:\/\/api\.example\.com\/connect\/[\w-]{43}$/) });
  }
  expect(links[0]?.body).not.toEqual(links[1]?.body);
});

test("stores calendar and hours, and rejects read-only calendars", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  await addEvent(user, "New Year", "2027-01-01", "2027-01-02", { calendarId: "Public holidays" });
  expect((await host.call("integration.calendars", user)).body).toEqual([
    { id: "store", name: "Store calendar", is_primary: true, is_read_only: false },
    { id: "Public holidays", name: "Public holidays", is_primary: false, is_read_only: true },
  ]);
  const set = async (body: object) => {
    const answer = await host.call("integration.setCalendar", user, { body });
    return [answer.status, (answer.body as { message?: string }).message];
  };
  expect(await set({ calendarId: "store", availability: week })).toEqual([200, undefined]);
  expect((await host.call("integration.account", user)).body).toMatchObject({
    isAuthorized: true,
    provider: "local",
    address: user.email,
    calendarData: { calendarId: "store", availability: week },
  });
  for (const [changes, status, message] of [
    [{ calendarId: "Public holidays" }, 400, "calendarId: This calendar is read-only"],
    [{ calendarId: "nobody's" }, 404, "This record does not exist"],
    [{ calendarId: "" }, 400, "calendarId: Please select a calendar"],
    [{ availability: week.slice(1) }, 400, "availability: Must include all 7 days"],
    [
      { availability: week.map((day) => day.slice(1)) },
      400,
      "availability.0: Each day must have 24 time slots",
    ],
  ] as const) {
    expect(await set({ calendarId: "store", availability: week, ...changes })).toEqual([status, message]);
  }
});

test("returns the own store's overlapping events in order", async () => {
  const [{ user }, other] = [await host.shop(), await host.shop()];
  await connectLocal(user);
  await connectLocal(other.user);
  await addEvent(other.user, "Theirs", "2026-11-10T10:00Z", "2026-11-10T11:00Z");
  await addEvent(user, "Second", "2026-11-10T10:00Z", "2026-11-10T11:00Z");
  await addEvent(user, "Goes on", "2026-10-31T23:00Z", "2026-11-01T01:00Z");
  await addEvent(user, "Before", "2026-10-31T23:00Z", "2026-11-01T00:00Z");
  await addEvent(user, "After", "2026-12-01T00:00Z", "2026-12-01T01:00Z");
  await addEvent(user, "Holiday", "2026-11-11", "2026-11-12", { calendarId: "Public holidays" });
  const { body } = await host.call("integration.events", user, { query: NOVEMBER });
  expect(body).toEqual([
    {
      id: expect.any(String),
      title: "Goes on",
      start: { date_time: "2026-10-31T23:00:00.000Z" },
      end: { date_time: "2026-11-01T01:00:00.000Z" },
      booking: null,
    },
    expect.objectContaining({ title: "Second" }),
  ]);
});

test("names the contact of a booking's event", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  const contactId = await make.contact(user);
  const uid = await addBooking(user, "2026-11-10T10:00Z", { contactId });
  await addEvent(user, "Ring fitting · Zoë Frost", "2026-11-10T10:00Z", "2026-11-10T10:30Z", { uid });
  const { body } = await host.call("integration.events", user, { query: NOVEMBER });
  expect(body).toMatchObject([
    {
      title: "Ring fitting · Zoë Frost",
      booking: { id: uid, status: "CONFIRMED", contact: { id: contactId, name: "Zoë Frost" } },
    },
  ]);
});

test("prefers the booking's data over an outdated calendar event", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  const at = async (startsAt: string, more: Parameters<typeof addBooking>[2], inCalendar?: string) => {
    const uid = await addBooking(user, startsAt, more);
    if (inCalendar) await addEvent(user, "Stale", inCalendar, inCalendar.replace(":00Z", ":30Z"), { uid });
    return uid;
  };
  const made = await at("2026-11-09T10:00Z", { calendarState: "pending" });
  const moved = await at("2026-11-11T10:00Z", { calendarState: "pending" }, "2026-11-10T10:00Z");
  await at("2026-12-02T10:00Z", { calendarState: "pending" }, "2026-11-12T10:00Z");
  await at("2026-11-13T10:00Z", { calendarState: "pending", status: "CANCELLED" }, "2026-11-13T10:00Z");
  await at("2026-11-14T10:00Z", { status: "CANCELLED" }, "2026-11-14T10:00Z");
  const missed = await at("2026-11-15T10:00Z", { status: "NO_SHOW" }, "2026-11-15T10:00Z");
  const { body } = await host.call("integration.events", user, { query: NOVEMBER });
  const events = body as { title: string; start: { date_time: string }; booking: { id: string } }[];
  expect(
    events.map(({ title, start, booking }) => [booking.id, title, start.date_time.slice(0, 10)]),
  ).toEqual([
    [made, "Ring fitting · Zoë Frost", "2026-11-09"],
    [moved, "Ring fitting · Zoë Frost", "2026-11-11"],
    [missed, "Stale", "2026-11-15"],
  ]);
});

test("shows a booking without its event, and none twice", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  const kept = await addBooking(user, "2026-11-09T10:00Z");
  await addEvent(user, "Kept", "2026-11-09T10:00Z", "2026-11-09T10:30Z", { uid: kept });
  const deleted = await addBooking(user, "2026-11-10T10:00Z");
  const failed = await addBooking(user, "2026-11-11T10:00Z", { calendarState: "failed" });
  const edge = await addBooking(user, "2026-10-31T23:45Z");
  await addBooking(user, "2026-11-12T10:00Z", { status: "CANCELLED" });
  await addBooking(user, "2026-10-31T23:00Z");
  await addBooking(user, "2026-12-01T00:00Z");
  const { body } = await host.call("integration.events", user, { query: NOVEMBER });
  const events = body as { booking: { id: string } }[];
  expect(events.map(({ booking }) => booking.id)).toEqual([edge, kept, deleted, failed]);
});

test("refuses events while the calendar is away", async () => {
  const { user } = await host.shop();
  await connectLocal(user);
  const { database } = await host.host();
  await database.tenant(user.organizationId, (db) =>
    db.update(accounts).set({ provider: "google", externalId: "gone" }),
  );
  const answer = await host.call("integration.events", user, { query: NOVEMBER });
  expect([answer.status, (answer.body as { message: string }).message]).toEqual([503, expect.any(String)]);
});

test.each([
  ["2026-11-02T00:00:00Z", "2026-11-01T00:00:00Z", "to: must be after from"],
  ["2026-11-02T00:00:00Z", "2026-11-02T00:00:00Z", "to: must be after from"],
  ["2026-01-01T00:00:00Z", "2027-01-03T00:00:00Z", "to: must be at most a year after from"],
  ["yesterday", "2026-11-02T00:00:00Z", "from: must be a time like 2026-11-21T09:00:00Z"],
])("rejects a period from %s to %s", async (from, to, message) => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  const answer = await host.call("integration.events", user, { query: { from, to } });
  expect(answer).toMatchObject({ status: 400, body: { message } });
});

test("disconnecting deletes the account and keeps the bookings", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  const id = await addBooking(user, "2026-11-10T10:00Z");
  expect((await host.call("integration.disconnect", user)).status).toBe(200);
  expect(await host.call("integration.account", user)).toMatchObject({ body: { isAuthorized: false } });
  expect(await host.call("users.me", user)).toMatchObject({ body: { isEmailIntegrationComplete: false } });
  const database = await host.database();
  const kept = await database.read(user.organizationId, (db) =>
    db.select().from(bookings).where(eq(bookings.id, id)),
  );
  expect(kept).toMatchObject([{ status: "CONFIRMED" }]);
  expect((await host.call("integration.disconnect", user)).status).toBe(200);
});

test("a new account gets future appointments", async () => {
  const { admin: user } = await host.shop();
  await connectLocal(user);
  await host.call("integration.setCalendar", user, { body: { calendarId: "store", availability: week } });
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const ids = [
    await addBooking(user, "2026-01-10T10:00Z"),
    await addBooking(user, soon),
    await addBooking(user, soon, { status: "CANCELLED" }),
  ];
  const { organizationId } = user;
  const calendars = [
    { id: "https://dav.example.com/work/", name: "Work", isPrimary: false, isReadOnly: false },
  ];
  await connectAccount(await host.host(), {
    organizationId,
    userId: user.id,
    provider: "imap",
    address: "a@example.com",
    secrets: {},
    calendars,
  });
  expect((await host.call("integration.account", user)).body).toMatchObject({
    calendarData: { calendarId: "https://dav.example.com/work/", availability: week },
  });
  const database = await host.database();
  const states = await database.read(organizationId, (db) =>
    db.select({ id: bookings.id, state: bookings.calendarState }).from(bookings),
  );
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map(ids.map((id, i) => [id, i === 1 ? "pending" : "written"])),
  );
});
