import type { Database } from "#server/platform/db/client.ts";
import { bookingTests, TEN, visited } from "#server/testing/booking.ts";
import { writeBookings } from "./calendar-writer.ts";

const host = bookingTests();
test("retries an unavailable calendar at growing intervals", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await store.setAccount({ provider: "google", externalId: store.id });
  await writeBookings(await host.host());
  const [first] = await store.rows();
  expect(first).toMatchObject({ calendarState: "pending", calendarAttempts: 1 });
  const wait = (first?.calendarDueAt?.getTime() ?? 0) - host.clock.now;
  expect(wait).toBe(30_000);
  expect(await writeBookings(await host.host())).toBe(0);
  host.clock.now += wait;
  await store.setAccount({ provider: "local" });
  await writeBookings(await host.host());
  expect((await store.rows())[0]).toMatchObject({ calendarState: "written", calendarAttempts: 2 });
  expect(await store.events()).toHaveLength(1);
});

const notices = async ({ mails }: Awaited<ReturnType<typeof host.store>>) =>
  (await mails()).filter(({ subject }) => subject?.includes("in your calendar"));

test("notifies staff once of an unavailable calendar", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await store.setAccount({ provider: "google", externalId: store.id });
  for (let attempt = 1; attempt <= 6; attempt++) {
    await writeBookings(await host.host());
    const [row] = await store.rows();
    expect(row).toMatchObject({ calendarState: "pending", calendarAttempts: attempt });
    expect(await notices(store)).toHaveLength(attempt < 4 ? 0 : 1);
    host.clock.now = row?.calendarDueAt?.getTime() ?? 0;
  }
  const [mail] = await notices(store);
  expect(mail).toMatchObject({
    kind: "notice",
    toAddress: "hello@store.example.com",
    subject: "Not in your calendar: Ring fitting · Zoë Frost",
  });
  expect(mail?.text).toContain("Tuesday, November 3, 2026 at 10:00 AM EST");
  expect(mail?.text).toContain("We keep trying");
});

test("doesn't retry a permanent refusal, and notifies staff", async () => {
  const store = await host.store();
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  await store.setAccount({ calendarId: "Public holidays" });
  await writeBookings(await host.host());
  expect((await store.rows())[0]).toMatchObject({ calendarState: "failed", calendarDueAt: null });
  expect((await notices(store))[0]?.text).toContain(
    "is booked, but your calendar does not let us change it. Please add it to your",
  );
  await host.act("visitor.cancel", cancelToken);
  await writeBookings(await host.host());
  expect((await notices(store)).map(({ subject }) => subject)).toEqual([
    "Not in your calendar: Ring fitting · Zoë Frost",
    "Still in your calendar: Ring fitting · Zoë Frost",
  ]);
});

test("retries a failing booking without affecting others", async () => {
  const [broken, whole] = [await host.store(), await host.store()];
  for (const store of [broken, whole]) await store.book({ startsAt: TEN });
  const now = await host.host();
  const read: Database["read"] = (organizationId, work) =>
    organizationId === broken.id
      ? Promise.reject(new TypeError("x is not y"))
      : now.database.read(organizationId, work);
  const logged: unknown[] = [];
  await writeBookings({ ...now, database: { ...now.database, read } }, (...line) => logged.push(line));
  expect(logged).toEqual([
    ["booking not written", expect.objectContaining({ organization: broken.id, message: "x is not y" })],
  ]);
  expect((await whole.rows())[0]).toMatchObject({ calendarState: "written" });
  expect((await broken.rows())[0]).toMatchObject({ calendarState: "pending", calendarAttempts: 1 });
  host.clock.now += 30_000;
  await writeBookings(now);
  expect((await broken.rows())[0]).toMatchObject({ calendarState: "written" });
});

test.each(["moved", "cancelled"] as const)(
  "corrects an appointment that was %s during a slow write",
  async (how) => {
    const store = await host.store();
    const { moveToken, cancelToken } = visited(await store.book({ startsAt: TEN }));
    const now = await host.host();
    const { promise: slowness, resolve: go } = Promise.withResolvers<void>();
    const read: Database["read"] = (...asked) => slowness.then(() => now.database.read(...asked));
    const slow = writeBookings({ ...now, database: { ...now.database, read } });
    while ((await store.rows())[0]?.calendarAttempts !== 1) await new Promise(setImmediate);
    const startsAt = "2026-11-04T15:00:00.000Z";
    if (how === "moved") await host.moveTo(moveToken, startsAt);
    else await host.act("visitor.cancel", cancelToken);
    await writeBookings(now);
    go();
    await slow;
    await writeBookings(now);
    const times = (await store.events()).map((event) => event.startsAt);
    expect(times).toEqual(how === "moved" ? [new Date(startsAt)] : []);
    expect(await writeBookings(now)).toBe(0);
  },
);

test("writes each event on one host, again after a change", async () => {
  const store = await host.store();
  const { moveToken } = visited(await store.book({ startsAt: TEN }));
  const looked = await Promise.all([writeBookings(await host.host()), writeBookings(await host.host())]);
  expect(looked.sort()).toEqual([0, 1]);
  const startsAt = "2026-11-04T15:00:00.000Z";
  await host.moveTo(moveToken, startsAt);
  expect((await store.rows())[0]).toMatchObject({ calendarState: "pending", calendarAttempts: 0 });
  await writeBookings(await host.host());
  expect((await store.events()).map((event) => event.startsAt)).toEqual([new Date(startsAt)]);
});
