import { sql } from "drizzle-orm";
import type { SavedSegment } from "#lib/contract/segments.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { unzip } from "#server/testing/workbook.ts";
import { countRecords } from "./saved.ts";

const host = testHost();
let shop: Shop;

beforeEach(async () => {
  shop = await host.shop();
});

const BRIDES = {
  name: "Brides",
  of: "contacts",
  segment: '[[{"field":"name","contains":"ring"}]]',
  sort: "name:asc",
  isShared: false,
};

async function save(user: Person, changes: object = {}): Promise<string> {
  const { status, body } = await host.call("segments.create", user, { body: { ...BRIDES, ...changes } });
  expect([status, body]).toEqual([200, { id: expect.any(String) }]);
  return (body as { id: string }).id;
}

const seen = async (user: Person) => (await host.call("segments.list", user)).body as SavedSegment[];
const names = async (user: Person) => (await seen(user)).map(({ name }) => name);
const change = (user: Person, id: string, changes: object = {}) =>
  host.call("segments.update", user, { params: { id }, body: { ...BRIDES, ...changes } });

test("hides private segments from others", async () => {
  const own = await save(shop.user, { name: "my brides" });
  const shared = await save(shop.user, { name: "All brides", isShared: true });
  expect(await names(shop.user)).toEqual(["All brides", "my brides"]);
  expect(await names(shop.owner)).toEqual(["All brides"]);
  expect(await seen(shop.user)).toMatchObject([
    { id: shared, ...BRIDES, name: "All brides", isShared: true, isMine: true, mayChange: true, version: 1 },
    { id: own, isMine: true, mayChange: true },
  ]);
  expect(await seen(shop.owner)).toMatchObject([{ isMine: false, mayChange: true }]);
  expect((await change(shop.owner, own)).status).toBe(404);
  expect((await host.call("segments.delete", shop.owner, { params: { id: own } })).status).toBe(404);
});

test("lets creator and managers change a shared segment", async () => {
  const id = await save(shop.admin, { isShared: true });
  expect(await seen(shop.user)).toMatchObject([{ mayChange: false }]);
  expect((await change(shop.user, id, { isShared: true })).status).toBe(403);
  expect((await host.call("segments.delete", shop.user, { params: { id } })).status).toBe(403);
  expect((await change(shop.owner, id, { name: "Weddings", isShared: true })).status).toBe(200);
  expect((await change(shop.owner, id)).status).toBe(403);
  expect(await names(shop.user)).toEqual(["Weddings"]);
  expect((await change(shop.admin, id)).status).toBe(200);
  expect(await names(shop.owner)).toEqual([]);
});

test("reports a conflict to the second editor", async () => {
  const id = await save(shop.owner, { isShared: true });
  const both = await Promise.all([
    change(shop.owner, id, { name: "One", isShared: true, version: 1 }),
    change(shop.admin, id, { name: "Two", isShared: true, version: 1 }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = both.find(({ status }) => status === 409)?.body as { current: SavedSegment };
  expect(["One", "Two"]).toContain(late.current.name);
  expect(await names(shop.user)).toEqual([late.current.name]);
});

test("saves once for repeated requests and rejects invalid segments", async () => {
  const headers = {
    authorization: `Bearer ${shop.user.token}`,
    "content-type": "application/json",
    "idempotency-key": "one-of-brides",
  };
  for (let nth = 0; nth < 2; nth++)
    await host.send("POST", "/segments", { headers, body: JSON.stringify(BRIDES) });
  expect(await names(shop.user)).toEqual(["Brides"]);
  const refunds = '[[{"field":"refunded"}]]';
  await save(shop.user, { name: "Refunds", of: "sales", segment: refunds, sort: "cost:desc" });
  for (const changes of [
    { segment: "[[]]" },
    { segment: refunds },
    { of: "sales" },
    { segment: "{" },
    { name: " " },
    { sort: "id:asc" },
  ]) {
    const refused = await host.call("segments.create", shop.user, { body: { ...BRIDES, ...changes } });
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      400,
      expect.any(String),
    ]);
  }
});

test("hides a private segment's name from others", async () => {
  const id = await save(shop.user, { name: "Secret one" });
  await change(shop.user, id, { name: "Secret two" });
  await change(shop.user, id, { name: "Ours", isShared: true });
  await change(shop.user, id, { name: "Ours again", isShared: true });
  await change(shop.user, id, { name: "Secret three" });
  const deleted = await save(shop.user, { name: "Secret four" });
  const shared = await save(shop.user, { name: "Everybody's", isShared: true });
  for (const one of [id, deleted, shared])
    expect((await host.call("segments.delete", shop.user, { params: { id: one } })).status).toBe(200);
  const namesFor = async (user: Person) => {
    const answers = await Promise.all([
      host.call("history.list", user, { query: { kind: "segment" } }),
      host.call("history.list", user, { query: {} }),
      host.call("history.ofRecord", user, { params: { id } }),
      host.call("trash.list", user),
    ]);
    return JSON.stringify(answers.map(({ body }) => body));
  };
  for (const secret of ["Secret one", "Secret two", "Secret three", "Secret four"]) {
    expect(await namesFor(shop.user)).toContain(secret);
    expect(await namesFor(shop.owner)).not.toContain(secret);
  }
  for (const name of ["Ours again", "Everybody's"]) expect(await namesFor(shop.owner)).toContain(name);
  const counts = async (user: Person) => (await host.call("trash.counts", user)).body;
  expect([await counts(shop.owner), await counts(shop.user)]).toEqual([
    [{ kind: "segment", count: 1 }],
    [{ kind: "segment", count: 3 }],
  ]);
  expect((await host.call("trash.restore", shop.owner, { params: { id: deleted } })).status).toBe(404);
  await host.call("trash.empty", shop.owner);
  expect((await host.call("trash.restore", shop.user, { params: { id: deleted } })).status).toBe(200);
  expect(await names(shop.user)).toEqual(["Secret four"]);
  expect(await namesFor(shop.owner)).not.toContain("Secret");
});

test("leaves private segments out of export and history", async () => {
  await save(shop.user, { name: "Secret one" });
  await change(shop.user, await save(shop.user, { name: "Secret two" }), { name: "Secret three" });
  await save(shop.user, { name: "Everybody's", isShared: true });
  const { status, body } = await host.call("data.export", shop.owner);
  expect(status).toBe(200);
  const files = [...unzip(body as Buffer).values()].map(String).join("\n");
  expect(files).not.toContain("Secret");
  expect(files).toContain("Everybody's");
});

test("hides a removed person's private segments", async () => {
  await save(shop.user, { name: "Secret" });
  await host.call("team.remove", shop.owner, { body: { id: shop.user.id } });
  const { body } = await host.call("trash.list", shop.owner);
  const history = await host.call("history.list", shop.owner, { query: { kind: "segment" } });
  expect(JSON.stringify([body, history.body])).not.toContain("Secret");
});

test("hides another store's segments", async () => {
  const id = await save(shop.user, { isShared: true });
  const other = await host.shop();
  expect(await names(other.owner)).toEqual([]);
  expect((await change(other.owner, id, { isShared: true })).status).toBe(404);
  expect((await host.call("segments.delete", other.owner, { params: { id } })).status).toBe(404);
});

test("keeps a removed person's shared segments", async () => {
  await save(shop.user, { name: "Theirs" });
  const shared = await save(shop.user, { name: "Ours", isShared: true });
  await host.call("team.remove", shop.owner, { body: { id: shop.user.id } });
  expect(await seen(shop.admin)).toMatchObject([
    { id: shared, name: "Ours", isMine: false, mayChange: true },
  ]);
  expect((await host.call("segments.delete", shop.admin, { params: { id: shared } })).status).toBe(200);
  expect(await names(shop.admin)).toEqual([]);
  expect((await host.call("trash.restore", shop.admin, { params: { id: shared } })).status).toBe(200);
  expect(await names(shop.admin)).toEqual(["Ours"]);
});

// Statements of the embedded database aren't interrupted in tests.
if (process.env.TEST_DATABASE_URL) {
  test("estimates a count that takes too long", async () => {
    const database = await host.database();
    const { id } = await host.shop();
    await database.tenant(id, (db) =>
      db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
        select ${id}::uuid, gen_random_uuid(), repeat('x', 400), '', '', '', '' from generate_series(1, 20000)`),
    );
    const fits = sql`${contacts.organizationId} = ${id}
      and (current_query() like '%table' || 'sample%' or pg_sleep(3) is not null)`;
    const { count, isExact } = await countRecords((work) => database.read(id, work), contacts, fits);
    expect(isExact).toBe(false);
    expect(count).toBeGreaterThan(8_000);
    expect(count).toBeLessThan(50_000);
  });
}
