import { type SQL, sql } from "drizzle-orm";
import type { Answer, Name } from "#lib/contract/contract.ts";
import { BULK_STEP } from "#lib/contract/segment-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf, saleOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);

async function ask<N extends Name>(name: N, user: Person, input: object = {}) {
  const answer = await host.call(name, user, input);
  expect([name, answer.status, answer.body]).toEqual([name, 200, expect.anything()]);
  return answer.body as Answer<N>;
}

async function people(shop: Shop, count: number) {
  const database = await host.database();
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ organizationId: shop.id, id: newId(), firstName: n % 2 ? "Ann" : "Bo", lastName: `No ${n}` },
    ...{ email: `n${n}@example.com`, phoneNumber: "", search: `${n % 2 ? "ann" : "bo"} no ${n}` },
  }));
  await database.tenant(shop.id, (db) => db.insert(contacts).values(rows));
  return rows.map(({ id }) => id);
}

async function all(user: Person, what: object, whom: object) {
  let work: string | undefined;
  let after: string | undefined;
  let done = 0;
  let steps = 0;
  do {
    const body = { what, whom: { ...whom, ...(after && { after }) }, ...(work && { work }) };
    const answer = await ask("contacts.bulk", user, { body });
    done += answer.done ?? 0;
    work = answer.work;
    after = answer.next || undefined;
    steps++;
  } while (after);
  return { done, steps, work };
}

const list = async (user: Person) =>
  (await ask("tags.list", user)).map(({ name, count }) => `${name} ${count}`);
const count = async (user: Person) => (await ask("contacts.count", user)).count;

test("tags a whole segment in steps, undone together", async () => {
  const shop = await host.shop();
  await people(shop, 2 * BULK_STEP + 30);
  const whom = { where: JSON.stringify([[{ field: "tags", not: true }]]) };
  const tagged = await all(shop.user, { do: "tag", name: "VIP" }, whom);
  expect(tagged).toMatchObject({ done: 430, steps: 3 });
  expect(await list(shop.user)).toEqual(["VIP 430"]);
  const [vip] = await ask("tags.list", shop.user);
  const untagged = await all(
    shop.user,
    { do: "untag", tagId: vip?.id },
    { search: "ann", where: JSON.stringify([[{ field: "tags", tagIds: [vip?.id] }]]) },
  );
  expect(untagged).toMatchObject({ done: 215, steps: 2 });
  expect(await list(shop.user)).toEqual(["VIP 215"]);
  expect(await ask("contacts.undoBulk", shop.user, { body: { work: untagged.work } })).toMatchObject({
    isDone: true,
  });
  expect(await list(shop.user)).toEqual(["VIP 430"]);
  await ask("contacts.undoBulk", shop.user, { body: { work: tagged.work } });
  expect(await list(shop.user)).toEqual([]);
  expect(await ask("contacts.undoBulk", shop.user, { body: { work: tagged.work } })).toMatchObject({
    isDone: true,
  });
});

test("contacts deleted together are restored together", async () => {
  const shop = await host.shop();
  const { owner, user } = shop;
  const ids = await people(shop, BULK_STEP + 20);
  const [first = "", second = ""] = ids;
  await make.note(user, first, "Likes pearls");
  await make.sale(user, saleOf(second, await make.category(user)));
  await ask("contacts.addTag", user, { params: { id: first }, body: { name: "VIP" } });
  const database = await host.database();
  const before = await dump(database, shop.id);
  const gone = await all(user, { do: "delete" }, { but: [ids.at(-1)] });
  expect(gone).toMatchObject({ done: 219, steps: 2 });
  expect(await count(user)).toBe(1);
  expect((await make.sales(user))[0]?.contact).toMatchObject({ id: null, name: "Ann No 1" });
  expect(await ask("trash.list", owner)).toMatchObject([{ kind: "contact", count: 219 }]);
  await ask("contacts.undoBulk", user, { body: { work: gone.work } });
  expect(await dump(database, shop.id)).toEqual(before);
  expect(await ask("trash.list", owner)).toEqual([]);
});

test.each([
  ["restored", (id: string) => ["trash.restore", { params: { id } }] as const, 2],
  ["erased", () => ["trash.empty", {}] as const, 1],
])("refuses to continue a bulk deletion after the first contacts were %s", async (_, end, left) => {
  const shop = await host.shop();
  const [first = "", second = ""] = await people(shop, 2);
  const what = { do: "delete" };
  const { work } = await ask("contacts.bulk", shop.user, { body: { what, whom: { ids: [first] } } });
  const [name, input] = end(first);
  await ask(name, shop.owner, input);
  const next = { body: { what, work, whom: { ids: [second] } } };
  expect((await host.call("contacts.bulk", shop.user, next)).status).toBe(409);
  expect(await count(shop.user)).toBe(left);
});

test("can't undo a bulk deletion from an emptied trash", async () => {
  const shop = await host.shop();
  const ids = await people(shop, 1);
  const body = { what: { do: "delete" }, whom: { ids } };
  const { work } = await ask("contacts.bulk", shop.user, { body });
  await ask("trash.empty", shop.owner);
  expect((await host.call("contacts.undoBulk", shop.user, { body: { work } })).status).toBe(409);
});

test("doesn't block bookings while undoing", async () => {
  const shop = await host.shop();
  const whom = { ids: await people(shop, 1) };
  const body = { what: { do: "tag", name: "VIP" }, whom };
  const { work } = await ask("contacts.bulk", shop.user, { body });
  const database = await host.database();
  const system = (statement: SQL) => database.system((db) => db.execute(statement));
  await system(sql`create function refuse_held() returns trigger language plpgsql as $$ begin
    if exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended('bookings ' || old.organization_id, 0))
    then raise 'bookings are locked'; end if;
    return old; end $$`);
  await system(
    sql`create trigger refuse_held before delete on contact_tags for each row execute function refuse_held()`,
  );
  try {
    await ask("contacts.undoBulk", shop.user, { body: { work } });
  } finally {
    await system(sql`drop function refuse_held() cascade`);
  }
  expect(await list(shop.user)).toEqual([]);
});

test("a person who can't delete one contact can't delete many", async () => {
  const shop = await host.shop();
  const ids = await people(shop, 2);
  await ask("organization.setRights", shop.owner, { body: { everybodyDeletesContacts: false } });
  const body = { what: { do: "delete" }, whom: { ids } };
  expect((await host.call("contacts.bulk", shop.user, { body })).status).toBe(403);
  expect(await count(shop.user)).toBe(2);
  expect(await ask("contacts.bulk", shop.admin, { body })).toMatchObject({ done: 2 });
});

test("two people who tag at once add each tag once", async () => {
  const shop = await host.shop();
  const ids = await people(shop, 40);
  const body = { what: { do: "tag", name: "VIP" }, whom: { ids } };
  const both = await Promise.all([shop.owner, shop.user].map((who) => ask("contacts.bulk", who, { body })));
  expect(both.map(({ done }) => done)).toEqual([40, 40]);
  expect(await list(shop.user)).toEqual(["VIP 40"]);
  const one = { params: { id: ids[0] } };
  for (let n = 0; n < 49; n++)
    await ask("contacts.addTag", shop.user, { ...one, body: { name: `Tag ${n}` } });
  const more = { ...body, what: { do: "tag", name: "Sapphire" } };
  expect(await ask("contacts.bulk", shop.user, { body: more })).toMatchObject({ done: 39, left: 1 });
});

test("ignores another store's contacts, tags and bulk changes", async () => {
  const [here, there] = [await host.shop(), await host.shop()];
  const [theirs] = await people(there, 1);
  const tag = { do: "tag", name: "VIP" };
  expect(
    await ask("contacts.bulk", here.owner, { body: { what: tag, whom: { ids: [theirs, "x"] } } }),
  ).toMatchObject({
    done: 0,
  });
  const { work } = await ask("contacts.bulk", there.owner, { body: { what: tag, whom: { ids: [theirs] } } });
  for (const who of [here.owner, there.user]) {
    expect((await host.call("contacts.undoBulk", who, { body: { work } })).status).toBe(404);
    expect((await host.call("contacts.bulk", who, { body: { what: tag, whom: {}, work } })).status).toBe(404);
  }
  expect((await host.call("contacts.undoBulk", there.owner, { body: { work: `${work}x` } })).status).toBe(
    404,
  );
  const [foreign] = await ask("tags.list", there.owner);
  const mine = await people(here, 1);
  const body = { what: { do: "untag", tagId: foreign?.id }, whom: { ids: [...mine, theirs] } };
  await ask("contacts.bulk", here.owner, { body });
  expect(await list(there.owner)).toEqual(["VIP 1"]);
  for (const whom of [
    { ids: [] },
    { ids: Array(201).fill(theirs) },
    { ids: mine, where: "[]" },
    { where: "no" },
  ]) {
    expect((await host.call("contacts.bulk", here.owner, { body: { what: tag, whom } })).status).toBe(400);
  }
});
