import type { Database } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { attempts } from "#server/platform/db/schema-auth.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { bookingTests, ELEVEN, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import type { Person } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { book } from "./book.ts";
import { typeOfLink } from "./store.ts";
import type { Placed } from "./visitor-answer.ts";

const host = bookingTests();
const make = recordsOf(host);
const rules = rulesOf(host);
const NOON = "2026-11-03T17:00:00.000Z";

type Listed = { id: string; firstName: string; lastName: string; phoneNumber: string };
const contacts = async (user: Person) => (await host.call("contacts.list", user)).body as Listed[];

test("raises one event per booking, none for changes", async () => {
  const store = await host.store();
  const known = await make.contact(store.owner, { email: "zoe@example.com" });
  const rule = await rules.create(store.owner, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const { moveToken } = visited(await store.book({ startsAt: TEN }));
  const { cancelToken } = visited(
    await store.book({ startsAt: ELEVEN, email: "new@example.com", name: "Ada New" }),
  );
  expect((await host.moveTo(moveToken, NOON)).status).toBe(200);
  expect((await host.act("visitor.cancel", cancelToken)).status).toBe(200);
  expect((await store.book({ startsAt: NOON })).status).toBe(409);

  const stored = await store.rows();
  const first = stored.find(({ contactId }) => contactId === known);
  const second = stored.find(({ contactId }) => contactId !== known);
  const queued = await rules.mails(store.owner, rule);
  expect(queued).toHaveLength(2);
  expect(queued).toContainEqual(expect.objectContaining({ to: known, occurrence: `booking:${first?.id}` }));
  expect(queued).toContainEqual(
    expect.objectContaining({ to: second?.contactId, name: "Ada New", occurrence: `booking:${second?.id}` }),
  );
});

test("answers a repeated request while the calendar is unavailable", async () => {
  const store = await host.store();
  const visit = { startsAt: TEN, key: newId() };
  const first = await store.book(visit);
  await store.setAccount({ provider: "imap", secrets: null });
  expect(await store.book({ ...visit, key: newId() })).toMatchObject({ status: 503 });
  const again = await store.book(visit);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await store.rows()).toHaveLength(1);
});

test("answers a repeated request with the first booking", async () => {
  const store = await host.store();
  const { database, ...rest } = await host.host();
  const found = await database.system((db) => typeOfLink(db, store.slug));
  const wanted = { ...found, personId: null, address: "203.0.113.1" };
  const visitor = {
    name: "Zoë Frost",
    email: "zoe@example.com",
    phoneNumber: null,
    note: null,
    captcha: null,
    website: "",
  };
  const form = { ...visitor, startsAt: TEN, timezone: "Asia/Tokyo", key: newId() };
  let first: Placed | undefined;
  const read: Database["read"] = async (organizationId, work) => {
    const found = await database.read(organizationId, work);
    first ??= await book({ ...rest, database }, wanted, form);
    return found;
  };
  const second = await book({ ...rest, database: { ...database, read } }, wanted, form);
  expect(second).toEqual(first);
  expect(await store.rows()).toHaveLength(1);
});

test("doesn't book for another store's contact or a deleted one", async () => {
  const [store, other] = [await host.store(), await host.store()];
  const theirs = await make.contact(other.owner, { email: "zoe@example.com" });
  const deleted = await make.contact(store.owner, { email: "zoe@example.com" });
  expect((await host.call("contacts.delete", store.owner, { params: { id: deleted } })).status).toBe(200);
  await store.book({ startsAt: TEN, phoneNumber: "+49 30 901820" });
  const [made, ...more] = await contacts(store.owner);
  expect(more).toEqual([]);
  expect(made).toMatchObject({ firstName: "Zoë", lastName: "Frost", phoneNumber: "+49 30 901820" });
  expect([theirs, deleted]).not.toContain(made?.id);
  expect(await host.call("bookings.ofContact", other.owner, { params: { id: theirs } })).toMatchObject({
    body: [],
  });
  expect((await host.call("contacts.delete", store.owner, { params: { id: made?.id } })).status).toBe(200);
  expect(await store.rows()).toMatchObject([{ contactId: null, name: "Zoë Frost", status: "CONFIRMED" }]);
  await store.book({ startsAt: ELEVEN });
  expect(await contacts(store.owner)).toHaveLength(1);
});

test("uses the oldest contact with the address, unchanged", async () => {
  const store = await host.store();
  const oldest = await make.contact(store.owner, {
    email: "zoe@example.com",
    phoneNumber: "+44 20 7946 0018",
  });
  await make.contact(store.owner, { email: "ZOE@example.com", firstName: "Younger" });
  await store.book({ startsAt: TEN, name: "Somebody Else", phoneNumber: "+49 30 901820" });
  expect(await store.rows()).toMatchObject([{ contactId: oldest, name: "Somebody Else" }]);
  const found = (await contacts(store.owner)).find(({ id }) => id === oldest);
  expect(found).toMatchObject({
    firstName: "Zoë",
    lastName: "O’Brien-Nguyễn",
    phoneNumber: "+44 20 7946 0018",
  });
  expect(await contacts(store.owner)).toHaveLength(2);
});

test("books nothing if the honeypot is filled in", async () => {
  const store = await host.store();
  expect((await store.book({ startsAt: TEN, website: "https://spam.example" })).status).toBe(400);
  expect([await store.rows(), await store.mails(), await contacts(store.owner)]).toEqual([[], [], []]);
});

test("limits requests per address at every public endpoint", async () => {
  const store = await host.store();
  const { cancelToken, moveToken } = visited(await store.book({ startsAt: TEN }));
  const database = await host.database();
  const params = { slug: store.slug, token: cancelToken ?? "" };
  const query = { from: TUESDAY, to: TUESDAY };
  const looks = [
    () => host.call("visitor.page", null, { params }),
    () => host.call("visitor.slots", null, { params, query }),
    () => host.call("visitor.booking", null, { params }),
    () => host.call("visitor.ics", null, { params }),
  ];
  const acts = [() => host.act("visitor.cancel", cancelToken), () => host.moveTo(moveToken, ELEVEN)];
  for (const [door, most, calls] of [
    ["booking page", 600, looks],
    ["book", 600, acts],
  ] as const) {
    const fill = (count: number) =>
      database.system((db) =>
        db
          .insert(attempts)
          .values({ door, who: "127.0.0.1", count })
          .onConflictDoUpdate({ target: [attempts.door, attempts.who], set: { count } }),
      );
    for (const call of calls) {
      await fill(most);
      const answer = await call();
      expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
    }
    await fill(0);
  }
  expect(await store.rows()).toMatchObject([{ status: "CONFIRMED", startsAt: new Date(TEN) }]);
  expect((await store.book({ startsAt: ELEVEN })).status).toBe(200);
});
