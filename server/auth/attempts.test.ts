/** @jest-environment node */
import { sql } from "drizzle-orm";
import { openTestDatabase } from "#server/testing/database.ts";
import { countAttempt, forgetOldAttempts } from "./attempts.ts";

jest.setTimeout(30_000);
const opening = openTestDatabase();
afterAll(async () => (await opening).close());

async function attempt(who: string, most = 3): Promise<number> {
  const { database } = await opening;
  return database
    .system((db) => countAttempt(db, { door: "test", who, most }))
    .then(() => 200)
    .catch((error) => error.status);
}

test("the fourth of three is one too many, of each person for themself", async () => {
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push(await attempt("a"));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await attempt("b")).toBe(200);
});

test("at once as well as one after another", async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => attempt("c")));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
});

test("who is refused is told when to come again", async () => {
  const { database } = await opening;
  const again = () => database.system((db) => countAttempt(db, { door: "test", who: "d", most: 1 }));
  await again();
  await expect(again()).rejects.toMatchObject({ status: 429, retryAfter: 900 });
});

test("after a quarter of an hour it is forgotten", async () => {
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
