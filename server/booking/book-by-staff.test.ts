import { newId } from "#server/db/id.ts";
import { ELEVEN, TEN, TUESDAY } from "#server/testing/booking.ts";
import { type Column, frontDeskTests, type Made } from "#server/testing/front-desk.ts";
import type { Person } from "#server/testing/host.ts";

const host = frontDeskTests();
const { team, setRules, create, caller, column } = host;

test("staff book a caller with a number alone: the contact is made, no mail is, and colleagues see it", async () => {
  const store = await team();
  const [, bea] = store.people;
  const made = await create(store, { personId: bea?.id });
  expect(made).toMatchObject({
    status: 200,
    body: { booking: { name: "Nora Berg", person: { id: bea?.id } } },
  });
  expect(await store.mails()).toEqual([]);
  const found = await host.call("contacts.list", store.owner, { query: { search: "0176" } });
  expect(found.body).toMatchObject([{ firstName: "Nora", phoneNumber: "(415) 555-0176" }]);
  const seen = await column(store, bea as Person, store.people[5]);
  expect(seen.events).toMatchObject([{ title: "Ring fitting · Nora Berg", start: TEN }]);
  expect(seen).toMatchObject({ isMe: false, isBookable: true, error: null });
});

test("over another booking, outside the hours or with somebody who does not give it staff are asked, and who did it is kept", async () => {
  const store = await team();
  const [, bea] = store.people;
  expect((await create(store, {})).status).toBe(200);
  const early = { startsAt: "2026-11-03T13:30:00.000Z" };
  const reasons = async (changes: object) => {
    const answer = await create(store, changes);
    const { reasons: found = [] } = answer.body as { reasons?: { reason: string; text: string }[] };
    return [answer.status, ...found.map(({ reason }) => reason)];
  };
  expect(await reasons({})).toEqual([409, "OVERLAP"]);
  expect(await reasons(early)).toEqual([409, "HOURS"]);
  await setRules(store, { people: [store.owner.id] });
  expect(await reasons({ personId: bea?.id })).toEqual([409, "PERSON"]);
  // Only what was asked about is allowed.
  expect(await reasons({ allow: ["HOURS"] })).toEqual([409, "OVERLAP"]);
  const made = await create(store, { allow: ["OVERLAP"] }, bea);
  expect(made).toMatchObject({
    status: 200,
    body: { booking: { allowed: ["OVERLAP"], allowedBy: "Ada USER", createdBy: "Ada USER" } },
  });
  expect((await column(store, store.owner)).events).toHaveLength(2);
  // Anyone is the only one who gives it.
  expect(await reasons({ personId: null })).toEqual([409, "OVERLAP"]);
  expect((await store.rows()).filter(({ userId }) => userId === store.owner.id)).toHaveLength(2);
});

test("what staff booked or moved is undone within ten seconds as if it had never been, and not after", async () => {
  const store = await team();
  const undo = ({ id, version }: { id: string; version: number }) =>
    host.call("bookings.undo", store.owner, { params: { id }, body: { version } });
  const mailed = { ...caller, email: "nora@example.com" };
  const repeat = { weeks: 1, times: 2 };
  await setRules(store, { daysInAdvance: 60 });
  const first = await create(store, { caller: mailed, repeat });
  expect(await store.rows()).toHaveLength(3);
  // Until then neither a mail leaves nor a calendar is told.
  const until = new Date(host.clock.now + 10_000);
  const waiting = (await store.mails()).filter(({ kind }) => kind === "booking");
  expect(waiting.map(({ dueAt }) => dueAt)).toEqual([until, until, until]);
  expect((await store.rows()).map(({ calendarDueAt }) => calendarDueAt)).toEqual([until, until, until]);
  expect((await undo((first.body as Made).booking)).status).toBe(200);
  expect([await store.rows(), await store.mails()]).toEqual([[], []]);

  const { booking } = (await create(store, { caller: mailed })).body as Made;
  const mailsBefore = (await store.mails()).map(({ id, state }) => [id, state]);
  const [rowBefore] = await store.rows();
  host.clock.now += 11_000;
  const body = { startsAt: ELEVEN, personId: store.people[1]?.id, minutes: 30 };
  const moved = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
  expect(moved).toMatchObject({
    status: 200,
    body: { startsAt: ELEVEN, person: { id: store.people[1]?.id } },
  });
  expect((await undo(moved.body as Made["booking"])).status).toBe(200);
  const [row] = await store.rows();
  const { startsAt, endsAt, userId, sequence } = rowBefore ?? {};
  expect(row).toMatchObject({ startsAt, endsAt, userId, sequence });
  expect((await store.mails()).map(({ id, state }) => [id, state])).toEqual(mailsBefore);

  const again = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
  host.clock.now += 10_000;
  expect((await undo(again.body as Made["booking"])).status).toBe(409);
});

test("a repetition keeps the store's clock over the change of it, and leaves out what is taken", async () => {
  const store = await team();
  host.clock.now = Date.parse("2026-10-19T16:00:00Z");
  await setRules(store, { daysInAdvance: 60 });
  const taken = { startsAt: "2026-11-03T15:00:00.000Z" };
  expect((await create(store, taken)).status).toBe(200);
  const made = await create(store, { startsAt: "2026-10-20T14:00:00.000Z", repeat: { weeks: 1, times: 3 } });
  expect(made.body).toMatchObject({
    also: ["2026-10-27T14:00:00.000Z", "2026-11-10T15:00:00.000Z"],
    leftOut: [{ startsAt: "2026-11-03T15:00:00.000Z", text: "Ada has something else then." }],
  });
});

test("of each person's own account colleagues see when it is busy, and nothing more", async () => {
  const store = await team();
  const bea = store.people[1] as Person;
  const event = { title: "Dentist", userId: bea.id };
  await store.addEvent(TEN, ELEVEN, event);
  expect((await column(store, bea)).events).toMatchObject([{ title: "Dentist" }]);
  await store.connect(bea);
  expect((await column(store, bea)).events).toMatchObject([{ title: "Busy" }]);
  expect((await column(store, bea, bea)).events).toMatchObject([{ title: "Dentist" }]);
  // Nor do they where the owner lets the store's mail leave through it.
  await host.call("people.setStoresAccount", store.owner, { params: { id: bea.id } });
  expect((await column(store, bea)).events).toMatchObject([{ title: "Busy" }]);
});

test("one calendar that cannot be read blocks its person alone", async () => {
  const store = await team();
  const bea = store.people[1] as Person;
  await store.connect(bea, { provider: "imap", secrets: null });
  expect(await column(store, bea)).toMatchObject({ error: expect.stringContaining("cannot be read") });
  for (let i = 0; i < 4; i++) {
    expect((await store.book({ startsAt: TEN, email: `a${i}@example.com` })).status).toBe(200);
  }
  expect((await store.book({ startsAt: TEN, email: "last@example.com" })).status).toBe(409);
  expect((await store.rows()).some(({ userId }) => userId === bea.id)).toBe(false);
  const told = (await host.call("users.me", store.owner)).body as { incidents: { text: string }[] };
  expect(told.incidents).toMatchObject([{ text: expect.stringContaining("Nobody can book with them") }]);
});

test("who is removed leaves their appointments to somebody else", async () => {
  const store = await team();
  const bea = store.people[1] as Person;
  const { booking } = (await create(store, { personId: bea.id })).body as Made;
  await setRules(store, { people: [bea.id, store.owner.id] });
  expect((await host.call("team.remove", store.owner, { body: { id: bea.id } })).status).toBe(200);
  const { body } = await host.call("people.calendar", store.owner, { query: { from: TUESDAY, to: TUESDAY } });
  const { people } = body as { people: Column[] };
  expect(people.at(-1)).toMatchObject({ id: null, events: [{ booking: { id: booking.id } }] });
  const [type] = (await host.call("appointmentTypes.list", store.owner)).body as { people: string[] }[];
  expect(type?.people).toEqual([store.owner.id]);
  const move = { params: { id: booking.id }, body: { startsAt: TEN, personId: store.owner.id } };
  expect((await host.call("bookings.move", store.owner, move)).status).toBe(200);
  expect((await column(store, store.owner)).events).toMatchObject([{ booking: { id: booking.id } }]);
});

test("the same key books once, and is of no use with something else", async () => {
  const store = await team();
  const key = newId();
  const [one, two] = await Promise.all([create(store, { key }), create(store, { key })]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((one.body as Made).booking.id).toBe((two.body as Made).booking.id);
  expect(await store.rows()).toHaveLength(1);
  expect((await create(store, { key, startsAt: ELEVEN })).status).toBe(422);
  // Of somebody else the same key is another.
  expect((await create(store, { key, startsAt: ELEVEN }, store.people[1])).status).toBe(200);
});
