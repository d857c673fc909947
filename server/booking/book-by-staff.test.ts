import { newId } from "#server/platform/db/id.ts";
import { ELEVEN, NINE_TO_FIVE, TEN, TUESDAY } from "#server/testing/booking.ts";
import { type Column, frontDeskTests, type Made } from "#server/testing/front-desk.ts";
import type { Person } from "#server/testing/host.ts";

const host = frontDeskTests();
const { team, setRules, create, column } = host;

test("books a caller by number, without email", async () => {
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

test("offers times for the appointment of a person who hasn't registered", async () => {
  const store = await team();
  const { id: personId } = await host.person(store.id, "USER", null);
  await store.setHours(NINE_TO_FIVE, personId);
  const made = await create(store, { personId, allow: ["PERSON"] });
  const { id } = (made.body as Made).booking;
  const period = { from: TUESDAY, to: TUESDAY };
  const { status, body } = await host.call("bookings.slots", store.owner, { params: { id }, query: period });
  expect([status, (body as { days: { slots: string[] }[] }).days[0]?.slots.includes(ELEVEN)]).toEqual([
    200,
    true,
  ]);
});

test("warns about overlaps, closed hours and unassigned people", async () => {
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
  expect(await reasons({ allow: ["HOURS"] })).toEqual([409, "OVERLAP"]);
  const made = await create(store, { allow: ["OVERLAP"] }, bea);
  expect(made).toMatchObject({
    status: 200,
    body: { booking: { allowed: ["OVERLAP"], allowedBy: "Ada USER", createdBy: "Ada USER" } },
  });
  expect((await column(store, store.owner)).events).toHaveLength(2);
  expect(await reasons({ personId: null })).toEqual([409, "OVERLAP"]);
  expect((await store.rows()).filter(({ userId }) => userId === store.owner.id)).toHaveLength(2);
});

test("explains a person's hours in a warning, without the reason", async () => {
  const store = await team();
  const [, bea] = store.people;
  const quarters = (from: number, to: number) =>
    Array.from({ length: 96 }, (_, at) => at >= from * 4 && at < to * 4 && (at < 48 || at >= 52));
  const exception = async (day: string, hours: boolean[] | null) => {
    const body = { personId: bea?.id, from: day, to: day, hours, reason: "Dentist" };
    expect((await host.call("people.addException", store.owner, { body })).status).toBe(200);
  };
  await exception(TUESDAY, quarters(9.5, 17.5));
  await exception("2026-11-04", null);
  await exception(
    "2026-11-05",
    Array.from({ length: 24 }, (_, hour) => hour >= 20),
  );
  await exception(
    "2026-11-06",
    Array.from({ length: 24 }, (_, hour) => hour < 2),
  );
  const said = async (startsAt: string) =>
    (await create(store, { personId: bea?.id, typeId: null, title: "Chat", minutes: 30, startsAt })).body;
  const answers = [];
  for (const startsAt of ["03T14:15", "03T16:45", "03T17:30", "03T22:15", "04T15:00", "06T06:45", "06T15:00"])
    answers.push(await said(`2026-11-${startsAt}:00.000Z`));
  expect(answers).toMatchObject(
    [
      "Ada works from 9:30 AM.",
      "Ada works until 12:00 PM and again from 1:00 PM.",
      "Ada works until 12:00 PM and again from 1:00 PM.",
      "Ada works until 5:30 PM.",
      "Ada doesn't work that day.",
      "Ada works until 2:00 AM.",
      "Ada works until 2:00 AM.",
    ].map((message) => ({ message, reasons: [{ reason: "HOURS", text: message }] })),
  );
});

test("returns the same warnings before booking", async () => {
  const store = await team();
  const [, bea] = store.people;
  await create(store, {});
  await setRules(store, { people: [store.owner.id], notice: 60, mostPerDay: 1 });
  const { body: types } = await host.call("appointmentTypes.list", store.owner);
  const [{ id: typeId } = { id: "" }] = types as { id: string }[];
  const wanted = { startsAt: TEN, minutes: 60, typeId, personId: store.owner.id };
  const check = (changes: object, as = store.owner) =>
    host.call("bookings.check", as, { query: { ...wanted, ...changes } });
  const rows = (await store.rows()).length;
  for (const changes of [
    {},
    { startsAt: "2026-11-03T13:30:00.000Z" },
    { startsAt: ELEVEN, minutes: 15 },
    { startsAt: "2026-11-04T15:00:00.000Z" },
    { startsAt: "2026-11-02T15:00:00.000Z" },
    { startsAt: "2026-10-02T15:00:00.000Z" },
    { personId: bea?.id },
    { personId: undefined },
  ]) {
    const said = (await check(changes)).body as { message: string | null; reasons: object[] };
    const sent = {
      minutes: 60,
      ...changes,
      personId: "personId" in changes ? (changes.personId ?? null) : store.owner.id,
    };
    const { status, body } = await create(store, sent);
    const answer = body as Made & { message: string; reasons?: object[] };
    expect([changes, said]).toEqual([
      changes,
      status === 200
        ? { message: null, reasons: [], note: null }
        : { message: answer.message, reasons: answer.reasons ?? [], note: null },
    ]);
    if (status !== 200) continue;
    const undo = { params: { id: answer.booking.id }, body: { version: answer.booking.version } };
    expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
  }
  expect(await store.rows()).toHaveLength(rows);
  const { owner: stranger } = await host.store();
  expect((await check({}, stranger)).status).toBe(404);
  expect((await check({ typeId: undefined }, stranger)).status).toBe(404);
  expect((await check({ minutes: 1 })).status).toBe(400);
});

test("warns with the hours of the store or the person", async () => {
  const store = await team();
  const hours = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => day > 0 && hour >= 10 && hour < 16),
  );
  const brand = { name: "Marlow", tagline: "", color: "", phone: "", website: "", address: "", hours };
  expect((await host.call("organization.setBrand", store.owner, { body: brand })).status).toBe(200);
  const said = async (startsAt: string, personId?: string) => {
    const query = { startsAt: `2026-11-0${startsAt}:00.000Z`, minutes: 30, ...(personId && { personId }) };
    return (await host.call("bookings.check", store.owner, { query })).body;
  };
  const { id } = store.owner;
  expect(await said("3T14:30", id)).toMatchObject({
    message: null,
    note: "The store is open that day from 10:00 AM.",
  });
  expect(await said("3T20:45", id)).toMatchObject({
    message: null,
    note: "The store is open that day until 4:00 PM.",
  });
  expect(await said("3T15:00", id)).toEqual({ message: null, reasons: [], note: null });
  expect(await said("3T23:30")).toMatchObject({
    message: "Nobody works then. Choose a person to book outside their hours.",
    note: "The store is open that day until 4:00 PM.",
  });
  expect(await said("3T23:30", id)).toMatchObject({
    reasons: [{ reason: "HOURS", text: expect.stringMatching(/^Ada works until/) }],
    note: "The store is open that day until 4:00 PM.",
  });
  const body = { personId: null, from: "2026-11-03", to: "2026-11-03", hours: null, reason: "" };
  expect((await host.call("people.addException", store.owner, { body })).status).toBe(200);
  expect(await said("3T15:00", id)).toMatchObject({ note: "The store is closed that day." });
});

test("returns the same warnings before a move", async () => {
  const store = await team();
  const [, bea] = store.people as [Person, Person];
  await create(store, { startsAt: ELEVEN });
  const { booking } = (await create(store, {})).body as Made;
  const place = { startsAt: TEN, minutes: 60, personId: store.owner.id };
  const check = (changes: object, as = store.owner) =>
    host.call("bookings.check", as, { query: { ...place, bookingId: booking.id, ...changes } });
  expect((await check({})).body).toEqual({ message: null, reasons: [], note: null });
  for (const changes of [
    { startsAt: "2026-11-03T13:30:00.000Z" },
    { startsAt: "2026-11-03T15:30:00.000Z" },
    { minutes: 90 },
    { startsAt: "2026-11-02T15:00:00.000Z" },
    { personId: bea.id },
  ]) {
    const said = (await check(changes)).body as { message: string | null; reasons: object[] };
    const body = { ...place, ...changes, version: booking.version };
    const moved = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
    const { message, reasons = [] } = moved.body as { message: string; reasons?: object[] };
    expect([changes, said]).toEqual([
      changes,
      moved.status === 200 ? { message: null, reasons: [], note: null } : { message, reasons, note: null },
    ]);
  }
  const { owner: stranger } = await host.store();
  expect((await check({}, stranger)).status).toBe(404);
});

test("moves an appointment without a type as far as bookable", async () => {
  const store = await team();
  const far = { startsAt: "2027-04-06T14:00:00.000Z", typeId: null, title: "Call back" };
  const { booking } = (await create(store, far)).body as Made;
  const move = { params: { id: booking.id }, body: { startsAt: "2027-04-06T15:00:00.000Z" } };
  expect((await host.call("bookings.move", store.owner, move)).status).toBe(200);
});

test("repeats at the local time and skips taken times", async () => {
  const store = await team();
  host.clock.now = Date.parse("2026-10-19T16:00:00Z");
  await setRules(store, { daysInAdvance: 60 });
  const taken = { startsAt: "2026-11-03T15:00:00.000Z" };
  expect((await create(store, taken)).status).toBe(200);
  const made = await create(store, { startsAt: "2026-10-20T14:00:00.000Z", repeat: { weeks: 1, times: 3 } });
  expect(made.body).toMatchObject({
    also: ["2026-10-27T14:00:00.000Z", "2026-11-10T15:00:00.000Z"],
    leftOut: [{ startsAt: "2026-11-03T15:00:00.000Z", text: "Ada is busy then." }],
  });
});

test("shows colleagues only busy times", async () => {
  const store = await team();
  const bea = store.people[1] as Person;
  const event = { title: "Dentist", userId: bea.id };
  await store.addEvent(TEN, ELEVEN, event);
  expect((await column(store, bea)).events).toMatchObject([{ title: "Dentist" }]);
  await store.connect(bea);
  expect((await column(store, bea)).events).toMatchObject([{ title: "Busy" }]);
  expect((await column(store, bea, bea)).events).toMatchObject([{ title: "Dentist" }]);
  await host.call("people.setStoresAccount", store.owner, { params: { id: bea.id } });
  expect((await column(store, bea)).events).toMatchObject([{ title: "Busy" }]);
});

test("lists today's calendar entries that aren't appointments", async () => {
  const store = await team();
  host.clock.now = Date.parse(TEN) - 60_000;
  const bea = store.people[1] as Person;
  expect((await create(store, { startsAt: TEN, personId: bea.id })).status).toBe(200);
  await store.addEvent(ELEVEN, "2026-11-03T17:00:00.000Z", { title: "Dentist", userId: bea.id });
  const entries = async (user: Person = store.owner) => (await host.call("people.today", user)).body;
  const dentist = { title: "Dentist", start: ELEVEN, end: "2026-11-03T17:00:00.000Z", isAllDay: false };
  expect(await entries()).toMatchObject([{ ...dentist, person: { id: bea.id } }]);
  await store.connect(bea);
  expect(await entries()).toMatchObject([{ ...dentist, title: "Busy" }]);
  expect(await entries(bea)).toMatchObject([dentist]);
  host.clock.now += 24 * 3_600_000;
  expect(await entries()).toEqual([]);
});

test("a person's unreadable calendar blocks only them", async () => {
  const store = await team();
  const bea = store.people[1] as Person;
  await store.connect(bea, { provider: "imap", secrets: null });
  expect(await column(store, bea)).toMatchObject({ error: expect.stringContaining("can't be read") });
  for (let i = 0; i < 4; i++) {
    expect((await store.book({ startsAt: TEN, email: `a${i}@example.com` })).status).toBe(200);
  }
  expect((await store.book({ startsAt: TEN, email: "last@example.com" })).status).toBe(409);
  expect((await store.rows()).some(({ userId }) => userId === bea.id)).toBe(false);
  const me = (await host.call("users.me", store.owner)).body as { incidents: { text: string }[] };
  expect(me.incidents).toMatchObject([{ text: expect.stringContaining("Nobody can book with them") }]);
});

test("gives a removed person's appointments to someone else", async () => {
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

test("books once per key and refuses its reuse", async () => {
  const store = await team();
  const key = newId();
  const [one, two] = await Promise.all([create(store, { key }), create(store, { key })]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect((one.body as Made).booking.id).toBe((two.body as Made).booking.id);
  expect(await store.rows()).toHaveLength(1);
  expect((await create(store, { key, startsAt: ELEVEN })).status).toBe(422);
  expect((await create(store, { key, startsAt: ELEVEN }, store.people[1])).status).toBe(200);
});
