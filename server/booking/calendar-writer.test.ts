/** @jest-environment node */
import { eq } from "drizzle-orm";
import { bookings } from "../db/schema-calendar.ts";
import { accounts } from "../db/schema-mail.ts";
import { writeBookings } from "./calendar-writer.ts";
import { bookingTests } from "./testing-booking.ts";

const host = bookingTests();
const TEN = "2026-11-03T15:00:00.000Z";

async function stored(organizationId: string) {
  const database = await host.database();
  const [row] = await database.read(organizationId, (db) =>
    db.select().from(bookings).where(eq(bookings.organizationId, organizationId)),
  );
  return row;
}

async function setAccount(organizationId: string, values: Partial<typeof accounts.$inferInsert>) {
  const database = await host.database();
  await database.system((db) =>
    db.update(accounts).set(values).where(eq(accounts.organizationId, organizationId)),
  );
}

test("a calendar that is away is told later, at growing distances", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await setAccount(store.id, { provider: "google", externalId: store.id });
  await writeBookings(await host.host());
  const first = await stored(store.id);
  expect(first).toMatchObject({ calendarState: "pending", calendarAttempts: 1 });
  const wait = (first?.calendarDueAt?.getTime() ?? 0) - host.clock.now;
  expect(wait).toBe(30_000);
  expect(await writeBookings(await host.host())).toBe(0);
  host.clock.now += wait;
  await setAccount(store.id, { provider: "local" });
  await writeBookings(await host.host());
  expect(await stored(store.id)).toMatchObject({ calendarState: "written", calendarAttempts: 2 });
  expect(await store.events()).toHaveLength(1);
});

test("a calendar that refuses for good is not asked again", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  await setAccount(store.id, { calendarId: "Public holidays" });
  await writeBookings(await host.host());
  expect(await stored(store.id)).toMatchObject({ calendarState: "failed", calendarDueAt: null });
});

test("of several hosts one writes, and what changes meanwhile is written again", async () => {
  const store = await host.store();
  const { body } = await store.book({ startsAt: TEN });
  const looked = await Promise.all([writeBookings(await host.host()), writeBookings(await host.host())]);
  expect(looked.sort()).toEqual([0, 1]);
  const { moveToken } = body as { moveToken: string };
  const startsAt = "2026-11-04T15:00:00.000Z";
  await host.call("visitor.move", null, { params: { token: moveToken }, body: { startsAt } });
  expect(await stored(store.id)).toMatchObject({ calendarState: "pending", calendarAttempts: 0 });
  await writeBookings(await host.host());
  expect((await store.events()).map((event) => event.startsAt)).toEqual([new Date(startsAt)]);
});
