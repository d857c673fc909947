import { createApp } from "#server/app.ts";
import type { Database } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { attempts } from "#server/platform/db/schema-auth.ts";
import { answeredAtCommit, watchedDatabase } from "#server/testing/after-commit.ts";
import { bookingTests, ELEVEN, TEN, visited } from "#server/testing/booking.ts";

const host = bookingTests();

function lostAfterCommit(database: Database): Database {
  let isLost = false;
  const unlessLost = <T>(work: () => Promise<T>) =>
    isLost ? Promise.reject(new Error("the connection is lost")) : work();
  return {
    ...database,
    read: (id, work) => unlessLost(() => database.read(id, work)),
    system: (work) => unlessLost(() => database.system(work)),
    tenant: (id, work) =>
      unlessLost(async () => {
        const done = await database.tenant(id, work);
        isLost = true;
        return done;
      }),
  };
}

test("answers a visitor despite a database lost after the commit", async () => {
  const store = await host.store();
  const post = async (path: string, body: object) => {
    const own = await host.host();
    const app = createApp({ ...own, database: lostAfterCommit(own.database), log: () => {} });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const incoming = { socket: { remoteAddress: "203.0.113.7" } };
    const answer = await app.request(`/api/v1${path}`, init, { incoming });
    return { status: answer.status, body: await answer.json() };
  };
  const visitor = { name: "Zoë Frost", email: "zoe@example.com", phoneNumber: "", note: "", website: "" };
  const form = { ...visitor, startsAt: TEN, timezone: "Asia/Tokyo", key: newId() };
  const booked = await post(`/book/${store.slug}`, form);
  expect([booked.status, booked.body]).toMatchObject([200, { startsAt: TEN, person: "Ada" }]);
  const moved = await post(`/booking/${visited(booked).moveToken}/move`, { startsAt: ELEVEN });
  expect([moved.status, moved.body]).toMatchObject([200, { startsAt: ELEVEN, person: "Ada" }]);
});

test("detects only database use after a commit", async () => {
  const { id } = await host.shop();
  const database = watchedDatabase(await host.database());
  const count = () =>
    database.system((db) => db.insert(attempts).values({ door: "book", who: newId(), count: 1 }));
  const change = () => database.tenant(id, (db) => db.execute("update contacts set first_name = 'Zoe'"));
  const look = () => database.read(id, (db) => db.execute("select from contacts"));
  const request = (...steps: (() => Promise<unknown>)[]) =>
    answeredAtCommit("POST /book/ring", async () => {
      for (const step of steps) await step();
      return Response.json({});
    });
  await expect(request(change, look)).rejects.toThrow(
    /^POST \/book\/ring used the database after its commit: read after update/,
  );
  await expect(request(change, change)).rejects.toThrow("used the database after its commit");
  expect((await request(count, look, change)).ok).toBe(true);
});
