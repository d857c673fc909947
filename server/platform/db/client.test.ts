import { eq, sql } from "drizzle-orm";
import { testHost } from "#server/testing/host.ts";
import { prepared, type SystemDb } from "./client.ts";
import { databaseFailure } from "./errors.ts";
import { newId } from "./id.ts";
import { organizations, users } from "./schema.ts";

const host = testHost();

const raise = (db: SystemDb, code: string) =>
  db.execute(sql.raw(`do $$ begin raise exception 'given up' using errcode = '${code}'; end $$`));

async function renamed(times: number, code: string) {
  const { id: organizationId } = await host.shop();
  const database = await host.database();
  let runs = 0;
  const outcome = await database
    .tenant(organizationId, async (db) => {
      runs += 1;
      await db
        .update(organizations)
        .set({ name: sql`${organizations.name} || '!'` })
        .where(eq(organizations.id, organizationId));
      if (runs <= times) await raise(db, code);
    })
    .catch(databaseFailure);
  const [store] = await database.read(organizationId, (db) =>
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organizationId)),
  );
  return { runs, status: outcome?.status, marks: store?.name.match(/!/g)?.length ?? 0 };
}

test.each(["40P01", "40001"])("%s: retries the transaction and commits it once", async (code) => {
  expect(await renamed(1, code)).toEqual({ runs: 2, status: undefined, marks: 1 });
});

test("gives up after the third attempt", async () => {
  expect(await renamed(9, "40P01")).toEqual({ runs: 3, status: 503, marks: 0 });
});

test("does not retry other errors", async () => {
  expect(await renamed(1, "23514")).toEqual({ runs: 1, status: 400, marks: 0 });
});

test("a refused scope runs no statement", async () => {
  const { id } = await host.shop();
  const database = await host.database();
  const made = newId();
  const make = (db: SystemDb) =>
    db.insert(organizations).values({ id: made, name: "Nobody's", timezone: "UTC" });
  const stores = (db: SystemDb) => db.select({ id: organizations.id }).from(organizations);
  for (const ask of [database.read, database.tenant]) {
    await expect(ask("\0", make).catch(databaseFailure)).resolves.toMatchObject({ status: 400 });
  }
  expect(await database.read(id, stores)).toEqual([{ id }]);
  expect((await database.system(stores)).map((store) => store.id)).not.toContain(made);
});

test("a scope ends with its statement or transaction", async () => {
  const { id } = await host.shop();
  const database = await host.database();
  const settings = sql`select current_setting('role') as role, current_setting('app.organization_id', true) as store`;
  const scoped = [{ role: "crm_app", store: id }];
  expect((await database.read(id, (db) => db.execute(settings))).rows).toEqual(scoped);
  expect(await database.tenant(id, async () => "nothing asked")).toBe("nothing asked");
  const several = sql.raw("set local lock_timeout = 500; set local statement_timeout = 500");
  const both = await database.tenant(id, async (db) => {
    await db.execute(several);
    return db.execute(settings);
  });
  expect(both.rows).toEqual(scoped);
  await expect(database.read(id, (db) => db.execute(several))).rejects.toThrow();
  const [alone] = (await database.system((db) => db.execute(settings))).rows;
  expect([alone?.role, alone?.store || null]).toEqual(["none", null]);
});

test("refuses a query that outlives its scope", async () => {
  const [mine, other] = [await host.shop(), await host.shop()];
  const database = await host.database();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let late: Promise<unknown> | undefined;
  await database.read(mine.id, async (db) => {
    late = isOver.then(() => db.select().from(users));
  });
  await database.read(other.id, async () => {
    end();
    await expect(late).rejects.toMatchObject({ cause: { message: "This query needs its scope" } });
  });
});

test("a prepared query reads the same values as drizzle", async () => {
  const { id } = await host.shop();
  const database = await host.database();
  const flat = (db: SystemDb) =>
    db
      .select({
        role: users.role,
        createdAt: organizations.createdAt,
        setup: organizations.setup,
        doubled: sql`count(*) over () * 2`.mapWith(Number),
        named: sql`upper(${users.lastName})`.as("named"),
      })
      .from(users)
      .leftJoin(organizations, eq(organizations.id, users.organizationId))
      .orderBy(users.id);
  const whole = (db: SystemDb) =>
    db.select({ users, organizations }).from(users).leftJoin(organizations, sql`false`);
  const [flatly, wholly] = [
    prepared((db) => flat(db).prepare("flat")),
    prepared((db) => whole(db).prepare("whole")),
  ];
  const rows = await database.read(id, (db) => flat(db));
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ createdAt: expect.any(Date), setup: null, doubled: 6 });
  expect(await database.read(id, (db) => flatly(db).execute())).toEqual(rows);
  const both = await database.read(id, (db) => whole(db));
  expect(both[0]).toMatchObject({ organizations: null });
  expect(await database.read(id, (db) => wholly(db).execute())).toEqual(both);
});
