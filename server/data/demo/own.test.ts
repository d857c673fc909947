import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { DAY } from "#lib/time/zone.ts";
import { commands } from "#server/cli/commands.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { schema } from "#server/platform/db/tables.ts";
import { fillEveryTable } from "#server/testing/every-table.ts";
import { testHost, WEB_URL } from "#server/testing/host.ts";
import { eraseDemo, seedOwn } from "./demo.ts";

const host = testHost();
const on = async () => ({ database: await host.database(), webUrl: WEB_URL, isPublic: true, dataDir: "" });
const seed = async (given: { own?: boolean; erase?: string }) => commands.seed(await on(), given);
const signIn = (email: string, password: string) =>
  host.call("auth.login", null, { body: { email, password } });

test("creates and completely erases a demo store", async () => {
  const [one, other] = [JSON.parse(await seed({ own: true })), JSON.parse(await seed({ own: true }))];
  expect(one.email).not.toBe(other.email);
  expect((await signIn(one.email, "Welcome-1")).status).toBe(401);
  expect((await signIn(one.email, other.password)).status).toBe(401);
  expect((await signIn(one.email, one.password)).status).toBe(200);

  expect(await seed({ erase: one.organizationId })).toBe("The demo store is erased.");
  expect((await signIn(one.email, one.password)).status).toBe(401);
  expect((await signIn(other.email, other.password)).status).toBe(200);
  await expect(seed({ erase: one.organizationId })).rejects.toThrow("There is no demo store with that id");
});

test("erases a demo store's rows, but no real store", async () => {
  const database = await host.database();
  const [shop, id] = [await host.shop(), newId()];
  const person = {
    firstName: "Zoë",
    lastName: "Frost",
    email: "zoe@example.com",
    phoneNumber: "+1 415 555 0132",
  };
  await database.tenant(shop.id, (db) => fillEveryTable(db, shop, id, person));
  await expect(eraseDemo(database, shop.id)).rejects.toThrow("Nothing was erased");
  await database.system((db) =>
    db.update(organizations).set({ isDemo: true }).where(eq(organizations.id, shop.id)),
  );
  await eraseDemo(database, shop.id);
  const left = await database.system((db) =>
    Promise.all(
      Object.values(schema).flatMap((table) => {
        if (!is(table, PgTable)) return [];
        const { organizationId } = getTableColumns(table) as Record<string, PgColumn>;
        if (!organizationId) return [];
        const name = getTableName(table);
        return countRows(db, table, eq(organizationId, shop.id)).then((count) => (count > 0 ? name : ""));
      }),
    ),
  );
  expect(left.length).toBeGreaterThan(30);
  expect(left.filter(Boolean)).toEqual([]);
});

test("erases stores of earlier runs after a day", async () => {
  const database = await host.database();
  const [old, younger] = [await seedOwn(database), await seedOwn(database)];
  await database.system((db) =>
    db
      .update(organizations)
      .set({ createdAt: new Date(Date.now() - DAY - 60_000) })
      .where(eq(organizations.id, old.organizationId)),
  );
  await seedOwn(database);
  expect((await signIn(old.email, old.password)).status).toBe(401);
  expect((await signIn(younger.email, younger.password)).status).toBe(200);
});
