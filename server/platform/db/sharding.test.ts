import { type SQL, sql } from "drizzle-orm";
import { testHost } from "#server/testing/host.ts";
import type { SystemDb } from "./client.ts";

/**
 * Citus requires that unique keys include organization_id, and that foreign keys lead to a table distributed
 * alike or copied to each machine.
 */

const host = testHost();

/** How the other tables are distributed. Add a new one here. */
const OTHERWISE: Record<string, "whole on each machine" | string> = {
  organizations: "id",
  shared_categories: "whole on each machine",
  session_directory: "token_hash",
  token_directory: "token_hash",
  email_directory: "email",
  slug_directory: "slug",
  account_directory: "external_id",
  passkey_directory: "credential_id",
  attempts: "who",
  used_challenges: "challenge",
  reset_requests: "id",
  restores: "restored_at",
  host_keys: "whole on each machine",
};

const TABLES = sql`select c.oid, c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;
const named = (table: SQL, numbers: SQL) => sql`(select json_agg(a.attname order by k.at)
  from unnest(${numbers}) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = ${table} and a.attnum = k.attnum)`;

async function faults(db: SystemDb): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string; isNotNull: boolean | null }>(sql`
    select t.name, (select a.attnotnull from pg_attribute a
      where a.attrelid = t.oid and a.attname = 'organization_id' and not a.attisdropped) as "isNotNull" from (${TABLES}) t`);
  const { rows: keys } = await db.execute<{ table: string; name: string; columns: string[] }>(sql`
    select t.name as table, i.relname as name, ${named(sql`t.oid`, sql`x.indkey::int2[]`)} as columns
    from (${TABLES}) t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
    where x.indisunique or x.indisexclusion`);
  type Reference = { table: string; to: string; name: string; columns: string[]; others: string[] };
  const { rows: references } = await db.execute<Reference>(sql`
    select t.name as table, f.confrelid::regclass::text as to, f.conname as name,
      ${named(sql`t.oid`, sql`f.conkey`)} as columns, ${named(sql`f.confrelid`, sql`f.confkey`)} as others
    from (${TABLES}) t join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'`);
  const by = (table: string) => OTHERWISE[table] ?? "organization_id";
  const found: string[] = [];
  for (const { name, isNotNull } of tables) {
    if (by(name) === "organization_id" && !isNotNull) found.push(`${name}: may be nobody's`);
  }
  for (const { table, name, columns } of keys) {
    const startsWithOrganization =
      by(table) === "organization_id" ? columns[0] === by(table) : columns.includes(by(table));
    if (!startsWithOrganization && by(table) !== "whole on each machine") found.push(`${name}: (${columns})`);
  }
  for (const { table, to, name, columns, others } of references) {
    const isWithin = columns[0] === by(table) && others[0] === by(to);
    if (!isWithin && by(to) !== "whole on each machine")
      found.push(`${name}: (${columns}) → ${to} (${others})`);
  }
  return found;
}

test("every key of a tenant's table starts with organization_id", async () => {
  const database = await host.database();
  expect(await database.system(faults)).toEqual([]);
});

test("finds tables that break the rules", async () => {
  const database = await host.database();
  const made = database.system((db) =>
    db.transaction(async (tx) => {
      await tx.execute(
        sql`create table watches (organization_id uuid, id uuid primary key, contact_id uuid)`,
      );
      await tx.execute(sql`create table straps (organization_id uuid not null, id uuid, watch_id uuid references watches,
        primary key (organization_id, id))`);
      throw Object.assign(new Error("Taken back"), { found: await faults(tx) });
    }),
  );
  await expect(made).rejects.toMatchObject({
    found: [
      "watches: may be nobody's",
      "watches_pkey: (id)",
      "straps_watch_id_fkey: (watch_id) → watches (id)",
    ],
  });
});
