import { sql } from "drizzle-orm";
import { emptyAsOf, migrateToLatest, openTestDatabase } from "#server/testing/database.ts";
import type { SystemDb } from "./client.ts";
import { knownMigrations } from "./migrations.ts";

type Column = { name: string; type: string; needed: boolean };
type Rows = { [table: string]: Record<string, string | null>[] };

const ID = "01890000-0000-7000-8000-000000000001";
const VALUES: [type: RegExp, value: string][] = [
  [/\[\]$/, "{}"],
  [/^uuid/, ID],
  [/^timestamp/, "2026-03-14T09:26:53.589Z"],
  [/^date/, "2026-03-14"],
  [/^json/, "[]"],
  [/^bool/, "true"],
  [/^(int|small|big|num|double)/, "7"],
  [/^role/, "OWNER"],
];

const SPECIAL: Record<string, string> = {
  timezone: "Europe/London",
  ends_at: "2036-03-14T10:26:53.589Z",
  expires_at: "2036-03-14T10:26:53.589Z",
  color: "3",
  other_id: "01890000-0000-7000-8000-000000000002",
  "relations.other_id": ID,
  "journal.action": "created",
};

async function tables(db: SystemDb): Promise<Map<string, Column[]>> {
  const { rows } = await db.execute<{ name: string; columns: Column[] }>(sql`
    select c.relname as name, json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'needed', a.attnotnull and not a.atthasdef) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      -- A file has a note or a repair.
      and (c.relname, a.attname) <> ('note_files', 'repair_id') group by 1`);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function fill(db: SystemDb): Promise<void> {
  let left = [...(await tables(db))].filter(([name]) => !name.endsWith("_directory"));
  while (left.length > 0) {
    const missing: typeof left = [];
    let failure: unknown;
    for (const [name, columns] of left) {
      const needed = columns.filter((column) => column.needed);
      await insert(db, name, columns)
        .catch(() => insert(db, name, needed))
        .catch((error) => {
          failure = error;
          missing.push([name, columns]);
        });
    }
    if (missing.length === left.length) throw failure;
    left = missing;
  }
}

function insert(db: SystemDb, table: string, columns: Column[]): Promise<unknown> {
  const list = (items: ReturnType<typeof sql>[]) => sql.join(items, sql`, `);
  const names = list(columns.map(({ name }) => sql`${sql.identifier(name)}`));
  const values = list(
    columns.map(({ name, type }) => sql`${written(table, name, type)}::text::${sql.raw(type)}`),
  );
  return db.transaction((tx) =>
    tx.execute(
      sql`insert into ${sql.identifier(table)} (${names}) values (${values}) on conflict do nothing`,
    ),
  );
}

function written(table: string, name: string, type: string): string {
  if (type === "bytea") return `\\x${Buffer.from(table + name).toString("hex")}`;
  const own = SPECIAL[`${table}.${name}`] ?? SPECIAL[name];
  if (own) return own;
  return VALUES.find(([pattern]) => pattern.test(type))?.[1] ?? `the ${name}`;
}

async function read(db: SystemDb): Promise<Rows> {
  const found: Rows = {};
  for (const [name, columns] of await tables(db)) {
    const cells = sql.join(
      columns.map((column) => sql`${sql.identifier(column.name)}::text as ${sql.identifier(column.name)}`),
      sql`, `,
    );
    found[name] = (await db.execute(sql`select ${cells} from ${sql.identifier(name)}`)).rows as Rows[string];
  }
  return found;
}

/** 0001 rebuilds the search text. No release had links of imports, which 0030 drops. */
const REBUILT = ["purchases.search", "saved_imports.link_id"];
const older = knownMigrations().map((_, i) => i + 1);
// From each of them on Postgres, if it is tested too (scripts/test.mjs).
const tried = older.slice(0, process.env.TESTS_LEFT_TO_POSTGRES ? 1 : -1);

test.each(tried)(
  "an upgrade from the first %i migrations keeps every row and value",
  async (count) => {
    // One connection would keep the plans of all dropped schemas, and each step would take longer.
    const { database, close } = await openTestDatabase();
    const walked = database.system(async (db) => {
      await emptyAsOf(db, count);
      await fill(db);
      const before = await read(db);
      await migrateToLatest(db);
      const after = await read(db);
      const differs: string[] = [];
      for (const [name, rows] of Object.entries(before)) {
        const now = after[name] ?? [];
        if (now.length < rows.length) differs.push(`${name}: ${rows.length} → ${now.length}`);
        for (const [column, value] of Object.entries(rows[0] ?? {})) {
          if (REBUILT.includes(`${name}.${column}`)) continue;
          if (now[0]?.[column] !== value) differs.push(`${name}.${column}: ${value} → ${now[0]?.[column]}`);
        }
      }
      expect(differs).toEqual([]);
    });
    await walked.finally(close);
  },
  60_000,
);
