import { sql } from "drizzle-orm";
import type pg from "pg";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";
import { newId } from "./id.ts";
import { knownMigrations, migrate } from "./migrations.ts";

const host = testHost();

test("generated columns need no search path", async () => {
  const database = await host.database();
  const organization = newId();
  await database.system(async (db) => {
    await emptyAsOf(db);
    await db.execute(sql`alter table mails disable trigger user`);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    const restored = await db.transaction(async (tx) => {
      await tx.execute(sql`set local search_path = ''`);
      return tx.execute(sql`insert into public.mails (organization_id, id, kind, to_address, to_name, subject)
        values (${organization}, ${newId()}, 'test', 'Z@Example.com', 'Zoë', 'Größe 54') returning search`);
    });
    expect(restored.rows).toEqual([{ search: " zoe z@example.com grosse 54" }]);
  });
}, 30_000);

test("the migration hides entries about private segments", async () => {
  const database = await host.database();
  const [store, maker, mine, ours, gone] = [newId(), newId(), newId(), newId(), newId()];
  const found = await database.system(async (db) => {
    await emptyAsOf(db, 5);
    const entry = (record: string, name: string, action: string, was: object | null = null) =>
      db.execute(sql`insert into journal (organization_id, id, at, change, actor_kind, actor_id, kind, record_id, name,
          action, was)
        values (${store}, ${newId()}, now(), ${newId()}, 'person', ${maker}, 'segment', ${record}, ${name}, ${action},
          ${was && JSON.stringify(was)}::jsonb)`);
    await db.execute(sql`insert into organizations (id, name, timezone) values (${store}, 'Old', 'UTC')`);
    await db.execute(sql`insert into users (organization_id, id, email, first_name, last_name, role)
      values (${store}, ${maker}, 'ada@example.com', 'Ada', 'Finch', 'USER')`);
    for (const [id, isShared] of [
      [mine, false],
      [ours, true],
    ])
      await db.execute(sql`insert into segments (organization_id, id, name, segment, user_id, is_shared)
        values (${store}, ${id}, 'Now', '[]', ${maker}, ${isShared})`);
    await entry(mine, "Secret", "created");
    await entry(ours, "Secret", "created");
    await entry(ours, "Secret, shared", "changed", { is_shared: false, name: "Secret" });
    await entry(ours, "Ours", "changed", { name: "Secret, shared" });
    await entry(gone, "Everybody's", "deleted", { is_shared: true, user_id: maker, name: "Everybody's" });
    await entry(newId(), "Unknown secret", "deleted");
    await migrateToLatest(db);
    const { rows } = await db.execute<{ name: string; private_to: string | null }>(
      sql`select name, private_to from journal order by id`,
    );
    return rows.map(({ name, private_to }) => [name, private_to]);
  });
  expect(found).toEqual([
    ["Secret", maker],
    ["Secret", maker],
    ["Secret, shared", maker],
    ["Ours", null],
    ["Everybody's", null],
    ["Unknown secret", maker],
  ]);
});

test("refuses a database that a newer version changed", async () => {
  const database = await host.database();
  await database.system(async (db) => {
    const { $client } = db as unknown as { $client: pg.PoolClient };
    await emptyAsOf(db);
    const steps = async () =>
      (await db.execute(sql`select created_at from drizzle.migrations order by id`)).rows;
    const known = await steps();
    expect(known).toHaveLength(knownMigrations().length);
    await migrate($client, async () => {});
    expect(await steps()).toEqual(known);
    await db.execute(sql`insert into drizzle.migrations (hash, created_at) values ('newer', 9999999999999)`);
    const before = await steps();
    await expect(migrate($client, async () => {})).rejects.toThrow("newer version of Loupe");
    expect(await steps()).toEqual(before);
  });
});
