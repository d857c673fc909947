/** @jest-environment node */
import { writeBookings } from "./calendar-writer.ts";
import { bookingTests, TEN, visited } from "./testing-booking.ts";

const host = bookingTests();
test("a calendar that is away is told later, at growing distances", async () => {
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

test("a calendar that refuses for good is not asked again", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await store.setAccount({ calendarId: "Public holidays" });
  await writeBookings(await host.host());
  expect((await store.rows())[0]).toMatchObject({ calendarState: "failed", calendarDueAt: null });
});

test("of several hosts one writes, and what changes meanwhile is written again", async () => {
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
