/** @jest-environment node */
import { count, isNull, sql } from "drizzle-orm";
import { testHost } from "../testing.ts";
import { contacts, notes, organizations, productCategories, purchases, templates } from "./schema.ts";
import { DEMO_PASSWORD, seedDemo, seedIfEmpty } from "./seed.ts";

const host = testHost();
const NOW = new Date("2026-11-21T15:00:00Z");
let organizationId: string;

beforeAll(async () => {
  organizationId = await seedDemo(await host.database(), NOW);
});

const read = async <T>(query: string) => {
  const database = await host.database();
  return (await database.read(organizationId, (db) => db.execute(query))).rows as T[];
};

test("240 contacts, 400 sales over two years, notes, shared and own categories, three templates", async () => {
  const database = await host.database();
  const sizes = await database.read(organizationId, (db) =>
    Promise.all(
      [contacts, purchases, productCategories, templates].map(async (table) => {
        const [found] = await db.select({ rows: count() }).from(table);
        return found?.rows;
      }),
    ),
  );
  expect(sizes).toEqual([240, 400, 11, 3]);
  const shared = await database.read(organizationId, (db) =>
    db.select().from(productCategories).where(isNull(productCategories.organizationId)),
  );
  expect(shared).toHaveLength(6);
  expect(await database.read(organizationId, (db) => db.$count(notes))).toBeGreaterThan(100);
});

test("nothing lies in the future, no sale before two years ago, and each person is there once", async () => {
  const [spans] = await read<Record<string, string>>(`select
    (select count(*) from contacts where created_at > '${NOW.toISOString()}') as "future contacts",
    (select count(*) from purchases where created_at > '${NOW.toISOString()}') as "future sales",
    (select count(*) from purchases where created_at < '${NOW.toISOString()}'::timestamptz - interval '731 days') as "old sales",
    (select count(*) from notes where created_at > '${NOW.toISOString()}') as "future notes",
    (select count(*) - count(distinct email) from contacts) as "same email",
    (select count(*) - count(distinct invoice_number) from purchases) as "same invoice",
    (select count(*) from contacts where phone_number !~ '^[+](1|44|91|61) [0-9 ]{9,}$') as "odd numbers"`);
  expect(new Set(Object.values(spans ?? {}))).toEqual(new Set(["0"]));
});

test("somebody has a birthday today, tomorrow, and on 29 February", async () => {
  const days = await read<{ day: string }>("select to_char(birthday, 'MM-DD') as day from contacts");
  expect(days.map(({ day }) => day)).toEqual(expect.arrayContaining(["11-21", "11-22", "02-29"]));
});

test.each(["owner", "admin", "staff"])("%s@example.com signs in", async (name) => {
  const body = { email: `${name}@example.com`, password: DEMO_PASSWORD };
  expect((await host.call("auth.login", null, { body })).body).toMatchObject({
    organizationId,
    isEmailIntegrationComplete: true,
  });
});

test("two stores of the same day are alike", async () => {
  const fingerprint =
    "select md5(string_agg(first_name || last_name || email || phone_number || created_at::text, ',' order by created_at, email)) as print from contacts";
  const [first] = await read(fingerprint);
  const database = await host.database();
  await database.system((db) => db.execute(sql`delete from organizations`));
  organizationId = await seedDemo(database, NOW);
  expect(await read(fingerprint)).toEqual([first]);
});

test("the demo goes into an empty database only", async () => {
  const database = await host.database();
  expect(await seedIfEmpty(database)).toBe(false);
  expect(await database.system((db) => db.$count(organizations))).toBe(1);
});
