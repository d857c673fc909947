import { sql } from "drizzle-orm";
import { testHost } from "#server/testing/host.ts";
import type { SystemDb } from "./client.ts";
import { protectionOf, withProtection } from "./protection.ts";
import { type Table, tables } from "./tables.ts";

const host = testHost();

type Catalogue = {
  security: boolean;
  grants: string[];
  policies: object[];
  journal: { name: string; kind: string; quiet: string[]; unrecorded: string[] }[];
  keys: string[];
};

async function catalogueOf(db: SystemDb, name: string): Promise<Catalogue> {
  const { rows } = await db.execute<
    Omit<Catalogue, "journal"> & { triggers: { name: string; args: string }[] }
  >(sql`
    select c.relrowsecurity as security,
      array(select privilege from unnest(array['select', 'insert', 'update', 'delete']) as privilege
        where has_table_privilege('crm_app', c.oid, privilege)) as grants,
      (select coalesce(json_agg(json_build_object('name', p.polname, 'command', p.polcmd, 'roles', p.polroles::regrole[]::text[],
        'using', pg_get_expr(p.polqual, c.oid), 'check', pg_get_expr(p.polwithcheck, c.oid), 'permissive', p.polpermissive)
        order by p.polname), '[]') from pg_policy p where p.polrelid = c.oid) as policies,
      (select coalesce(json_agg(json_build_object('name', t.tgname, 'args', encode(t.tgargs, 'escape')) order by t.tgname), '[]')
        from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'keep_journal'::regproc) as triggers,
      array(select pg_get_constraintdef(f.oid) from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and cardinality(f.conkey) > 1 order by 1) as keys
    from pg_class c where c.oid = ${name}::regclass`);
  const [row] = rows;
  if (!row) throw new Error(`There is no table ${name}`);
  const { triggers, ...rest } = row;
  const journal = triggers.map((trigger) => {
    const [kind = "", quiet = "", unrecorded = ""] = trigger.args.split("\\000");
    const list = (text: string) => text.slice(1, -1).split(",").sort();
    return { name: trigger.name, kind, quiet: list(quiet), unrecorded: list(unrecorded) };
  });
  return { ...rest, journal };
}

function keyOf({ column, to, onDelete }: Table["references"][number]): string {
  const rule = onDelete === "set null" ? `SET NULL (${column})` : onDelete?.toUpperCase();
  return `FOREIGN KEY (organization_id, ${column}) REFERENCES ${to}(organization_id, id) ON DELETE ${rule}`;
}

test("the registry has every table, and no other", async () => {
  const database = await host.database();
  const { rows } = await database.system((db) =>
    db.execute<{ name: string }>(sql`select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`),
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name));
});

test.each(tables.map((table) => [table.name, table] as const))(
  "%s is protected, recorded and connected as the registry says",
  async (name, table) => {
    const database = await host.database();
    const copy = `copy_of_${name}`;
    const [real, made] = await database.system(async (db) => {
      await db.execute(sql.raw(`create table ${copy} (like ${name} including generated)`));
      for (const statement of protectionOf({ ...table, name: copy })) await db.execute(sql.raw(statement));
      const both = [await catalogueOf(db, name), await catalogueOf(db, copy)] as const;
      await db.execute(sql.raw(`drop table ${copy}`));
      return both;
    });
    const keys = table.references.filter(({ onDelete }) => onDelete);
    expect(real.keys).toEqual(keys.map(keyOf).sort());
    expect(made.keys).toEqual(
      keys
        .filter(({ isOurs }) => isOurs)
        .map(keyOf)
        .sort(),
    );
    expect({ ...made, keys: [] }).toEqual({ ...real, keys: [] });
  },
);

test("a migration ends with the protection of its new tables", () => {
  const other = 'ALTER TABLE "mails" ADD COLUMN "x" text;\n';
  expect(withProtection(other)).toBe(other);
  const sqlOfTags = withProtection('CREATE TABLE "tags" (\n\t"id" uuid\n);\n');
  expect(sqlOfTags.split("\n--> statement-breakpoint\n").slice(1)).toEqual([
    "alter table tags enable row level security;",
    "grant select, insert, update, delete on tags to crm_app;",
    "create policy own on tags to crm_app using (organization_id = (select current_organization()));",
    "select keep_journal_of('tags', 'tag', '{version,updated_at}', '{}');\n",
  ]);
});
