import { sql } from "drizzle-orm";
import { countRows } from "#server/platform/db/record.ts";
import { attempts, sessions } from "#server/platform/db/schema-auth.ts";
import type { Log } from "#server/platform/log.ts";
import { testHost } from "#server/testing/host.ts";
import { tidy } from "./upkeep.ts";

const host = testHost();

test("removes only expired rows, and vacuums the embedded database", async () => {
  const { admin, user } = await host.shop();
  const database = await host.database();
  await host.call("auth.login", null, { body: { email: "nobody@example.com", password: "x" } });
  await database.system(async (db) => {
    await db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id <> ${user.id}`,
    );
    await db.execute("update attempts set started_at = now() - interval '16 minutes'");
  });
  await tidy({ database, embedded: true }, () => {});
  const left = await database.system((db) => db.select({ userId: sessions.userId }).from(sessions));
  expect(left).toEqual([{ userId: user.id }]);
  expect(await database.system((db) => countRows(db, attempts))).toBe(0);
  expect((await host.call("users.me", admin)).status).toBe(401);
  expect((await host.call("users.me", user)).status).toBe(200);
});

test("logs a failed step and runs the others", async () => {
  const { user } = await host.shop();
  const database = await host.database();
  await host.call("auth.login", null, { body: { email: "nobody@example.com", password: "x" } });
  await database.system(async (db) => {
    await db.execute("update attempts set started_at = now() - interval '16 minutes'");
    await db.execute("alter table sessions rename to elsewhere");
  });
  const events: unknown[] = [];
  const log: Log = (...event) => events.push(event);
  const failure = ["upkeep failed", expect.objectContaining({ step: "sessions", at: expect.any(Array) })];
  for (const _ of ["now", "later"]) await tidy({ database, embedded: true }, log);
  await database.system((db) => db.execute("alter table elsewhere rename to sessions"));
  expect(events).toEqual([failure, failure]);
  expect(await database.system((db) => countRows(db, attempts))).toBe(0);
  expect((await host.call("users.me", user)).status).toBe(200);
});
