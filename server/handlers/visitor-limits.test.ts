/** @jest-environment node */
import { eq } from "drizzle-orm";
import { bookingTests, TEN, TUESDAY } from "../booking/testing-booking.ts";
import { newId } from "../db/id.ts";
import { attempts } from "../db/schema-mail.ts";

const host = bookingTests();

test("what an address books counts for fifteen tries", async () => {
  const store = await host.store();
  const database = await host.database();
  const who = `127.0.0.1 ${store.slug}`;
  await database.system((db) =>
    db
      .insert(attempts)
      .values({ door: "book", who, count: 570 })
      .onConflictDoUpdate({ target: [attempts.door, attempts.who], set: { count: 570 } }),
  );
  const [first = "", second = "", third = ""] = await store.slots(TUESDAY);
  const statuses = [];
  for (const startsAt of [first, first, second, third]) {
    const body = { startsAt, name: "Z", email: "z@example.com", timezone: "UTC", key: newId() };
    const params = { slug: store.slug };
    statuses.push((await host.call("visitor.book", null, { params, body })).status);
  }
  // 585, 586, then 601: there is no going on.
  expect(statuses).toEqual([200, 409, 200, 429]);
});

test("who tries links of nothing is counted once, however many they are, and told to wait", async () => {
  const database = await host.database();
  const rows = () => database.system((db) => db.select({ count: attempts.count }).from(attempts));
  const before = (await rows()).length;
  const address = "203.0.113.77";
  const body = { startsAt: TEN, name: "Z", email: "z@example.com", timezone: "UTC", key: newId() };
  const post = (slug: string) =>
    host.send("POST", `/book/${slug}`, {
      address,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (const slug of ["no-a", "no-b", "no-c"]) expect((await post(slug)).status).toBe(404);
  expect(await rows()).toHaveLength(before + 1);
  await database.system((db) => db.update(attempts).set({ count: 600 }).where(eq(attempts.who, address)));
  expect((await post("no-d")).status).toBe(429);
});

test("limits count who asks, not what they say of themselves", async () => {
  const database = await host.database();
  const counted = async (address: string, forwardedFor?: string) => {
    await database.system((db) => db.delete(attempts));
    const headers: HeadersInit = forwardedFor ? { "x-forwarded-for": forwardedFor } : {};
    await host.send("GET", "/booking/none", { address, headers });
    const rows = await database.system((db) => db.select({ who: attempts.who }).from(attempts));
    return rows.map(({ who }) => who);
  };
  // Beside us the web app (or a proxy) tells whom it serves; what that one says stands before it.
  expect(await counted("127.0.0.1", "203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await counted("::ffff:127.0.0.1", "6.6.6.6, 203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await counted("198.51.100.4", "6.6.6.6")).toEqual(["198.51.100.4"]);
  expect(await counted("127.0.0.1")).toEqual(["127.0.0.1"]);
  // Whoever has IPv6 has 2^64 addresses.
  expect(await counted("2001:db8:0:1::7")).toEqual(await counted("2001:db8:0:1:ffff::9"));
  expect(await counted("::ffff:198.51.100.4")).toEqual(["198.51.100.4"]);
});
