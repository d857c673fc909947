import type { ProviderSettings } from "#server/platform/settings.ts";
import { bookingTests, ELEVEN, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { startUnipile } from "#server/testing/unipile.ts";

const providers: ProviderSettings = { allowPrivateHosts: true, unipile: null };
const host = bookingTests({ providers });
let unipile: Awaited<ReturnType<typeof startUnipile>>;
beforeEach(async () => {
  unipile = await startUnipile();
  providers.unipile = unipile.settings;
});
afterEach(() => unipile.stop());

async function onlineStore() {
  const store = await host.store();
  unipile.accounts.set(store.id, { object: "Account", id: store.id });
  await store.setAccount({ provider: "google", externalId: store.id, calendarId: "work" });
  expect(await store.slots(TUESDAY)).toContain(TEN);
  return store;
}

const fresh = (body: unknown) => (body as { slots: { days: { day: string; slots: string[] }[] } }).slots.days;

test("books one of fifty simultaneous requests", async () => {
  const store = await onlineStore();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => store.book({ startsAt: TEN, email: `late-${i}@example.com` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect(status).toBe(409);
    expect(fresh(body)).toMatchObject([{ day: TUESDAY }]);
    expect(fresh(body)[0]?.slots).toHaveLength(7);
    expect(fresh(body)[0]?.slots).not.toContain(TEN);
  }
});

test("reads the calendar once for a late request", async () => {
  const store = await onlineStore();
  const mine = visited(await store.book({ startsAt: ELEVEN, email: "mine@example.com" }));
  expect((await store.book({ startsAt: TEN })).status).toBe(200);
  const before = unipile.asked.length;
  const late = await store.book({ startsAt: TEN, email: "late@example.com" });
  expect(late.status).toBe(409);
  expect(fresh(late.body)[0]?.slots).toHaveLength(6);
  expect(unipile.asked).toHaveLength(before + 1);
  const moved = await host.moveTo(mine.moveToken, TEN);
  expect(moved.status).toBe(409);
  expect(fresh(moved.body)[0]?.slots).toHaveLength(7);
  expect(unipile.asked).toHaveLength(before + 2);
});

test("waits for a slow calendar shorter when booking", async () => {
  const store = await onlineStore();
  let go = () => {};
  unipile.holdUntil(
    new Promise((resolve) => {
      go = resolve;
    }),
  );
  const params = { slug: store.slug };
  const first = await Promise.race([
    host.call("visitor.slots", null, { params, query: { from: TUESDAY } }).then(() => "looked"),
    store.book({ startsAt: TEN }).then(({ status }) => status),
  ]);
  expect(first).toBe(503);
  go();
  expect(await store.rows()).toEqual([]);
});
