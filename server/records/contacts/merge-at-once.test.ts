import { sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { mergedFields } from "#lib/contract/duplicates.ts";
import { dump } from "#server/testing/dump.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";

// Tests concurrent requests. They only overlap on Postgres (TEST_DATABASE_URL), where the host has a pool.

const host = testHost();
const make = recordsOf(host);

async function twoCards() {
  const shop = await host.shop();
  const ids = [await make.contact(shop.owner), await make.contact(shop.owner, { lastName: "Okafor" })];
  const category = await make.category(shop.owner);
  for (const [n, id] of ids.entries()) {
    const sale = { cost: "10", createdAt: "2026-11-20", invoiceNumber: `INV-${n}` };
    const named = { contact: { id, name: "" }, productCategory: { id: category, name: "" } };
    await make.sale(shop.owner, { ...sale, ...named });
    await make.note(shop.owner, id, "Likes pearls");
  }
  return { ...shop, ids };
}

function merge(user: Person, ids: string[], kept = ids[0]) {
  const cards = ids.map((id) => ({ id, version: 1 }));
  const from = Object.fromEntries(mergedFields.map((field) => [field, kept]));
  return host.call("contacts.merge", user, { body: { cards, from } });
}

const bodyOf = (answer?: { body: unknown }) => answer?.body as Answer<"contacts.merge">;
const undo = (user: Person, id: string) => host.call("contacts.unmerge", user, { params: { id } });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test("one of several simultaneous merges succeeds, and one undo", async () => {
  const { id, owner, user, ids } = await twoCards();
  const database = await host.database();
  const before = await dump(database, id);
  const answers = await Promise.all([
    merge(owner, ids),
    merge(user, ids.toReversed()),
    merge(owner, ids, ids[1]),
    merge(user, ids),
  ]);
  expect(statuses(answers)).toEqual([200, 404, 404, 404]);
  const { change } = bodyOf(answers.find(({ status }) => status === 200));
  expect((await host.call("contacts.merges", owner)).body).toHaveLength(1);
  const [kept = ""] = ids;
  for (const name of ["sales.ofContact", "notes.ofContact"] as const)
    expect((await host.call(name, owner, { params: { id: kept } })).body).toHaveLength(2);
  expect(statuses(await Promise.all([owner, user, owner].map((one) => undo(one, change))))).toEqual([
    200, 409, 409,
  ]);
  expect(await dump(database, id)).toEqual(before);
});

test("one of two overlapping merges succeeds", async () => {
  const { owner, ids } = await twoCards();
  const third = await make.contact(owner);
  const [one, other] = statuses(
    await Promise.all([merge(owner, ids), merge(owner, [...ids.slice(1), third])]),
  );
  expect([one, other === 404 || other === 409]).toEqual([200, true]);
});

test("the remaining contact gets sales recorded during a merge", async () => {
  const { owner, ids } = await twoCards();
  const [kept = "", gone = ""] = ids;
  const form = { ...(await make.saleForm(owner)), contact: { id: gone, name: "" }, invoiceNumber: null };
  const [merged, ...sold] = await Promise.all([
    merge(owner, ids),
    ...Array.from({ length: 6 }, () => host.call("sales.create", owner, { body: form })),
  ]);
  expect(statuses([merged, ...sold])).toEqual(Array(7).fill(200));
  expect((await host.call("sales.create", owner, { body: form })).status).toBe(200);
  const sales = await make.sales(owner);
  expect(sales).toHaveLength(9);
  for (const sale of sales) expect(sale.contact.id).toEqual(kept);
});

test("an edit during a merge is a conflict", async () => {
  const { owner, user, ids } = await twoCards();
  const [kept = "", gone = ""] = ids;
  const body = { ...person, lastName: "Bell", version: 1 };
  const [merged, saved] = await Promise.all([
    merge(owner, ids),
    host.call("contacts.update", user, { params: { id: gone }, body }),
  ]);
  if (merged.status === 200) {
    expect(saved.status).toBe(404);
    const { body: contact } = await host.call("contacts.get", owner, { params: { id: gone } });
    expect(contact).toMatchObject({ id: kept });
  } else {
    expect([merged, saved]).toMatchObject([
      { status: 409, body: { current: { id: gone, lastName: "Bell" } } },
      { status: 200 },
    ]);
  }
});

test("a contact deleted during a merge is deleted or merged", async () => {
  const { owner, user, ids } = await twoCards();
  const [, gone = ""] = ids;
  const answers = await Promise.all([
    merge(owner, ids),
    host.call("contacts.delete", user, { params: { id: gone } }),
  ]);
  expect(statuses(answers)).toEqual([200, 404]);
  const { body: deleted } = await host.call("trash.list", owner);
  expect(deleted).toHaveLength(answers[1].status === 200 ? 1 : 0);
});

test("keeps notes and sales written during merges and undos", async () => {
  const { owner, user, ids } = await twoCards();
  const [, gone = ""] = ids;
  const [sale] = await make.sales(owner, { search: "inv-1" });
  const [merged, ...others] = await Promise.all([
    merge(owner, ids),
    ...[1, 2, 3].map(() =>
      host.call("notes.create", user, { body: { contactId: gone, content: "Came in between" } }),
    ),
    host.call("sales.update", user, { params: { id: sale?.id ?? "" }, body: { ...sale, cost: "11" } }),
  ]);
  expect(merged.status).toBe(200);
  expect(others.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
  const added = others.slice(0, 3).filter(({ status }) => status === 200).length;
  const { body: notes } = await host.call("notes.ofContact", owner, { params: { id: gone } });
  expect(notes).toHaveLength(2 + added);
  const { change } = bodyOf(merged);
  const [undone] = await Promise.all([
    undo(owner, change),
    ...[1, 2, 3].map(() =>
      host.call("notes.create", user, { body: { contactId: gone, content: "Came in between" } }),
    ),
  ]);
  expect(undone.status).toBe(200);
});

test("a failed merge changes nothing and can be repeated", async () => {
  const { id, owner, ids } = await twoCards();
  const database = await host.database();
  const before = await dump(database, id);
  await database.system(async (db) => {
    await db.execute(sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the power is gone'; end $$`);
    await db.execute(sql`create trigger fail before update on notes execute function fail()`);
  });
  expect((await merge(owner, ids)).status).toBe(500);
  expect(await dump(database, id)).toEqual(before);
  await database.system((db) => db.execute(sql`drop function fail cascade`));
  const merged = await merge(owner, ids);
  expect(merged.status).toBe(200);
  expect((await undo(owner, bodyOf(merged).change)).status).toBe(200);
  expect(await dump(database, id)).toEqual(before);
});

if (process.env.TEST_DATABASE_URL) {
  test("a merge whose connection is killed changes nothing", async () => {
    const { id, owner, ids } = await twoCards();
    const database = await host.database();
    const before = await dump(database, id);
    let merging: ReturnType<typeof merge> | undefined;
    await database.tenant(id, async (db) => {
      await db.execute(sql`select from notes for update`);
      merging = merge(owner, ids);
      for (let waits = false; !waits; ) {
        const { rows } = await database.system((all) =>
          all.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%update "notes"%'`),
        );
        waits = rows.length > 0;
      }
    });
    expect((await merging)?.status).toBeGreaterThanOrEqual(500);
    expect(await dump(database, id)).toEqual(before);
    expect((await merge(owner, ids)).status).toBe(200);
  });
}
