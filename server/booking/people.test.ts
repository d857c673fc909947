import { ELEVEN, NINE_TO_FIVE, TEN, TUESDAY } from "#server/testing/booking.ts";
import { frontDeskTests } from "#server/testing/front-desk.ts";

const host = frontDeskTests();
const { team, setRules, create } = host;
const NOON_TUESDAY = "2026-11-03T17:00:00.000Z";

test("gives simultaneous visitors one appointment per person", async () => {
  const store = await team();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => store.book({ startsAt: TEN, email: `v${i}@example.com` })),
  );
  const booked = answers.filter(({ status }) => status === 200);
  expect(booked).toHaveLength(5);
  const rows = await store.rows();
  expect(new Set(rows.map(({ userId }) => userId)).size).toBe(5);
  const late = answers.find(({ status }) => status === 409)?.body as {
    slots: { days: { slots: string[] }[] };
  };
  expect(late.slots.days[0]?.slots).toContain(ELEVEN);
  expect(late.slots.days[0]?.slots).not.toContain(TEN);
});

test("assigns the least busy person, then by name", async () => {
  const store = await team();
  for (const [i, startsAt] of [
    TEN,
    ELEVEN,
    NOON_TUESDAY,
    "2026-11-03T18:00:00.000Z",
    "2026-11-03T19:00:00.000Z",
  ].entries()) {
    expect((await store.book({ startsAt, email: `v${i}@example.com` })).status).toBe(200);
  }
  const counts = new Map<string | null, number>();
  for (const { userId } of await store.rows()) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  expect([...counts.values()]).toEqual([1, 1, 1, 1, 1]);
});

test("assigns the visitor's choice, or anyone offering the type", async () => {
  const store = await team();
  const [, bea, cem] = store.people;
  await setRules(store, { people: [bea?.id, cem?.id], visitorChooses: true });
  const page = await host.call("visitor.page", null, { params: { slug: store.slug } });
  expect((page.body as { people: { id: string }[] }).people.map(({ id }) => id).sort()).toEqual(
    [bea?.id, cem?.id].sort(),
  );
  expect((await store.book({ startsAt: TEN, personId: cem?.id })).status).toBe(200);
  expect(await store.book({ startsAt: TEN, personId: cem?.id, email: "second@example.com" })).toMatchObject({
    status: 409,
  });
  expect((await store.rows()).map(({ userId }) => userId)).toEqual([cem?.id]);
  expect((await store.book({ startsAt: TEN, email: "third@example.com" })).status).toBe(200);
  expect(await store.book({ startsAt: TEN, email: "fourth@example.com" })).toMatchObject({ status: 409 });
  const query = { from: TUESDAY, to: TUESDAY, person: cem?.id };
  const { body } = await host.call("visitor.slots", null, { params: { slug: store.slug }, query });
  expect((body as { days: { slots: string[] }[] }).days[0]?.slots).not.toContain(TEN);
});

test("refuses people of another store and people without hours", async () => {
  const store = await team();
  const { owner: stranger } = await host.store();
  await setRules(store, { visitorChooses: true });
  for (const personId of [stranger.id, store.people[5]?.id]) {
    expect((await store.book({ startsAt: TEN, personId })).status).toBe(503);
  }
  expect((await create(store, { personId: stranger.id })).status).toBe(404);
  expect(
    (
      await host.call("people.slots", store.owner, {
        query: { from: TUESDAY, to: TUESDAY, minutes: 30, personId: stranger.id },
      })
    ).status,
  ).toBe(404);
  expect(await store.rows()).toEqual([]);
});

test("offers an invited person once they register, and keeps their hours", async () => {
  const store = await host.store();
  await store.setHours(null);
  const invited = { firstName: "Ida", lastName: "Berg", email: "ida@example.com", role: "USER" };
  const { body } = await host.call("team.invite", store.owner, { body: invited });
  const { body: members } = await host.call("team.list", store.owner);
  const id = (members as { id: string; firstName: string }[]).find((one) => one.firstName === "Ida")?.id;
  await store.setHours(NINE_TO_FIVE, id);
  const none = { params: { slug: store.slug }, query: { from: TUESDAY, to: TUESDAY } };
  expect((await host.call("visitor.slots", null, none)).status).toBe(503);
  const hours = await host.call("people.hours", store.owner, { params: { id } });
  expect(hours.body).toMatchObject({ availability: NINE_TO_FIVE });

  const token = new URL((body as { link: string }).link).searchParams.get("token");
  await host.call("auth.register", null, { body: { token, password: "Sapphire-7" } });
  expect(await store.slots(TUESDAY)).toContain(TEN);
});

test("assigns only the store's people to a type", async () => {
  const store = await team();
  const { owner: stranger } = await host.store();
  const [type] = (await host.call("appointmentTypes.list", store.owner)).body as { id: string }[];
  const rules = { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 14 };
  for (const id of [stranger.id, "x"]) {
    const body = { ...rules, people: [store.owner.id, id] };
    const params = { id: type?.id };
    expect((await host.call("appointmentTypes.update", store.owner, { params, body })).status).toBe(400);
    expect((await host.call("appointmentTypes.create", store.owner, { body })).status).toBe(400);
  }
  for (const wrong of [{ typeId: "x" }, { personId: "x" }, { contactId: "x", caller: null }]) {
    expect((await create(store, wrong)).status).toBe(404);
  }
});

test("applies the rules to listing, booking and moving", async () => {
  const store = await team();
  await setRules(store, {
    people: [store.owner.id],
    minutesAfter: 30,
    step: 30,
    notice: 26 * 60,
    mostPerDay: 2,
  });
  expect((await store.days(TUESDAY))[0]?.slots[0]).toBe("2026-11-03T19:00:00.000Z");
  expect((await store.book({ startsAt: "2026-11-03T18:30:00.000Z" })).status).toBe(409);
  expect((await store.book({ startsAt: "2026-11-03T19:00:00.000Z" })).status).toBe(200);
  expect((await store.book({ startsAt: "2026-11-03T20:00:00.000Z", email: "b@example.com" })).status).toBe(
    409,
  );
  expect((await store.book({ startsAt: "2026-11-03T20:30:00.000Z", email: "b@example.com" })).status).toBe(
    200,
  );
  expect((await store.days(TUESDAY))[0]).toMatchObject({ state: "full", slots: [] });
  const wednesday = await store.book({ startsAt: "2026-11-04T15:00:00.000Z", email: "c@example.com" });
  const { moveToken } = wednesday.body as { moveToken: string };
  expect((await host.moveTo(moveToken, "2026-11-03T21:30:00.000Z")).status).toBe(409);
  expect((await host.moveTo(moveToken, "2026-11-04T16:30:00.000Z")).status).toBe(200);
});

test("applies rules that changed between listing and booking", async () => {
  const store = await team();
  const shown = await store.slots(TUESDAY);
  expect(shown).toContain(TEN);
  await setRules(store, { people: [] });
  expect((await store.book({ startsAt: TEN })).status).toBe(503);
  await setRules(store, { people: [store.owner.id] });
  await store.setHours(null);
  expect((await store.book({ startsAt: TEN })).status).toBe(503);
});

test("shows managers the connections of their own store only", async () => {
  const store = await team();
  await host.store();
  const { status, body } = await host.call("people.accounts", store.admin);
  expect(status).toBe(200);
  expect(body).toMatchObject([{ userId: store.owner.id, provider: "local", isStores: true, error: null }]);
  expect(Object.keys((body as object[])[0] ?? {}).sort()).toEqual(
    ["address", "error", "isStores", "name", "provider", "userId"].sort(),
  );
  expect((await host.call("people.accounts", store.user)).status).toBe(403);
});

test("previews rules before saving, against the current ones", async () => {
  const store = await team();
  await setRules(store, { people: [store.owner.id] });
  const [{ id = "" } = {}] = (await host.call("appointmentTypes.list", store.owner)).body as {
    id?: string;
  }[];
  const outlook = async (query: object, as = store.owner) =>
    host.call("appointmentTypes.outlook", as, { params: { id }, query });
  const day = "2026-11-02";
  expect((await outlook({})).body).toEqual({ booked: 0, times: { day, free: 5, before: 5 } });
  expect((await outlook({ minutes: "120" })).body).toEqual({ booked: 0, times: { day, free: 2, before: 5 } });
  expect((await outlook({ notice: "1440" })).body).toMatchObject({ times: { day: TUESDAY, before: 8 } });
  expect((await outlook({ step: "15" })).body).toMatchObject({ times: { day, free: 17, before: 5 } });
  expect((await outlook({ people: "none" })).body).toMatchObject({ times: { day, free: 0, before: 5 } });
  const booked = await store.book({ startsAt: TEN });
  expect(booked.status).toBe(200);
  const most = await outlook({ mostPerDay: "1", notice: "1440" });
  expect(most.body).toEqual({ booked: 1, times: { day: "2026-11-04", free: 8, before: 8 } });
  await setRules(store, { people: [store.owner.id], mostPerDay: 1 });
  expect((await outlook({ mostPerDay: "0", notice: "1440" })).body).toMatchObject({
    times: { day: TUESDAY, free: 5, before: 0 },
  });
  expect((await outlook({ people: "x".repeat(4001) })).status).toBe(400);
  expect((await outlook({ minutes: "ten" })).status).toBe(400);
  const other = await host.store();
  expect((await outlook({}, other.owner)).status).toBe(404);
});
