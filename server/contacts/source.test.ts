import { sql } from "drizzle-orm";
import { newId } from "#server/db/id.ts";
import { TEN } from "#server/testing/booking.ts";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { frontDeskTests } from "#server/testing/front-desk.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = frontDeskTests();
const files = importsOf(host);
const empty = testHost();

test("how a contact came is who wrote the card, and comes back with it from the trash", async () => {
  const { owner, book } = await host.team();
  const names = async (is: string, user: Person = owner) => {
    const where = JSON.stringify([[{ field: "source", is }]]);
    const { status, body } = await host.call("contacts.segment", user, { query: { where } });
    expect(status).toBe(200);
    return (body as { firstName: string }[]).map(({ firstName }) => firstName).sort();
  };
  const typed = await recordsOf(host).contact(owner, { firstName: "Typed" });
  const params = await files.upload(owner, "First name,Last name,Email\nSent,In,sent@example.com\n");
  await files.start(owner, params);
  expect((await book({ startsAt: TEN, name: "Booked Herself", email: "herself@example.com" })).status).toBe(
    200,
  );
  const all = { person: ["Typed"], import: ["Sent"], visitor: ["Booked"] };
  for (const [is, found] of Object.entries(all)) expect([is, await names(is)]).toEqual([is, found]);

  expect((await host.call("contacts.delete", owner, { params: { id: typed } })).status).toBe(200);
  expect(await names("person")).toEqual([]);
  expect((await host.call("trash.restore", owner, { params: { id: typed } })).status).toBe(200);
  expect(await names("person")).toEqual(["Typed"]);
  expect(await names("person", (await host.team()).owner)).toEqual([]);
});

test("of cards that a store had before, the history says it; nothing of what was there is changed", async () => {
  const database = await empty.database();
  await database.system(async (db) => {
    await emptyAsOf(db, 56);
    const store = newId();
    await db.execute(sql`insert into organizations (id, name, timezone) values (${store}, 'Old', 'UTC')`);
    const add = (name: string) =>
      db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
        values (${store}, ${newId()}, ${name}, '', '', '', ${name})`);
    await add("older");
    for (const kind of ["person", "import", "visitor"] as const) {
      await db.execute(sql`select set_config('app.actor', ${JSON.stringify({ kind })}, false),
        set_config('app.organization_id', ${store}, false)`);
      await add(kind);
    }
    await db.execute(sql`select set_config('app.actor', '', false)`);
    const before = await db.execute(sql`select id, version, updated_at from contacts order by id`);
    const history = await db.execute(sql`select id from journal order by id`);
    expect(history.rows).toHaveLength(3);
    await migrateToLatest(db);
    const { rows } = await db.execute(sql`select first_name, source from contacts order by first_name`);
    expect(rows).toEqual([
      { first_name: "import", source: "import" },
      { first_name: "older", source: null },
      { first_name: "person", source: "person" },
      { first_name: "visitor", source: "visitor" },
    ]);
    expect((await db.execute(sql`select id, version, updated_at from contacts order by id`)).rows).toEqual(
      before.rows,
    );
    expect((await db.execute(sql`select id from journal order by id`)).rows).toEqual(history.rows);
  });
});
