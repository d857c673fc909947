import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { bookings, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { TEN, TUESDAY } from "#server/testing/booking.ts";
import { recordsOf } from "#server/testing/records.ts";
import { waitingTests } from "#server/testing/waiting.ts";
import { offerFreeTimes } from "./waiting-line.ts";
import { removeEntry } from "./waitlist.ts";

const host = waitingTests();
const ELEVEN_PM = "2026-11-03T04:00:00Z";
type Store = Awaited<ReturnType<typeof host.store>>;

const queued = async (store: Store, subject: string) =>
  (await store.mails()).filter((mail) => mail.state === "queued" && mail.subject?.startsWith(subject));

test("keeps entries when staff undo a booking, however late", async () => {
  const store = await host.team();
  await host.setRules(store, { people: [store.owner.id] });
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await day.cancel(TEN);
  const caller = { name: "Dora Lind", phoneNumber: "", email: "dora@example.com" };
  const made = await host.create(store, { caller });
  const { id, version } = (made.body as { booking: { id: string; version: number } }).booking;
  const params = { id };
  host.clock.now += 8_000;
  expect((await host.call("bookings.hold", store.owner, { params, body: { version } })).status).toBe(200);
  host.clock.now += 3_000;
  await host.turn();
  expect((await host.call("bookings.undo", store.owner, { params, body: { version } })).status).toBe(200);
  expect(await host.look(dora.token)).toMatchObject({ state: "WAITING" });
  host.clock.now += 11_000;
  await host.turn();
  expect((await host.look(dora.token)).offer?.startsAt).toBe(TEN);
});

test.each(["type", "person", "contact"])("sends no offer after its %s was deleted at night", async (what) => {
  const store = await host.team();
  const [owner, colleague] = store.people;
  if (!owner || !colleague) throw new Error("the team has two people");
  await host.setRules(store, { people: [colleague.id] });
  const day = await host.fill(store);
  const contact = { id: await recordsOf(host).contact(owner), name: "" };
  const [type] = (await host.call("appointmentTypes.list", owner)).body as { id: string }[];
  const when = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY", personId: null };
  await host.call("wishes.create", owner, { body: { ...when, contact, typeId: type?.id } });
  await host.turn();
  host.clock.now = Date.parse(ELEVEN_PM);
  await day.cancel("2026-11-03T21:00:00.000Z");
  await host.turn();
  expect(await queued(store, "A time opened up")).toHaveLength(1);
  if (what === "type") await host.call("appointmentTypes.delete", owner, { params: { id: type?.id } });
  else if (what === "person") await host.call("team.remove", owner, { body: { id: colleague.id } });
  else await host.call("contacts.delete", owner, { params: { id: contact.id } });
  expect((await host.rows(store)).offers).toEqual([]);
  expect(await queued(store, "A time opened up")).toEqual([]);
});

test.each(["contacts.delete", "contacts.erase"] as const)(
  "offers the time to the next person after %s",
  async (what) => {
    const store = await host.store();
    const day = await host.fill(store);
    const contact = { firstName: "Pia", lastName: "Berg", email: "pia@example.com", phoneNumber: "" };
    const { id } = (await host.call("contacts.create", store.owner, { body: contact })).body as {
      id: string;
    };
    const [type] = (await host.call("appointmentTypes.list", store.owner)).body as { id: string }[];
    const body = { contact: { id, name: "" }, typeId: type?.id, personId: null };
    const when = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY" };
    await host.call("wishes.create", store.owner, { body: { ...body, ...when } });
    const dora = await host.wait(store);
    await host.turn();
    await day.cancel(TEN);
    await host.turn();
    expect((await host.line(store.owner)).map(({ offer }) => offer?.startsAt)).toEqual([TEN, undefined]);
    const params = { id };
    expect((await host.call(what, store.owner, { params, body: { name: "Pia Berg" } })).status).toBe(200);
    await host.turn();
    expect((await host.look(dora.token)).offer?.startsAt).toBe(TEN);
  },
);

test("sends no email about offers answered at night", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  host.clock.now = Date.parse(ELEVEN_PM);
  await day.cancel(TEN);
  await host.turn();
  expect(await queued(store, "A time opened up")).toHaveLength(1);
  const { offer } = await host.look(dora.token);
  expect((await host.take(dora.token, offer?.id)).status).toBe(200);
  expect(await queued(store, "A time opened up")).toEqual([]);
});

test("doesn't call someone who left the list", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const contact = { firstName: "Pia", lastName: "Berg", email: "", phoneNumber: "+1 415 555 0176" };
  const { id } = (await host.call("contacts.create", store.user, { body: contact })).body as { id: string };
  const [type] = (await host.call("appointmentTypes.list", store.user)).body as { id: string }[];
  const body = { contact: { id, name: "" }, typeId: type?.id, personId: null };
  const days = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY" };
  await host.call("wishes.create", store.user, { body: { ...body, ...days } });
  host.clock.now = Date.parse(ELEVEN_PM);
  await day.cancel(TEN);
  await host.turn();
  expect(await queued(store, "Please call")).toHaveLength(1);
  const [pia] = await host.line(store.user);
  const passed = { params: { id: pia?.id ?? "" }, body: { offerId: pia?.offer?.id ?? "" } };
  expect((await host.call("wishes.pass", store.user, passed)).status).toBe(200);
  expect(await queued(store, "Please call")).toEqual([]);
});

test("offers a later time if the earlier is too soon", async () => {
  const store = await host.team();
  await host.setRules(store, { people: [store.owner.id], notice: 240 });
  const times = await store.slots(TUESDAY);
  const day = await host.fill(store);
  const dora = await host.wait(store);
  host.clock.now = Date.parse(ELEVEN_PM);
  for (const startsAt of times) await day.cancel(startsAt);
  await host.turn();
  expect((await host.look(dora.token)).offer?.startsAt).toBe("2026-11-03T18:00:00.000Z");
});

test("reserves one time per mailbox, however spelled", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  for (const tag of ["", "+1", "+2"]) await host.wait(store, { email: `dora${tag}@example.com` });
  for (const startsAt of [TEN, "2026-11-03T17:00:00.000Z", "2026-11-03T19:00:00.000Z"])
    await day.cancel(startsAt);
  await host.turn();
  expect((await host.rows(store)).offers).toHaveLength(1);
});

test("leaves room for staff on a full list", async () => {
  const store = await host.store();
  await host.fill(store);
  const first = await host.wait(store);
  const { database } = await host.host();
  const [entry] = (await host.rows(store)).waitlistEntries;
  if (!entry) throw new Error("The waitlist is empty");
  const many = (state: "WAITING" | "OVER", count: number) =>
    database.tenant(store.id, (db) =>
      db.insert(waitlistEntries).values(
        Array.from({ length: count }, (_, i) => ({
          ...entry,
          id: newId(),
          requestKey: newId(),
          rank: i + 1,
          state,
        })),
      ),
    );
  await many("OVER", 200);
  await many("WAITING", 399);
  const late = await host.addEntry(store, { name: "Eve", email: "eve@example.com" });
  expect(late).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("Please contact the store") },
  });
  const { id } = (
    await host.call("contacts.create", store.user, {
      body: { firstName: "Pia", lastName: "Berg", email: "pia@example.com", phoneNumber: "" },
    })
  ).body as { id: string };
  const [type] = (await host.call("appointmentTypes.list", store.user)).body as { id: string }[];
  const body = { contact: { id, name: "" }, typeId: type?.id, personId: null };
  const days = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY" };
  expect((await host.call("wishes.create", store.user, { body: { ...body, ...days } })).status).toBe(200);
  expect(await host.look(first.token)).toMatchObject({ state: "WAITING" });
  expect((await host.call("trash.list", store.owner)).body).toEqual([]);
});

test("restores a deleted entry to its place", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await host.wait(store, { name: "Eve Lind", email: "eve@example.com" });
  await day.cancel(TEN);
  await host.turn();
  expect((await host.look(dora.token)).offer).toMatchObject({ startsAt: TEN });
  const listed = async () => (await host.call("trash.list", store.user)).body;
  const [first] = await host.line(store.user);
  const at = { params: { id: first?.id ?? "" } };
  expect((await host.call("wishes.delete", store.user, at)).status).toBe(200);
  expect(await queued(store, "A time opened up")).toEqual([]);
  expect(await listed()).toMatchObject([{ kind: "wish", name: "Dora Lind", count: 1, along: [] }]);

  const back = await host.call("trash.restore", store.user, at);
  expect(back).toMatchObject({ status: 200, body: { kind: "wish", name: "Dora Lind", also: [] } });
  expect((await host.line(store.user)).map(({ name }) => name)).toEqual(["Dora Lind", "Eve Lind"]);
  expect(await host.look(dora.token)).toMatchObject({ state: "WAITING", offer: null });
  expect(await host.turn()).toBe(1);
  expect((await host.look(dora.token)).offer).toMatchObject({ startsAt: TEN });
  expect(await listed()).toEqual([]);

  for (const { id } of await host.line(store.user))
    await host.call("wishes.delete", store.user, { params: { id } });
  await host.turn();
  const [type] = (await host.call("appointmentTypes.list", store.owner)).body as { id: string }[];
  await host.call("appointmentTypes.delete", store.owner, { params: { id: type?.id ?? "" } });
  expect((await host.call("trash.restore", store.user, at)).status).toBe(409);
  expect(await host.call("trash.restore", store.owner, at)).toMatchObject({
    body: { name: "Dora Lind", also: [{ name: "Ring fitting" }] },
  });
  expect(await host.turn()).toBe(1);
});

if (process.env.TEST_DATABASE_URL) {
  test("offers a time that became free during processing", async () => {
    const store = await host.store();
    await host.fill(store);
    const dora = await host.wait(store);
    const inner = await host.host();
    const { tenant, system } = inner.database;
    const waits = sql`select from pg_locks where not granted`;
    const somebodyWaits = async () => (await system((db) => db.execute(waits))).rowCount !== 0;
    let changed: Promise<void> | undefined;
    let isOver = false;
    const change = () =>
      tenant(store.id, async (db) => {
        const freed = and(eq(bookings.organizationId, store.id), eq(bookings.startsAt, new Date(TEN)));
        await db.update(bookings).set({ status: "CANCELLED" }).where(freed);
        while (!isOver && !(await somebodyWaits())) await sleep(20);
      });
    const beside: typeof system = (work) =>
      changed
        ? system(work)
        : system((db) =>
            db.transaction(async (taking) => {
              const taken = await work(taking);
              changed = change();
              while (!(await somebodyWaits())) await sleep(20);
              return taken;
            }),
          );
    await offerFreeTimes({ ...inner, database: { ...inner.database, system: beside } });
    isOver = true;
    await changed;
    await host.turn();
    expect((await host.look(dora.token)).offer?.startsAt).toBe(TEN);
  });
}

test("sends nothing to someone who leaves meanwhile", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  await host.wait(store);
  await day.cancel(TEN);
  expect(await host.turn()).toBe(1);
  const [{ id } = { id: "" }] = await host.line(store.user);
  const inner = await host.host();
  const offered: number[] = [];
  const tenant: typeof inner.database.tenant = async (...change) => {
    const done = await inner.database.tenant(...change);
    if (offered.length === 0) offered.push(await host.turn());
    return done;
  };
  const database = { ...inner.database, tenant };
  await removeEntry({ ...inner, database }, { organizationId: store.id, id });
  expect(offered).toEqual([1]);
  expect(await host.line(store.user)).toEqual([]);
  expect(await queued(store, "A time opened up")).toEqual([]);
  expect(await store.slots(TUESDAY)).toEqual([TEN]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "offers a time to the first in line if it becomes free at read %d of a run",
  async (n) => {
    const store = await host.store();
    const day = await host.fill(store);
    const dora = await host.wait(store);
    const eve = await host.wait(store, { name: "Eve Lind", email: "eve@example.com" });
    const inner = await host.host();
    let reads = 0;
    const read: typeof inner.database.read = async (...query) => {
      if (query[0] === store.id && ++reads === n) await day.cancel(TEN);
      return inner.database.read(...query);
    };
    await offerFreeTimes({ ...inner, database: { ...inner.database, read } });
    if (reads < n) await day.cancel(TEN);
    await host.turn();
    expect((await host.look(dora.token)).offer).toMatchObject({ startsAt: TEN });
    expect((await host.look(eve.token)).offer).toBeNull();
  },
);
