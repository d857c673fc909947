import { sql } from "drizzle-orm";
import pg from "pg";
import { actingAs } from "#server/platform/db/actor.ts";
import { createTemporary } from "#server/testing/database.ts";
import type { Database, Db } from "./client.ts";
import { newId } from "./id.ts";
import { knownMigrations } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { organizations, templates } from "./schema.ts";

/*
 * Twenty connections share a few sessions of PgBouncer in transaction mode. Without PgBouncer, this file
 * tests nothing.
 */
const { TEST_DATABASE_URL, TEST_POOLER_URL } = process.env;
const closing: (() => unknown)[] = [];
let hosts: Database[] = [];
let pooled = "";

beforeAll(async () => {
  if (!TEST_DATABASE_URL || !TEST_POOLER_URL) return;
  const { url, drop } = await createTemporary(TEST_DATABASE_URL, { isEmpty: true });
  closing.unshift(drop);
  pooled = new URL(new URL(url).pathname, TEST_POOLER_URL).href;
  const opened = await Promise.all([openPostgres(pooled), openPostgres(pooled)]);
  for (const { close } of opened) closing.unshift(close);
  hosts = opened.map(({ database }) => database);
}, 60_000);
afterAll(async () => {
  for (const close of closing) await close();
}, 60_000);

async function store(database: Database): Promise<string> {
  const id = newId();
  await database.system((db) => db.insert(organizations).values({ id, name: "Shop", timezone: "UTC" }));
  return id;
}

const names = (db: Db) => db.select({ name: templates.name }).from(templates);
const template = (organizationId: string, name: string) => (db: Db) =>
  db.insert(templates).values({ organizationId, id: newId(), name, subject: "", content: "" });

test("simultaneous hosts change the schema once", async () => {
  const [database] = hosts;
  const made = await database?.system((db) =>
    db.execute(sql`select count(*)::int as count from drizzle.migrations`),
  );
  if (made) expect(made.rows).toEqual([{ count: knownMigrations().length }]);
});

test("each store sees only its own rows in any session", async () => {
  const all = await Promise.all(
    hosts.flatMap((database) => [1, 2, 3].map(async () => ({ database, id: await store(database) }))),
  );
  await Promise.all(
    all.flatMap(({ database, id }) =>
      Array.from({ length: 8 }, async (_, i) => {
        await database.tenant(id, template(id, `${id} ${i}`));
        const refused = database.tenant(id, async (db) => {
          await template(id, "never")(db);
          throw new Error("changed my mind");
        });
        await expect(refused).rejects.toThrow("changed my mind");
        const rows = await database.read(id, names);
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.every(({ name }) => name.startsWith(id))).toBe(true);
      }),
    ),
  );
  for (const { database, id } of all) expect(await database.read(id, names)).toHaveLength(8);
  if (!pooled) return;
  const others = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: pooled });
      client.on("error", () => {});
      await client.connect();
      // Each client gets its own session.
      await client.query("begin");
      return client;
    }),
  );
  for (const client of others) {
    const { rows } = await client.query(
      "select current_setting('role') as role, coalesce(current_setting('app.organization_id', true), '') as store, coalesce(current_setting('app.actor', true), '') as actor, current_setting('statement_timeout') as timeout",
    );
    expect(rows).toEqual([{ role: "none", store: "", actor: "", timeout: "0" }]);
  }
  await Promise.all(others.map((client) => client.end()));
});

test("actor and timeout are the same behind a pooler", async () => {
  for (const database of hosts) {
    const id = await store(database);
    await actingAs({ kind: "person", id }, () => database.tenant(id, template(id, "By somebody")));
    const { rows } = await database.read(id, (db) =>
      db.execute(
        sql`select actor_kind as kind, current_setting('statement_timeout') as timeout from journal`,
      ),
    );
    expect(rows).toEqual([{ kind: "person", timeout: "15s" }]);
    const alone = await database.system((db) => db.execute(sql`show statement_timeout`));
    expect(alone.rows).toEqual([{ statement_timeout: "15s" }]);
  }
});

test("a snapshot stays unchanged while others write", async () => {
  for (const database of hosts) {
    const id = await store(database);
    const { client, close } = await database.snapshotOf(id, ["templates"]);
    await database.tenant(id, template(id, "Later"));
    expect((await client.query("select name from templates")).rows).toEqual([]);
    await close();
    expect(await database.read(id, names)).toEqual([{ name: "Later" }]);
  }
});
