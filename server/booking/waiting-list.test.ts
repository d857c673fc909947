import { eq } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { appointmentTypes } from "#server/platform/db/schema-calendar.ts";
import { ELEVEN, NINE_TO_FIVE, TEN, TUESDAY } from "#server/testing/booking.ts";
import { waitingTests } from "#server/testing/waiting.ts";
import { offerFreeTimes } from "./waiting-line.ts";

const host = waitingTests();
const WEDNESDAY = "2026-11-04";
const MINUTE = 60_000;

test("reserves a time for the first in line", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  const eve = await host.wait(store, { name: "Eve Lind", email: "eve@example.com" });
  expect(await host.turn()).toBe(0);
  await day.cancel(TEN);
  expect(await host.turn()).toBe(1);
  expect(await host.turn()).toBe(0);

  const { offer } = await host.look(dora.token);
  expect(offer).toMatchObject({ startsAt: TEN, heldUntil: "2026-11-02T17:30:00.000Z" });
  expect((await host.look(eve.token)).offer).toBeNull();
  expect(await store.slots(TUESDAY)).toEqual([]);
  expect((await store.book({ startsAt: TEN, email: "other@example.com" })).status).toBe(409);
  const mails = (await store.mails()).filter(({ subject }) => subject?.startsWith("A time opened up"));
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(["dora@example.com"]);
  expect(mails[0]?.text).toContain("until Tuesday, November 3, 2026 at 2:30 AM");
  expect(mails[0]?.text).toContain(`/book/waiting/${dora.token}`);

  expect((await host.take(eve.token, offer?.id)).status).toBe(404);
  const taken = await Promise.all([1, 2, 3].map(() => host.take(dora.token, offer?.id)));
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200]);
  const booked = (await store.rows()).filter(
    ({ startsAt, status }) => startsAt.toISOString() === TEN && status === "CONFIRMED",
  );
  expect(booked).toMatchObject([{ name: "Dora Lind", email: "dora@example.com" }]);
  expect((await store.mails()).map(({ subject }) => subject)).toContain(
    "Confirmed: Ring fitting on Tue, Nov 3",
  );
  expect((await host.line(store.owner)).map(({ name, state }) => [name, state])).toEqual([
    ["Dora Lind", "TAKEN"],
    ["Eve Lind", "WAITING"],
  ]);
});

test("passes on a declined or expired time once", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const [dora, eve] = [await host.wait(store), await host.wait(store, { email: "eve@example.com" })];
  await day.cancel(TEN);
  await host.turn();
  const first = await host.look(dora.token);
  expect((await host.decline(dora.token, first.offer?.id)).status).toBe(200);
  await host.turn();
  const second = await host.look(eve.token);
  expect(second.offer).toMatchObject({ startsAt: TEN });
  expect((await host.decline(dora.token, first.offer?.id)).status).toBe(200);
  expect((await host.take(dora.token, first.offer?.id)).status).toBe(409);

  await host.leave(store);
  host.clock.now += 30 * MINUTE;
  expect((await host.look(dora.token)).missed).toBeNull();
  expect((await host.look(eve.token)).missed).toBe(TEN);
  expect(await store.slots(TUESDAY)).toEqual([]);
  expect((await host.take(eve.token, second.offer?.id)).status).toBe(409);
  expect(await host.turn()).toBe(0);
  expect((await host.rows(store)).offers.map(({ state }) => state)).toEqual(["DECLINED", "LAPSED"]);
});

test("puts a time back when nobody takes it", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await day.cancel(TEN);
  await host.turn();
  await host.leave(store);
  host.clock.now += 31 * MINUTE;
  expect(await host.turn()).toBe(0);
  expect((await host.rows(store)).offers).toMatchObject([{ state: "LAPSED" }]);
  expect(await store.slots(TUESDAY)).toEqual([TEN]);
  expect(await host.look(dora.token)).toMatchObject({ offer: null, missed: TEN });
  const afternoon = "2026-11-03T20:00:00.000Z";
  await day.cancel(afternoon);
  expect(await host.turn()).toBe(0);
  host.clock.now += 3 * 60 * MINUTE;
  expect(await host.turn()).toBe(1);
  expect(await host.look(dora.token)).toMatchObject({ offer: { startsAt: afternoon }, missed: null });
});

test("looks hourly, sooner with a calendar elsewhere, daily if nobody waits", async () => {
  const store = await host.store();
  await host.fill(store);
  await host.wait(store);
  const database = await host.database();
  const isStore = eq(organizations.id, store.id);
  const minutesUntilLook = async () => {
    await database.system((db) =>
      db
        .update(organizations)
        .set({ lineDueAt: new Date(0) })
        .where(isStore),
    );
    await host.turn();
    const [found] = await database.system((db) => db.select().from(organizations).where(isStore));
    return ((found?.lineDueAt?.getTime() ?? 0) - host.clock.now) / MINUTE;
  };
  expect(await minutesUntilLook()).toBe(60);
  await store.setAccount({ provider: "google", externalId: store.id, calendarId: "work" });
  expect(await minutesUntilLook()).toBe(10);
  host.clock.now += 3 * 24 * 60 * MINUTE;
  expect(await minutesUntilLook()).toBe(24 * 60);
});

test("offers only new times that fit the entry", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const range = { to: WEDNESDAY, timeOfDay: "AFTERNOON" };
  const dora = await host.wait(store, range);
  expect(await host.turn()).toBe(0);
  await day.cancel(TEN);
  expect(await host.turn()).toBe(0);
  const [, , , , , wednesday = ""] = await store.slots(WEDNESDAY);
  await store.book({ startsAt: wednesday, email: "w@example.com" });
  await host.turn();
  const booked = (await store.rows()).find(({ startsAt }) => startsAt.toISOString() === wednesday);
  await host.call("bookings.cancel", store.owner, { params: { id: booked?.id ?? "" } });
  expect(await host.turn()).toBe(1);
  expect((await host.look(dora.token)).offer).toMatchObject({ startsAt: wednesday });
});

test("offers times of longer hours and removed days off", async () => {
  const store = await host.store();
  const owner = store.owner.id;
  const off = { personId: owner, from: TUESDAY, to: TUESDAY, hours: null, reason: "" };
  const { body } = await host.call("people.addException", store.owner, { body: off });
  const dora = await host.wait(store);
  expect(await host.turn()).toBe(0);
  await host.call("people.deleteException", store.owner, { params: { id: (body as { id: string }).id } });
  expect(await host.turn()).toBe(1);
  const { offer } = await host.look(dora.token);
  expect(offer?.startsAt).toBe("2026-11-03T14:00:00.000Z");

  const closed = NINE_TO_FIVE.map((hours) => hours.map((isOpen, hour) => isOpen && hour > 12));
  await host.call("people.setHours", store.owner, { params: { id: owner }, body: { availability: closed } });
  expect(await host.take(dora.token, offer?.id)).toMatchObject({
    status: 409,
    body: { message: "This time is no longer available. You stay on the list for other times." },
  });
  await host.turn();
  expect((await host.look(dora.token)).offer).toMatchObject({ startsAt: "2026-11-03T18:00:00.000Z" });
});

test("applies a longer type, more notice and a deleted type", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await host.setRules(store as never, { notice: 60 * 24 });
  await day.cancel(TEN);
  expect(await host.turn()).toBe(0);
  await host.setRules(store as never, { notice: 0 });
  await host.turn();
  const { offer } = await host.look(dora.token);
  await host.setRules(store as never, { defaultMeetingLength: 45 });
  expect((await host.take(dora.token, offer?.id)).status).toBe(409);
  const { database } = await host.host();
  await database.tenant(store.id, (db) =>
    db.delete(appointmentTypes).where(eq(appointmentTypes.organizationId, store.id)),
  );
  expect((await host.call("visitor.waiting", null, { params: { token: dora.token } })).status).toBe(404);
  expect(await host.turn()).toBe(0);
});

test("reserves a time at night until the morning", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const dora = await host.wait(store);
  host.clock.now = Date.parse("2026-11-03T04:00:00Z");
  await day.cancel(TEN);
  await host.turn();
  // Tuesday 8:00 in New York, two hours before it begins.
  expect((await host.look(dora.token)).offer?.heldUntil).toBe("2026-11-03T13:30:00.000Z");
  const mail = (await store.mails()).find(({ subject }) => subject?.startsWith("A time opened up"));
  expect(mail?.dueAt.toISOString()).toBe("2026-11-03T13:00:00.000Z");
});

test("warns staff before they book over a reservation", async () => {
  const store = await host.team();
  const only = { people: [store.owner.id] };
  await host.setRules(store, only);
  const day = await host.fill(store);
  const dora = await host.wait(store);
  await day.cancel(TEN);
  await host.turn();
  const { events } = await host.column(store, store.owner);
  expect(events.filter(({ held }) => held)).toMatchObject([{ title: "Reserved for Dora Lind", start: TEN }]);
  const asked = await host.create(store, {});
  expect(asked).toMatchObject({
    status: 409,
    body: {
      reasons: [
        { reason: "HELD", text: "This time is reserved for Dora Lind on the waiting list until 12:30 PM." },
      ],
    },
  });
  expect((await host.create(store, { allow: ["HELD"] })).status).toBe(200);
  expect(await host.look(dora.token)).toMatchObject({ state: "WAITING", offer: null });
  expect((await host.rows(store)).offers).toMatchObject([{ state: "WITHDRAWN" }]);
});

test("offers a time once a move can't be undone", async () => {
  const store = await host.store();
  await host.fill(store);
  await host.wait(store);
  await host.turn();
  const [booked] = (await store.rows()).filter(({ startsAt }) => startsAt.toISOString() === TEN);
  const body = { startsAt: "2026-11-04T15:00:00.000Z" };
  const params = { id: booked?.id ?? "" };
  expect((await host.call("bookings.move", store.owner, { params, body })).status).toBe(200);
  expect(await host.turn()).toBe(0);
  host.clock.now += 11_000;
  expect(await host.turn()).toBe(1);
});

test("lets staff accept or pass on a time by phone", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  const contact = { firstName: "Pia", lastName: "Berg", email: "", phoneNumber: "+1 415 555 0176" };
  const made = await host.call("contacts.create", store.user, { body: contact });
  const [type] = (await host.call("appointmentTypes.list", store.user)).body as { id: string }[];
  const { id } = made.body as { id: string };
  const form = { contact: { id, name: "" }, typeId: type?.id, personId: null };
  const days = { from: TUESDAY, to: TUESDAY, timeOfDay: "ANY" };
  const body = { ...form, ...days };
  expect((await host.call("wishes.create", store.user, { body })).status).toBe(200);
  await day.cancel(TEN);
  await day.cancel(ELEVEN);
  await host.turn();
  const [pia] = await host.line(store.user);
  expect(pia).toMatchObject({ name: "Pia Berg", isCalled: true, offer: { startsAt: TEN } });
  const subjects = (await store.mails()).map(({ kind, subject }) => `${kind}: ${subject}`);
  expect(subjects).toContain("notice: Please call Pia Berg: a time opened up");
  const params = { id: pia?.id ?? "" };
  const offered = (offerId = "") => ({ params, body: { offerId } });
  expect((await host.call("wishes.pass", store.user, offered(pia?.offer?.id))).status).toBe(200);
  await host.turn();
  const [next] = await host.line(store.user);
  expect(next?.offer?.startsAt).toBe(ELEVEN);
  expect((await host.call("wishes.take", store.user, offered(newId()))).status).toBe(404);
  expect((await host.call("wishes.take", store.user, offered(next?.offer?.id))).status).toBe(200);
  const booked = (await store.rows()).find(({ name }) => name === "Pia Berg");
  expect(booked).toMatchObject({ status: "CONFIRMED", contactId: id });
});

test("makes no offers while the store's mailbox fails", async () => {
  const store = await host.store();
  const day = await host.fill(store);
  await host.wait(store);
  await store.setAccount({ provider: "imap", error: "Connect it again" });
  await day.cancel(TEN);
  await host.turn();
  expect((await host.rows(store)).offers).toEqual([]);
});

test("reads the store as often for six entries as for one", async () => {
  const store = await host.store();
  await host.fill(store);
  const inner = await host.host();
  const readsOfTurn = async () => {
    let reads = 0;
    const read: typeof inner.database.read = (...query) => {
      reads += 1;
      return inner.database.read(...query);
    };
    await offerFreeTimes({ ...inner, database: { ...inner.database, read } });
    return reads;
  };
  await host.wait(store);
  const reads = await readsOfTurn();
  for (let n = 0; n < 5; n++) await host.wait(store, { email: `eve${n}@example.com` });
  expect([reads > 0, await readsOfTurn()]).toEqual([true, reads]);
});
