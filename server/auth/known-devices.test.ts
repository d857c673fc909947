import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { testHost } from "#server/testing/host.ts";

const host = testHost();
const MIGRATION = join(import.meta.dirname, "../db/migrations/0018_own_devices.sql");

test("a browser stays known to whom it was, unless nobody can tell to which of two stores", async () => {
  const database = await host.database();
  const [one, two, three] = [await host.shop(), await host.shop(), await host.shop()];
  await database.system(async (db) => {
    await db.execute(sql`drop table known_devices`);
    await db.execute(sql`create table known_devices (account bytea not null, device bytea not null,
      last_used_at timestamptz(3) not null default now(),
      constraint known_devices_account_device_pk primary key (account, device))`);
    const email = (to: string, id: string) =>
      db.execute(sql`update users set email = ${to}, password_hash = 'x' where id = ${id}`);
    await email("one@example.com", one.user.id);
    await email("two@example.com", two.user.id);
    await email("two@example.com", three.user.id);
    await db.execute(sql`insert into known_devices (account, device)
      select sha256(convert_to(name || '@example.com', 'UTF8')), 'd' from unnest(array['one', 'two', 'gone']) name`);
    for (const part of readFileSync(MIGRATION, "utf8").split("--> statement-breakpoint"))
      await db.execute(part);
    const { rows } = await db.execute(sql`select user_id from known_devices`);
    expect(rows).toEqual([{ user_id: one.user.id }]);
  });
});
