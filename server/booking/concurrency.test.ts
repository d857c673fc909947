import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { bookingTests, ELEVEN, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { lockStore } from "./book.ts";

const host = bookingTests();
const WEDNESDAY = "2026-11-04";

const countByStatus = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test("books all types at once without overlaps", async () => {
  const store = await host.store();
  const slugs = [store.slug];
  for (const length of [15, 45, 90]) slugs.push(await store.addType(`${length} minutes`, length));
  const wishes = [];
  for (const slug of slugs)
    wishes.push(...(await store.slots(TUESDAY, slug)).map((startsAt) => ({ startsAt, slug })));
  expect(wishes.length).toBeGreaterThan(50);
  const answers = await Promise.all(
    wishes.map(({ startsAt, slug }, i) => store.book({ startsAt, email: `v${i}@example.com` }, slug)),
  );
  const booked = (await store.rows()).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  expect(countByStatus(answers)).toEqual({ 200: booked.length, 409: wishes.length - booked.length });
  booked.forEach(({ startsAt }, i) => {
    expect(startsAt.getTime()).toBeGreaterThanOrEqual(booked[i - 1]?.endsAt.getTime() ?? 0);
  });
  for (const slug of slugs) {
    for (const startsAt of await store.slots(TUESDAY, slug)) {
      expect(
        booked.filter((one) => one.startsAt <= new Date(startsAt) && one.endsAt > new Date(startsAt)),
      ).toEqual([]);
    }
  }
});

test("moves only one of many bookings to a time", async () => {
  const store = await host.store();
  const own = (await store.slots(WEDNESDAY)).slice(0, 6);
  const bookings = await Promise.all(
    own.map(async (startsAt, i) => visited(await store.book({ startsAt, email: `m${i}@example.com` }))),
  );
  const answers = await Promise.all([
    ...bookings.map(({ moveToken }) => host.moveTo(moveToken, TEN)),
    ...own.map((_, i) => store.book({ startsAt: TEN, email: `n${i}@example.com` })),
  ]);
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 11 });
  const starts = (await store.rows()).map(({ startsAt }) => startsAt.toISOString());
  expect(starts.filter((start) => start === TEN)).toHaveLength(1);
  const hasMoved = answers.findIndex(({ status }) => status === 200) < own.length;
  expect(starts).toHaveLength(hasMoved ? own.length : own.length + 1);
});

test("moves or cancels a booking when both happen at once", async () => {
  const store = await host.store();
  const { moveToken, cancelToken } = visited(await store.book({ startsAt: TEN }));
  const answers = await Promise.all([
    host.moveTo(moveToken, ELEVEN),
    host.act("visitor.cancel", cancelToken),
  ]);
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 });
  const [row] = await store.rows();
  expect(row).toMatchObject({ sequence: 1, calendarState: "pending" });
  expect(row?.status).toBe(answers[0]?.status === 200 ? "CONFIRMED" : "CANCELLED");
  const free = await store.slots(TUESDAY);
  expect(free.includes(ELEVEN)).toBe(row?.status === "CANCELLED");
  expect(free).toContain(TEN);
});

test("cancels once when asked three times at once", async () => {
  const store = await host.store();
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  const answers = await Promise.all([1, 2, 3].map(() => host.act("visitor.cancel", cancelToken)));
  expect(countByStatus(answers)).toEqual({ 200: 3 });
  expect(await store.rows()).toMatchObject([{ status: "CANCELLED", sequence: 1 }]);
});

test("moves once when asked three times at once", async () => {
  const store = await host.store();
  const { moveToken } = visited(await store.book({ startsAt: TEN }));
  const answers = await Promise.all([1, 2, 3].map(() => host.moveTo(moveToken, ELEVEN)));
  answers.push(await host.moveTo(moveToken, ELEVEN));
  expect(countByStatus(answers)).toEqual({ 200: 4 });
  expect(await store.rows()).toMatchObject([{ startsAt: new Date(ELEVEN), sequence: 1 }]);
  expect((await host.moveTo(moveToken, TEN)).status).toBe(409);
});

test("marks a no-show once when asked three times", async () => {
  const store = await host.store();
  await store.book({ startsAt: TEN });
  const [row] = await store.rows();
  const call = () => host.call("bookings.markNoShow", store.user, { params: { id: row?.id ?? "" } });
  host.clock.now = Date.parse(TEN) + 60_000;
  const answers = await Promise.all([call(), call(), call()]);
  expect(countByStatus(answers)).toEqual({ 200: 3 });
});

test("leaves connections for other stores during a rush", async () => {
  // The embedded database has one connection.
  if (!process.env.TEST_DATABASE_URL) return;
  const [rushed, other] = [await host.store(), await host.store()];
  const database = await host.database();
  const times = await Promise.all([3, 4, 5, 6].map((day) => rushed.slots(`2026-11-0${day}`)));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const holding = database.tenant(rushed.id, async (db) => {
    await lockStore(db);
    await released;
  });
  const answers = times
    .flat()
    .slice(0, 24)
    .map((startsAt, i) => rushed.book({ startsAt, email: `rush${i}@example.com` }));
  for (let looks = 0; looks < 20; looks++) {
    await database.system((db) => db.execute(sql`select count(*) from pg_locks where not granted`));
    await sleep(10);
  }
  const saved = await host.call("products.create", other.owner, { body: { name: "Rings" } });
  release();
  await holding;
  expect(saved.status).toBe(200);
  expect(countByStatus(await Promise.all(answers))).toEqual({ 200: 24 });
});
