import type { VisitorFace } from "#lib/contract/brand.ts";
import { NINE_TO_FIVE, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { logoOf } from "#server/testing/pictures.ts";
import { waitingTests } from "#server/testing/waiting.ts";

const host = waitingTests();
type Store = Awaited<ReturnType<typeof host.store>>;

const BRAND = {
  name: "Marlow & Finch",
  tagline: "Fine jewelry and repairs",
  color: "#14594a",
  phone: "(207) 555-0100",
  website: "https://marlowfinch.com",
  address: "12 Harbor Street, Portland, ME 04101",
};
const MORNING = Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 11);

const setBrand = ({ owner }: Store, body: object) => host.call("organization.setBrand", owner, { body });
const addException = ({ owner }: Store, more: object) =>
  host.call("people.addException", owner, {
    body: { ...{ personId: null, from: TUESDAY, to: TUESDAY, hours: null, reason: "Inventory" }, ...more },
  });

async function pageOf({ slug }: Store) {
  const { status, body } = await host.call("visitor.page", null, { params: { slug } });
  expect(status).toBe(200);
  return body as { face: VisitorFace };
}

async function exceptionsOf(store: Store) {
  return (await pageOf(store)).face.exceptions.map(({ day, hours }) => [day, hours]);
}

test("shows the store's look and hours on each page", async () => {
  const [store, other] = [await host.store(), await host.store()];
  const before = await pageOf(store);
  expect(before.face).toEqual({
    ...{ name: "Marlow & Finch", tagline: "", color: "", phone: "", website: "", address: "" },
    ...{ hours: null, logo: null, exceptions: [] },
  });
  const brand = { ...BRAND, hours: NINE_TO_FIVE };
  expect((await setBrand(store, { ...brand, logo: logoOf([0, 0, 0, 0]) })).status).toBe(200);
  const { face, ...rest } = await pageOf(store);
  expect(face).toEqual({ ...brand, logo: expect.stringContaining(store.id), exceptions: [] });
  expect((await host.send("GET", `/logos/${face.logo}`)).status).toBe(200);

  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  const booking = await host.call("visitor.booking", null, { params: { token: cancelToken ?? "" } });
  expect(booking.body).toMatchObject({ status: "CONFIRMED", face });
  const { token } = await host.wait(store);
  const waiting = await host.call("visitor.waiting", null, { params: { token } });
  expect(waiting.body).toMatchObject({ state: "WAITING", face });

  const { face: _, ...unchanged } = before;
  expect(rest).toEqual(unchanged);
  expect((await pageOf(other)).face).toEqual(before.face);
});

test("shows two weeks of other hours, not why or whose", async () => {
  const [store, other] = [await host.store(), await host.store()];
  await addException(store, {});
  expect(await exceptionsOf(store)).toEqual([]);
  for (const each of [store, other]) await setBrand(each, { hours: NINE_TO_FIVE });
  expect(await exceptionsOf(store)).toEqual([[TUESDAY, []]]);
  expect(await exceptionsOf(other)).toEqual([]);

  await addException(store, { personId: store.owner.id, from: "2026-11-05", to: "2026-11-05" });
  await addException(store, { from: "2026-11-15", to: "2026-11-20", hours: MORNING });
  await addException(store, { hours: MORNING });
  expect(await exceptionsOf(store)).toEqual([
    [TUESDAY, MORNING],
    ["2026-11-15", MORNING],
  ]);
  expect(JSON.stringify(await pageOf(store))).not.toContain("Inventory");

  host.clock.now = Date.parse("2026-11-04T04:59:00Z");
  expect((await exceptionsOf(store))[0]).toEqual([TUESDAY, MORNING]);
  host.clock.now = Date.parse("2026-11-04T05:01:00Z");
  expect((await exceptionsOf(store))[0]).toEqual(["2026-11-15", MORNING]);
});
