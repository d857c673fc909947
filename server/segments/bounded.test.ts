import { sql } from "drizzle-orm";
import { contacts } from "#server/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { counted } from "./bounded.ts";

const host = testHost();
// Nothing cuts a statement of the embedded database short, so nothing there takes too long.
const onServer = process.env.TEST_DATABASE_URL ? test : test.skip;

onServer("what takes too long to count is counted in a sample, and said to be about so many", async () => {
  const database = await host.database();
  const { id } = await host.shop();
  await database.tenant(id, (db) =>
    db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      select ${id}::uuid, gen_random_uuid(), repeat('x', 400), '', '', '', '' from generate_series(1, 20000)`),
  );
  const fits = sql`${contacts.organizationId} = ${id}
    and (current_query() like '%table' || 'sample%' or pg_sleep(3) is not null)`;
  const { count, isExact } = await counted((work) => database.read(id, work), contacts, fits);
  expect(isExact).toBe(false);
  expect(count).toBeGreaterThan(8_000);
  expect(count).toBeLessThan(50_000);
});
