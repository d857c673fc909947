import { ELEVEN, NINE_TO_FIVE, TEN, TUESDAY } from "#server/testing/booking.ts";
import { frontDeskTests } from "#server/testing/front-desk.ts";
import type { Person } from "#server/testing/host.ts";

const host = frontDeskTests();
const { team, setRules, create } = host;

const MORNING = Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 11);
const off = (personId: string | null, more: object = {}) => ({
  ...{ personId, from: TUESDAY, to: TUESDAY, hours: null, reason: "Dentist", ...more },
});
const add = (as: Person, body: object) => host.call("people.addException", as, { body });
const hoursOf = async (person: Person, as = person) =>
  (await host.call("people.hours", as, { params: { id: person.id } })).body as {
    availability: object | null;
    exceptions: { id: string; isStores: boolean; reason: string }[];
  };

test("time off and other hours hold for what is listed, booked and moved; what is booked stays, and is counted", async () => {
  const store = await team();
  await setRules(store, { people: [store.owner.id] });
  const mine = await store.book({ startsAt: TEN });
  const { moveToken } = (await store.book({ startsAt: "2026-11-04T15:00:00.000Z", email: "b@example.com" }))
    .body as { moveToken: string };
  expect(await add(store.owner, off(store.owner.id, { hours: MORNING }))).toMatchObject({
    body: { toMove: 0 },
  });
  expect(await store.slots(TUESDAY)).toEqual(["2026-11-03T14:00:00.000Z"]);
  expect((await host.moveTo(moveToken, ELEVEN)).status).toBe(409);
  // What was entered last counts.
  expect(await add(store.owner, off(store.owner.id))).toMatchObject({ body: { toMove: 1 } });
  expect((await store.days(TUESDAY))[0]).toMatchObject({ state: "closed", slots: [] });
  expect((await store.book({ startsAt: "2026-11-03T14:00:00.000Z", email: "c@example.com" })).status).toBe(
    409,
  );
  expect((await host.moveTo(moveToken, "2026-11-03T14:00:00.000Z")).status).toBe(409);
  expect(mine.status).toBe(200);
  expect(await store.rows()).toHaveLength(2);
  expect(await create(store, { startsAt: "2026-11-03T14:00:00.000Z" })).toMatchObject({
    status: 409,
    body: { reasons: [{ reason: "HOURS" }] },
  });
  const { exceptions } = await hoursOf(store.owner);
  expect(exceptions).toMatchObject([{ reason: "Dentist" }, { reason: "Dentist" }]);
  for (const { id } of exceptions) {
    expect((await host.call("people.deleteException", store.owner, { params: { id } })).status).toBe(200);
  }
  expect(await store.slots(TUESDAY)).toContain(ELEVEN);
});

test("where the store is closed or has other hours nobody is there for longer", async () => {
  const store = await team();
  await add(store.owner, off(store.people[1]?.id ?? ""));
  expect(await add(store.owner, off(null, { hours: MORNING, reason: "Inventory" }))).toMatchObject({
    status: 200,
  });
  expect(await store.slots(TUESDAY)).toEqual(["2026-11-03T14:00:00.000Z", TEN]);
  for (let i = 0; i < 4; i++) {
    expect((await store.book({ startsAt: TEN, email: `v${i}@example.com` })).status).toBe(200);
  }
  expect((await store.book({ startsAt: TEN, email: "v5@example.com" })).status).toBe(409);
  await add(store.owner, off(null));
  expect((await store.days(TUESDAY))[0]).toMatchObject({ state: "closed" });
});

test("people set their own hours, the owner and admins everybody's and the store's", async () => {
  const store = await team();
  const [owner, bea, cem] = store.people as [Person, Person, Person];
  const { owner: stranger } = await host.store();
  const set = (as: Person, whose: Person, availability: unknown = NINE_TO_FIVE) =>
    host.call("people.setHours", as, { params: { id: whose.id }, body: { availability } });
  expect((await set(bea, bea, null)).status).toBe(200);
  expect((await hoursOf(bea, cem)).availability).toBeNull();
  expect((await set(cem, bea)).status).toBe(403);
  expect((await set(stranger, bea)).status).toBe(404);
  expect((await set(owner, bea)).status).toBe(200);
  expect((await hoursOf(bea)).availability).toEqual(NINE_TO_FIVE);
  expect((await set(owner, bea, [[true]])).status).toBe(400);

  expect((await add(cem, off(bea.id))).status).toBe(403);
  expect((await add(cem, off(null))).status).toBe(403);
  expect((await add(stranger, off(bea.id))).status).toBe(404);
  expect((await add(cem, off(cem.id, { to: "2026-11-01" }))).status).toBe(400);
  expect((await add(cem, off(cem.id))).status).toBe(200);
  await add(owner, off(null));
  const { exceptions } = await hoursOf(cem);
  const [own, stores] = [exceptions.find((one) => !one.isStores), exceptions.find((one) => one.isStores)];
  const end = (as: Person, id = "") => host.call("people.deleteException", as, { params: { id } });
  expect((await end(cem, stores?.id)).status).toBe(403);
  expect((await end(bea, own?.id)).status).toBe(403);
  expect((await end(stranger, own?.id)).status).toBe(404);
  expect([(await end(cem, own?.id)).status, (await end(owner, stores?.id)).status]).toEqual([200, 200]);
});
