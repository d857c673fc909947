import { sql } from "drizzle-orm";
import { ELEVEN, TEN } from "#server/testing/booking.ts";
import { frontDeskTests, type Made } from "#server/testing/front-desk.ts";
import { repairOf } from "#server/testing/repairs.ts";

const host = frontDeskTests();
const { team, setRules, create, caller } = host;

test("undoes bookings and moves completely, within ten seconds", async () => {
  const store = await team();
  const undo = ({ id, version }: { id: string; version: number }) =>
    host.call("bookings.undo", store.owner, { params: { id }, body: { version } });
  const mailed = { ...caller, email: "nora@example.com" };
  const repeat = { weeks: 1, times: 2 };
  await setRules(store, { daysInAdvance: 60 });
  const first = await create(store, { caller: mailed, repeat });
  expect(await store.rows()).toHaveLength(3);
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

test("withdraws a move's emails if the host's clock is ahead", async () => {
  const WEEK = 7 * 86_400_000;
  const weeks = Math.ceil((Date.now() + WEEK / 7 - host.clock.now) / WEEK) * WEEK;
  host.clock.now += weeks;
  const later = (time: string) => new Date(Date.parse(time) + weeks).toISOString();
  const store = await team();
  await setRules(store, { daysInAdvance: 60 });
  const mailed = { ...caller, email: "nora@example.com" };
  const { booking } = (await create(store, { caller: mailed, startsAt: later(TEN) })).body as Made;
  host.clock.now += 11_000;
  const before = (await store.mails()).map(({ id, state }) => [id, state]);
  const body = { startsAt: later(ELEVEN) };
  const moved = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
  const { id, version } = moved.body as Made["booking"];
  expect(await host.call("bookings.undo", store.owner, { params: { id }, body: { version } })).toMatchObject({
    status: 200,
  });
  expect((await store.mails()).map((mail) => [mail.id, mail.state])).toEqual(before);
});

test("holds a due reminder while a move can be undone", async () => {
  const store = await team();
  await setRules(store, { daysInAdvance: 60 });
  const [from, to] = [TEN, ELEVEN].map((time) => new Date(Date.parse(time) + 86_400_000).toISOString());
  const mailed = { ...caller, email: "nora@example.com" };
  const { booking } = (await create(store, { caller: mailed, startsAt: from })).body as Made;
  host.clock.now = Date.parse(ELEVEN) - 5_000;
  const moved = await host.call("bookings.move", store.owner, {
    params: { id: booking.id },
    body: { startsAt: to },
  });
  expect(moved.status).toBe(200);
  const until = new Date(host.clock.now + 10_000);
  const queued = (await store.mails()).filter(({ state, kind }) => state === "queued" && kind === "reminder");
  expect(queued.map(({ dueAt }) => dueAt)).toEqual(expect.arrayContaining([until]));
});

test("keeps a series if a colleague moved one of its appointments", async () => {
  const store = await team();
  await setRules(store, { daysInAdvance: 60 });
  const { booking } = (await create(store, { repeat: { weeks: 1, times: 1 } })).body as Made;
  const other = (await store.rows()).find(({ id }) => id !== booking.id);
  const body = { startsAt: "2026-11-10T17:00:00.000Z" };
  expect((await host.call("bookings.move", store.admin, { params: { id: other?.id }, body })).status).toBe(
    200,
  );
  const params = { id: booking.id };
  const undone = await host.call("bookings.undo", store.owner, {
    params,
    body: { version: booking.version },
  });
  expect(undone).toMatchObject({ status: 409, body: { message: "Changed by someone else" } });
  expect(await store.rows()).toHaveLength(2);
});

test("extends the time for undo up to a minute", async () => {
  const store = await team();
  const mailed = { ...caller, email: "nora@example.com" };
  await setRules(store, { daysInAdvance: 60 });
  const call = (
    name: "bookings.hold" | "bookings.undo",
    { id, version }: Made["booking"],
    as = store.owner,
  ) => host.call(name, as, { params: { id }, body: { version } });
  const seconds = (date: Date | null | undefined) => ((date?.getTime() ?? 0) - made) / 1000;
  const waits = async () => {
    const mails = (await store.mails()).filter(({ kind, state }) => kind === "booking" && state === "queued");
    const rows = await store.rows();
    return [...mails.map(({ dueAt }) => dueAt), ...rows.map(({ calendarDueAt }) => calendarDueAt)].map(
      seconds,
    );
  };
  let made = host.clock.now;
  const { booking } = (await create(store, { caller: mailed, repeat: { weeks: 1, times: 1 } })).body as Made;
  expect(await waits()).toEqual([10, 10, 10, 10]);
  for (const [now, until] of [
    [2, 12],
    [11, 21],
    [20, 30],
    [29, 39],
    [38, 48],
    [47, 57],
    [56, 60],
    [59, 60],
  ] as const) {
    host.clock.now = made + now * 1000;
    expect((await call("bookings.hold", booking)).body).toEqual({ left: (until - now) * 1000 });
    expect(await waits()).toEqual([until, until, until, until]);
  }
  host.clock.now = made + 60_000;
  expect([
    (await call("bookings.hold", booking)).status,
    (await call("bookings.undo", booking)).status,
  ]).toEqual([409, 409]);

  host.clock.now += 100_000;
  made = host.clock.now;
  const states = async () => (await store.mails()).map(({ id, state }) => [id, state]);
  const before = await states();
  const body = { startsAt: ELEVEN, personId: store.people[1]?.id };
  const moved = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
  const current = moved.body as Made["booking"];
  expect((await call("bookings.hold", { ...current, version: 1 })).status).toBe(409);
  for (const now of [9, 18, 27]) {
    host.clock.now = made + now * 1000;
    expect((await call("bookings.hold", current)).status).toBe(200);
  }
  expect((await call("bookings.undo", current)).status).toBe(200);
  expect(await states()).toEqual(before);
  expect((await call("bookings.hold", current)).status).toBe(409);
});

test("deletes the booking's new contact if unused", async () => {
  const store = await team();
  const undone = async (meanwhile?: (contactId: string) => Promise<{ status: number }>) => {
    const mailed = { ...caller, email: "nora@example.com" };
    const made = await create(store, { caller: mailed, repeat: { weeks: 1, times: 1 } });
    const { booking } = made.body as Made & { booking: { contact: { id: string } } };
    if (meanwhile) expect((await meanwhile(booking.contact.id)).status).toBe(200);
    const undo = { params: { id: booking.id }, body: { version: booking.version } };
    expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
    const left = (await host.call("contacts.list", store.owner)).body as { id: string }[];
    for (const { id } of left) await host.call("contacts.delete", store.owner, { params: { id } });
    for (const { id } of await store.rows()) {
      await host.call("bookings.cancel", store.owner, { params: { id } });
    }
    return left.length;
  };
  expect(await undone()).toBe(0);
  expect(
    await undone((contactId) =>
      host.call("notes.create", store.owner, { body: { contactId, content: "Call back" } }),
    ),
  ).toBe(1);
  expect(
    await undone((id) =>
      host.call("contacts.addTag", store.owner, { params: { id }, body: { name: "Waits" } }),
    ),
  ).toBe(1);
  expect(
    await undone(async (contactId) => {
      const { body } = await host.call("repairs.create", store.owner, { body: repairOf(contactId) });
      const { id } = body as { id: string };
      return host.call("repairs.move", store.owner, {
        params: { id },
        body: { from: "IN", state: "HANDED_OVER" },
      });
    }),
  ).toBe(1);
  expect(
    await undone((contactId) =>
      host.call("addresses.create", store.owner, {
        body: { contactId, kind: "WORK", address: "n@work.example" },
      }),
    ),
  ).toBe(1);
  const names = { firstName: "Nora", lastName: "Bergen", phoneNumber: "", email: "nora@example.com" };
  expect(
    await undone((id) =>
      host.call("contacts.update", store.owner, {
        params: { id },
        body: { ...names, birthday: null, anniversary: null },
      }),
    ),
  ).toBe(1);
  const later = { startsAt: "2026-11-03T20:00:00.000Z", caller: null };
  expect(await undone((contactId) => create(store, { ...later, contactId }))).toBe(1);
  const { booking } = (await create(store, {})).body as Made & { booking: { contact: { id: string } } };
  const known = await create(store, { contactId: booking.contact.id, caller: null, startsAt: ELEVEN });
  const second = (known.body as Made).booking;
  const undo = { params: { id: second.id }, body: { version: second.version } };
  expect((await host.call("bookings.undo", store.owner, undo)).status).toBe(200);
  expect((await host.call("contacts.list", store.owner)).body).toHaveLength(1);
  // A new table that refers to contacts must be added to the check.
  const found = await (await host.host()).database.system((db) =>
    db.execute(sql`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'contacts'::regclass order by 1`),
  );
  expect(found.rows.map(({ name }) => name)).toEqual([
    ...[
      "bookings",
      "campaign_contacts",
      "contact_addresses",
      "contact_tags",
      "mails",
      "notes",
      "purchases",
      "relations",
      "repairs",
      "tasks",
      "wishes",
    ],
  ]);
});

test("keeps a reminder on hold after a restore", async () => {
  const store = await team();
  const mailed = { ...caller, email: "nora@example.com" };
  await setRules(store, { daysInAdvance: 60 });
  const { booking } = (await create(store, { caller: mailed })).body as Made;
  host.clock.now += 11_000;
  await (await host.host()).database.system(async (db) => {
    await db.execute(sql`update mails set state = 'held' where organization_id = ${store.id}::uuid`);
    await db.execute(sql`update organizations set held_since = (select max(created_at) from mails)
      where id = ${store.id}::uuid`);
  });
  const states = async () => (await store.mails()).map(({ id, state }) => [id, state]);
  const before = await states();
  expect(new Set(before.map(([, state]) => state))).toEqual(new Set(["held"]));
  const body = { startsAt: ELEVEN, personId: store.people[1]?.id, minutes: 30 };
  const moved = await host.call("bookings.move", store.owner, { params: { id: booking.id }, body });
  const { id, version } = moved.body as Made["booking"];
  const undone = await host.call("bookings.undo", store.owner, { params: { id }, body: { version } });
  expect(undone.status).toBe(200);
  expect(await states()).toEqual(before);
});
