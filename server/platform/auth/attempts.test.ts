import { sql } from "drizzle-orm";
import { openTestDatabase } from "#server/testing/database.ts";
import {
  countAttempt,
  forgetOldAttempts,
  recordAttempt,
  resetAttempts,
  uncountAttempts,
} from "./attempts.ts";

jest.setTimeout(30_000);
const opening = openTestDatabase();
afterAll(async () => (await opening).close());

async function attempt(who: string, more?: { most: number }): Promise<number> {
  const { database } = await opening;
  return database
    .system((db) => countAttempt(db, "invite one", who, more))
    .then(() => 200)
    .catch((error) => error.status);
}

test("refuses the fourth attempt of each person", async () => {
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push(await attempt("a"));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await attempt("b")).toBe(200);
});

test("counts parallel attempts like sequential ones", async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => attempt("c")));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
});

test("tells a refused caller when to try again", async () => {
  const { database } = await opening;
  const again = () =>
    database.system((db) => countAttempt(db, "invite one", "d", { most: 1, message: "No" }));
  await again();
  await expect(again()).rejects.toMatchObject({ status: 429, message: "No", retryAfter: 900 });
});

test("counts each limit separately", async () => {
  const { database } = await opening;
  for (let i = 0; i < 4; i++) await attempt("f");
  await database.system((db) => countAttempt(db, "forgot password of", "f"));
  expect(await attempt("f")).toBe(429);
});

test("doesn't count attempts of a rolled-back transaction", async () => {
  const { database } = await opening;
  const count = () => database.system((db) => recordAttempt(db, "invite", "g")).then(({ count }) => count);
  const failed = database.system((db) =>
    db.transaction(async (tx) => {
      await countAttempt(tx, "invite", "g");
      throw new Error("no");
    }),
  );
  await expect(failed).rejects.toThrow("no");
  expect([await count(), await count(), await count()]).toEqual([1, 2, 3]);
  await database.system((db) => uncountAttempts(db, "invite", "g", 2));
  expect(await count()).toBe(2);
  await database.system((db) => uncountAttempts(db, "invite", "g", 99));
  expect(await count()).toBe(1);
  expect(await database.system((db) => resetAttempts(db, "invite", "g"))).toBe(1);
  expect(await database.system((db) => resetAttempts(db, "invite", "g"))).toBe(0);
  expect(await count()).toBe(1);
});

test("resets the count after 15 minutes", async () => {
  const { database } = await opening;
  for (let i = 0; i < 4; i++) await attempt("e");
  await database.system((db) =>
    db.execute(sql`update attempts set started_at = now() - interval '16 minutes'`),
  );
  expect(await attempt("e")).toBe(200);
  await database.system(forgetOldAttempts);
  const left = await database.system((db) => db.execute(sql`select who from attempts`));
  expect(left.rows).toEqual([{ who: "e" }]);
});
