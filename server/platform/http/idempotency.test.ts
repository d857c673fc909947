import { sql } from "drizzle-orm";
import { type Name, row } from "#lib/contract/contract.ts";
import { tidy } from "#server/jobs/upkeep.ts";
import { idempotencyKeys } from "#server/platform/db/schema-auth.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

const KEY = "0123456789abcdef";

function post(name: Name, user: Person, body: object, key: string) {
  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": key,
  };
  return host.send(row(name).method, row(name).path, { headers, body: JSON.stringify(body) });
}

const contacts = async (user: Person) => (await host.call("contacts.list", user)).body as { id: string }[];

test.each<[Name, (user: Person) => Promise<object>, (user: Person, form: object) => Promise<unknown>]>([
  ["contacts.create", async () => person, contacts],
  ["sales.create", (user) => make.saleForm(user), (user) => make.sales(user)],
  [
    "notes.create",
    async (user) => ({ content: "Hello", contactId: await make.contact(user) }),
    async (user, form) => {
      const { contactId } = form as { contactId: string };
      return (await host.call("notes.ofContact", user, { params: { id: contactId } })).body;
    },
  ],
  [
    "products.create",
    async () => ({ name: "Pearls" }),
    async (user) => (await host.call("products.list", user)).body,
  ],
])("%s: repeated and parallel requests create one record and return its id", async (name, open, list) => {
  const { user } = await host.shop();
  const form = await open(user);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(name, user, form, KEY)));
  answers.push(await post(name, user, form, KEY));
  const [first] = answers;
  expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: first?.body });
  expect(await list(user, form)).toMatchObject([first?.body]);
});

test("another key, person or no key creates another record", async () => {
  const { user, admin } = await host.shop();
  await post("contacts.create", user, person, KEY);
  await post("contacts.create", user, person, `${KEY}2`);
  await post("contacts.create", admin, person, KEY);
  await make.contact(user);
  await make.contact(user);
  expect(await contacts(user)).toHaveLength(5);
});

test("refuses a key of another request", async () => {
  const { user } = await host.shop();
  await post("contacts.create", user, person, KEY);
  const other = { ...person, firstName: "Another" };
  expect(await post("contacts.create", user, other, KEY)).toMatchObject({
    status: 422,
    body: { message: "idempotency-key: was used for another request" },
  });
  expect((await post("contacts.create", user, other, `${KEY}2`)).status).toBe(200);
  expect(await contacts(user)).toHaveLength(2);
});

test("the same key elsewhere is a separate request", async () => {
  const { user } = await host.shop();
  await post("contacts.create", user, person, KEY);
  await post("products.create", user, { name: "Pearls" }, KEY);
  expect(await contacts(user)).toHaveLength(1);
  expect((await host.call("products.list", user)).body).toHaveLength(1);
});

test("a failed request can be repeated with the same key", async () => {
  const { user } = await host.shop();
  const form = await make.saleForm(user);
  const contact = { id: user.id, name: "Nobody" };
  expect((await post("sales.create", user, { ...form, contact }, KEY)).status).toBe(404);
  expect((await post("sales.create", user, { ...form, cost: "ten" }, KEY)).status).toBe(400);
  expect((await post("sales.create", user, form, KEY)).status).toBe(200);
  expect(await make.sales(user)).toHaveLength(1);
});

test.each(["short", "a b c d e f", "x".repeat(129), "'; drop table"])("refuses the key %j", async (key) => {
  const { user } = await host.shop();
  expect((await post("contacts.create", user, person, key)).status).toBe(400);
  expect(await contacts(user)).toEqual([]);
});

test("keys expire after a day", async () => {
  const { user } = await host.shop();
  const database = await host.database();
  const { body: first } = await post("contacts.create", user, person, KEY);
  const age = (interval: string) =>
    database.system((db) =>
      db.update(idempotencyKeys).set({ createdAt: sql`now() - ${interval}::interval` }),
    );
  await age("23 hours 59 minutes");
  await tidy({ database, embedded: false }, () => {});
  expect((await post("contacts.create", user, person, KEY)).body).toEqual(first);
  await age("24 hours 1 minute");
  await tidy({ database, embedded: false }, () => {});
  expect((await post("contacts.create", user, person, KEY)).body).not.toEqual(first);
});

test("refuses a key of another user", async () => {
  const { user, admin } = await host.shop();
  const key = `user-${user.id}-${KEY}`;
  expect((await post("contacts.create", admin, person, key)).status).toBe(409);
  expect(await contacts(user)).toEqual([]);
  expect((await post("contacts.create", user, person, key)).status).toBe(200);
});
