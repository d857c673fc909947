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
    exceptions: { id: string; isStores: boolean; reason: string; toMove: object[] }[];
  };

test("applies time off by the host's clock", async () => {
  host.clock.now = Date.parse("2024-11-04T17:00:00Z");
  const store = await team();
  const tuesday = "2024-11-05";
  const booking = { startsAt: `${tuesday}T15:00:00.000Z` };
  expect(await store.slots(tuesday)).toContain(booking.startsAt);
  await add(store.owner, off(null, { from: tuesday, to: tuesday }));
  expect(await store.slots(tuesday)).toEqual([]);
  expect((await store.book(booking)).status).toBe(409);
});

test("applies time off and special hours everywhere", async () => {
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
  expect(await add(store.owner, off(store.owner.id))).toMatchObject({ body: { toMove: 1 } });
  expect((await hoursOf(store.owner)).exceptions.map(({ toMove }) => toMove)).toEqual(
    [1, 2].map(() => [expect.objectContaining({ startsAt: TEN, title: "Ring fitting" })]),
  );
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

test("limits everyone's hours to the store's special hours", async () => {
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

test("shows who is off, but not why", async () => {
  const store = await team();
  const [owner, bea] = store.people as [Person, Person];
  await add(owner, off(bea.id, { hours: MORNING }));
  const shown = async () => host.column(store, bea);
  const [ten, eleven, five] = ["15", "16", "22"].map((hour) => `2026-11-03T${hour}:00:00.000Z`);
  expect(await shown()).toMatchObject({ away: [{ start: eleven, end: five, isStores: false }] });
  await add(owner, off(null, { hours: MORNING.map((open, hour) => open && hour < 10), reason: "Inventory" }));
  expect(await shown()).toMatchObject({
    open: [{ end: ten }],
    away: [
      { start: eleven, end: five, isStores: false },
      { start: ten, end: eleven, isStores: true },
    ],
  });
  const { body } = await host.call("people.calendar", bea, { query: { from: TUESDAY, to: TUESDAY } });
  expect(JSON.stringify(body)).not.toMatch(/Dentist|Inventory/);
});

test("lets people set their own hours, managers all", async () => {
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

describe("to the quarter of an hour", () => {
  const QUARTERS = Array.from({ length: 96 }, (_, at) => (at >= 38 && at < 50) || (at >= 52 && at < 71));
  const WEEK = Array.from({ length: 7 }, () => QUARTERS);
  const accountOf = async (person: Person) =>
    (await host.call("integration.account", person)).body as {
      calendarData: { calendarId: string; availability: boolean[][]; quarters: boolean[][] };
    };
  const starts = async (store: Awaited<ReturnType<typeof team>>) =>
    (await store.slots(TUESDAY)).map((slot) => slot.slice(11, 16));

  test("shows quarter hours as whole hours to older clients", async () => {
    const store = await team();
    await setRules(store, { people: [store.owner.id], defaultMeetingLength: 60, step: 15 });
    const set = (availability: unknown, as = store.owner) =>
      host.call("people.setHours", as, { params: { id: store.owner.id }, body: { availability } });
    expect((await set(WEEK.map(() => QUARTERS.slice(1)))).status).toBe(400);
    expect((await set(WEEK)).status).toBe(200);
    expect((await hoursOf(store.owner)).availability).toEqual(WEEK);
    const shown = await starts(store);
    expect([shown[0], shown.at(-1), shown.includes("17:15"), shown.includes("18:00")]).toEqual([
      "14:30",
      "21:45",
      false,
      true,
    ]);
    expect((await store.book({ startsAt: "2026-11-03T14:15:00.000Z" })).status).toBe(409);
    expect((await store.book({ startsAt: "2026-11-03T14:30:00.000Z" })).status).toBe(200);
    expect(await create(store, { startsAt: "2026-11-03T22:00:00.000Z", minutes: 60 })).toMatchObject({
      body: { reasons: [{ reason: "HOURS" }] },
    });
    expect(await host.column(store, store.owner)).toMatchObject({
      open: [
        { start: "2026-11-03T14:30:00.000Z", end: "2026-11-03T17:30:00.000Z" },
        { start: "2026-11-03T18:00:00.000Z", end: "2026-11-03T22:45:00.000Z" },
      ],
    });
    const whole = Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour <= 17);
    expect((await accountOf(store.owner)).calendarData).toMatchObject({
      availability: WEEK.map(() => whole),
      quarters: WEEK,
    });
    expect((await set(WEEK.map(() => NINE_TO_FIVE[2]?.flatMap((open) => Array(4).fill(open))))).status).toBe(
      200,
    );
    expect((await hoursOf(store.owner)).availability).toEqual(WEEK.map(() => NINE_TO_FIVE[2]));
  });

  test("changes only the edited hours for whole-hour clients", async () => {
    const store = await team();
    await host.call("people.setHours", store.owner, {
      params: { id: store.owner.id },
      body: { availability: WEEK },
    });
    const { calendarData } = await accountOf(store.owner);
    const save = (availability: boolean[][], more = {}) =>
      host.call("integration.setCalendar", store.owner, {
        body: { calendarId: calendarData.calendarId, availability, ...more },
      });
    expect((await save(calendarData.availability)).status).toBe(200);
    expect((await hoursOf(store.owner)).availability).toEqual(WEEK);
    await save(
      calendarData.availability.map((day, i) => day.map((open, hour) => open && (i !== 2 || hour < 17))),
    );
    expect((await accountOf(store.owner)).calendarData.quarters[2]).toEqual(
      QUARTERS.map((open, at) => open && at < 68),
    );
    expect((await accountOf(store.owner)).calendarData.quarters[3]).toEqual(QUARTERS);
    const late = WEEK.map(() => Array.from({ length: 96 }, (_, at) => at >= 90));
    await save(calendarData.availability, { quarters: late });
    expect((await hoursOf(store.owner)).availability).toEqual(late);
  });

  test("supports quarters on days with special hours", async () => {
    const store = await team();
    await setRules(store, { people: [store.owner.id], step: 15 });
    const { id } = store.owner;
    expect((await add(store.owner, off(id, { hours: QUARTERS }))).status).toBe(200);
    expect((await starts(store))[0]).toBe("14:30");
    await add(store.owner, off(null, { hours: MORNING }));
    expect(await starts(store)).toEqual(["14:30", "14:45", "15:00"]);
  });
});
