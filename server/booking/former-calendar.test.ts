import { eq } from "drizzle-orm";
import { connectAccount, disconnectAccount } from "#server/connections/providers/account.ts";
import { changeCalendar } from "#server/connections/providers/calendar-change.ts";
import { formerEvents } from "#server/platform/db/schema-calendar.ts";
import { accounts, incidents } from "#server/platform/db/schema-mail.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { bookingTests, ELEVEN, NINE_TO_FIVE, TEN, visited } from "#server/testing/booking.ts";
import { startUnipile } from "#server/testing/unipile.ts";
import { writeBookings } from "./calendar-writer.ts";
import { clearFormerCalendars } from "./former-calendar.ts";

const NEXT_YEAR = new Date("2027-11-27T10:00:00Z");
const providers: ProviderSettings = { allowPrivateHosts: true, unipile: null };
const host = bookingTests({ providers });
let unipile: Awaited<ReturnType<typeof startUnipile>>;
let store: Awaited<ReturnType<typeof host.store>>;

beforeEach(async () => {
  unipile = await startUnipile();
  providers.unipile = unipile.settings;
  store = await host.store();
  unipile.accounts.set(store.id, { object: "Account", id: store.id });
  for (const id of ["work", "home"]) unipile.calendars.push({ object: "Calendar", id, name: id });
  await store.setAccount({ provider: "google", externalId: store.id, calendarId: "work" });
});
afterEach(() => unipile.stop());

const write = async () => writeBookings(await host.host());
const clear = async () => clearFormerCalendars(await host.host());
const choose = async (calendarId: string) => {
  const body = { calendarId, availability: NINE_TO_FIVE };
  expect((await host.call("integration.setCalendar", store.owner, { body })).status).toBe(200);
};
const holder = () => ({ organizationId: store.id, userId: store.owner.id });
const another = () => ({
  organizationId: store.id,
  userId: store.owner.id,
  address: "a@example.com",
  provider: "imap" as const,
  secrets: {},
  calendars: [{ id: "theirs", name: "Theirs", isPrimary: true, isReadOnly: false }],
});
const places = () => [...unipile.events.values()].map(({ calendar_id }) => calendar_id).sort();
const readIncidents = async () =>
  (await host.database()).read(store.id, (db) =>
    db.select().from(incidents).where(eq(incidents.kind, "eventsLeft")),
  );

test("moves upcoming events to a new calendar", async () => {
  await store.book({ startsAt: TEN });
  await store.book({ startsAt: ELEVEN });
  await write();
  expect(places()).toEqual(["work", "work"]);
  host.clock.now = Date.parse(ELEVEN) + 60_000;
  await choose("home");
  await write();
  expect(await clear()).toBe(1);
  expect(places()).toEqual(["home", "work"]);
  expect(await clear()).toBe(0);
  expect(await readIncidents()).toEqual([]);
});

test("removes cancelled events from the former calendar", async () => {
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  await write();
  await host.act("visitor.cancel", cancelToken);
  await choose("home");
  await write();
  await clear();
  expect(places()).toEqual([]);
});

test("retries while the former calendar is unavailable, and notifies staff", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await choose("home");
  await write();
  unipile.breakWith({ status: 503 });
  for (let attempt = 1; attempt <= 6; attempt++) {
    expect(await clear()).toBe(1);
    expect(await readIncidents()).toHaveLength(attempt < 5 ? 0 : 1);
    expect(await clear()).toBe(0);
    host.clock.now += 3_600_000;
  }
  expect(await readIncidents()).toMatchObject([
    { endedAt: null, title: "Your former calendar still shows appointments" },
  ]);
  unipile.breakWith(null);
  await clear();
  expect(places()).toEqual(["home"]);
  expect(await readIncidents()).toMatchObject([{ endedAt: expect.any(Date) }]);
});

test("keeps events in a calendar that is chosen again", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await choose("home");
  await choose("work");
  await write();
  await clear();
  expect(places()).toEqual(["work"]);
  await choose("home");
  await write();
  const answers = Promise.withResolvers<void>();
  unipile.holdUntil(answers.promise);
  const clearing = clear();
  const now = await host.host();
  await now.database.tenant(store.id, async (db) => {
    await db.update(accounts).set({ calendarId: "work" });
    const change = { ...holder(), now: now.clock(), from: "home", to: "work" };
    await changeCalendar(db, change);
  });
  answers.resolve();
  await clearing;
  await write();
  await clear();
  expect(places()).toEqual(["work"]);
});

test("leaves an event to the host that took over", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await choose("home");
  await write();
  const answers = Promise.withResolvers<void>();
  unipile.holdUntil(answers.promise);
  const clearing = clear();
  const database = await host.database();
  const takeOver = () =>
    database.tenant(store.id, (db) =>
      db.update(formerEvents).set({ dueAt: NEXT_YEAR }).where(eq(formerEvents.attempts, 1)).returning(),
    );
  while ((await takeOver()).length === 0);
  answers.resolve();
  await clearing;
  const left = await database.read(store.id, (db) => db.select().from(formerEvents));
  expect(left).toMatchObject([{ dueAt: NEXT_YEAR }]);
});

test("removes an event written during the change", async () => {
  await store.book({ startsAt: TEN });
  unipile.asked.splice(0);
  const answers = Promise.withResolvers<void>();
  unipile.holdUntil(answers.promise);
  const writing = write();
  while (unipile.asked.length === 0) await new Promise(setImmediate);
  const now = await host.host();
  await store.setAccount({ calendarId: "home" });
  answers.resolve();
  await writing;
  expect(places()).toEqual(["work"]);
  await now.database.tenant(store.id, (db) =>
    changeCalendar(db, { ...holder(), now: now.clock(), from: null, to: "home" }),
  );
  await write();
  await clear();
  expect(places()).toEqual(["home"]);
});

test("never sends another account's server the new password", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await connectAccount(await host.host(), another());
  expect(await clear()).toBe(0);
  expect(await readIncidents()).toMatchObject([
    { text: expect.stringContaining("Please delete them there") },
  ]);
});

test("ignores a new password of the same calendar", async () => {
  await store.book({ startsAt: TEN });
  await write();
  const calendars = ["work", "home"].map((id) => ({ id, name: id, isPrimary: false, isReadOnly: false }));
  const connected = { organizationId: store.id, userId: store.owner.id, address: "a@example.com" };
  await connectAccount(await host.host(), {
    ...connected,
    provider: "google",
    externalId: store.id,
    calendars,
  });
  expect([await write(), await clear(), await readIncidents()]).toEqual([0, 0, []]);
  expect(places()).toEqual(["work"]);
});

test("lists events left in a disconnected account's calendar", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await choose("home");
  await disconnectAccount(await host.host(), holder());
  expect(await clear()).toBe(0);
  expect(await readIncidents()).toMatchObject([
    { text: expect.stringContaining("Please delete them there") },
  ]);
});

test("reports no disconnect if all events are current", async () => {
  await store.book({ startsAt: TEN });
  await write();
  await store.book({ startsAt: ELEVEN });
  await disconnectAccount(await host.host(), holder());
  expect(await readIncidents()).toEqual([]);
});

test.each([
  ["disconnects", async () => disconnectAccount(await host.host(), holder())],
  ["takes another account", async () => connectAccount(await host.host(), another())],
])("reports a cancellation that the calendar missed before someone %s", async (_, leave) => {
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  await write();
  unipile.breakWith({ status: 503 });
  await host.act("visitor.cancel", cancelToken);
  await write();
  await leave();
  expect(await readIncidents()).toMatchObject([
    { text: expect.stringContaining("Please delete them there") },
  ]);
});
