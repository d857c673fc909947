import { eq, sql } from "drizzle-orm";
import { newId } from "#server/platform/db/id.ts";
import { attempts } from "#server/platform/db/schema-auth.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { bookingTests, ELEVEN, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { BUSY_HOUR } from "./limits.ts";

const host = bookingTests();

const visitFrom = (address: string, slug: string, startsAt = "") =>
  host.send("POST", `/book/${slug}`, {
    address,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      startsAt,
      name: "Z",
      email: `${newId()}@example.com`,
      timezone: "UTC",
      key: newId(),
    }),
  });

const countStatus = (answers: { status: number }[], status: number) =>
  answers.filter((one) => one.status === status).length;

test("allows one address 24 appointments in 15 minutes", async () => {
  const store = await host.store({ minutes: 15 });
  const repair = await store.addType("Repair", 15);
  const times = await store.slots(TUESDAY);
  const visit = (startsAt: string, i: number) =>
    visitFrom("203.0.113.5", i % 2 ? repair : store.slug, startsAt);
  const late = await Promise.all(Array.from({ length: 30 }, (_, i) => visit(times[0] ?? "", i)));
  expect([countStatus(late, 200), countStatus(late, 409)]).toEqual([1, 29]);
  const answers = await Promise.all(times.slice(1, 31).map(visit));
  expect([countStatus(answers, 200), countStatus(answers, 429)]).toEqual([23, 7]);
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
    message: expect.stringContaining("contact the store"),
  });
  expect(await store.rows()).toHaveLength(24);
  const free = times.find((_, i) => answers[i - 1]?.status === 429);
  expect((await visitFrom("203.0.113.6", store.slug, free)).status).toBe(200);
  const other = await host.store();
  expect((await visitFrom("203.0.113.5", other.slug, TEN)).status).toBe(200);
});

test("counts an address once for all invalid links", async () => {
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

test("limits by address despite forged headers", async () => {
  const database = await host.database();
  const counted = async (address: string, forwardedFor?: string) => {
    await database.system((db) => db.delete(attempts));
    const headers: HeadersInit = forwardedFor ? { "x-forwarded-for": forwardedFor } : {};
    await host.send("GET", "/booking/none", { address, headers });
    const rows = await database.system((db) => db.select({ who: attempts.who }).from(attempts));
    return rows.map(({ who }) => who);
  };
  // The client can send anything before the last address.
  expect(await counted("127.0.0.1", "203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await counted("::ffff:127.0.0.1", "6.6.6.6, 203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await counted("198.51.100.4", "6.6.6.6")).toEqual(["198.51.100.4"]);
  expect(await counted("127.0.0.1")).toEqual(["127.0.0.1"]);
  // An IPv6 user has 2^64 addresses.
  expect(await counted("2001:db8:0:1::7")).toEqual(await counted("2001:db8:0:1:ffff::9"));
  expect(await counted("::ffff:198.51.100.4")).toEqual(["198.51.100.4"]);
});

test("limits a person to five upcoming appointments per store", async () => {
  const store = await host.store({ minutes: 30 });
  const repair = await store.addType("Repair", 30);
  const times = await store.slots(TUESDAY);
  const emails = ["z@example.com", "Z@Example.com", "z+1@example.com", "z+2@example.com", "z@example.com"];
  for (const [i, email] of emails.entries()) {
    const visit = { startsAt: times[i] ?? "", email };
    expect((await store.book(visit, i % 2 ? repair : store.slug)).status).toBe(200);
  }
  const visit = { startsAt: times[5] ?? "", email: "z+3@example.com" };
  expect(await store.book(visit, repair)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("5 upcoming appointments") },
  });
  expect((await store.book({ ...visit, email: "y@example.com" })).status).toBe(200);
  const [first] = await store.rows();
  const params = { id: first?.id };
  expect((await host.call("bookings.cancel", store.owner, { params })).status).toBe(200);
  expect((await store.book({ ...visit, startsAt: times[6] ?? "" }, repair)).status).toBe(200);
});

test("refuses a booking if the type's length has changed", async () => {
  const store = await host.store({ minutes: 60 });
  const visit = { startsAt: TEN, minutes: 30 };
  expect(await store.book(visit)).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining("takes 60 minutes now"),
      slots: { minutes: 60, days: [{ day: TUESDAY, slots: expect.arrayContaining([TEN]) }] },
    },
  });
  expect((await store.book({ ...visit, minutes: 60 })).status).toBe(200);
});

test("refuses a repeated key with another name, note or number", async () => {
  const store = await host.store();
  const visit = { startsAt: TEN, key: newId(), name: "Zoë", note: "A ring", phoneNumber: "0000000000" };
  expect((await store.book(visit)).status).toBe(200);
  expect((await store.book(visit)).status).toBe(200);
  for (const other of [{ name: "Zoe" }, { note: "" }, { phoneNumber: "" }]) {
    expect((await store.book({ ...visit, ...other })).status).toBe(422);
  }
  expect(await store.rows()).toHaveLength(1);
});

test("lets staff move to any minute", async () => {
  const store = await host.store({ minutes: 60 });
  expect((await store.book({ startsAt: TEN })).status).toBe(200);
  const [booked] = await store.rows();
  const params = { id: booked?.id };
  const quarter = "2026-11-03T15:15:00.000Z";
  const query = { from: TUESDAY, to: TUESDAY };
  const { body } = await host.call("bookings.slots", store.owner, { params, query });
  expect((body as { days: { slots: string[] }[] }).days[0]?.slots).toEqual(
    expect.arrayContaining([TEN, quarter]),
  );
  const move = (startsAt: string) => host.call("bookings.move", store.owner, { params, body: { startsAt } });
  expect(await move(TEN)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("already at this time") },
  });
  expect((await move(quarter)).status).toBe(200);
  expect((await store.rows())[0]?.startsAt.toISOString()).toBe(quarter);
  expect((await move("2026-11-03T21:15:00.000Z")).status).toBe(409);
});

test("sends an unverified address ten emails, and always cancels", async () => {
  const store = await host.store();
  const database = await host.database();
  const forget = () => database.system((db) => db.delete(attempts).where(eq(attempts.door, "book mail")));
  let booked = visited(await store.book({ startsAt: TEN, email: "Third+Party@example.com" }));
  const move = async () => {
    const answer = await host.moveTo(booked.moveToken, booked.startsAt === TEN ? ELEVEN : TEN);
    if (answer.status === 200) booked = visited(answer);
    return answer;
  };
  for (let i = 0; i < 9; i++) expect((await move()).status).toBe(200);
  expect((await move()).status).toBe(429);
  const visit = { startsAt: "2026-11-03T18:00:00.000Z" };
  expect((await store.book({ ...visit, email: "third@example.com" })).status).toBe(429);
  expect((await store.book({ ...visit, email: "other@example.com" })).status).toBe(200);
  await forget();
  expect((await move()).status).toBe(200);
  expect(await move()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("contact the store") },
  });
  await database.system((db) => db.update(attempts).set({ count: 10 }).where(eq(attempts.door, "book mail")));
  expect((await host.act("visitor.cancel", booked.cancelToken)).status).toBe(200);
});

test("counts simultaneous emails exactly, without failed requests", async () => {
  const store = await host.store({ minutes: 15 });
  const database = await host.database();
  await host.call("organization.setBookingRules", store.owner, { body: { openAppointments: 50 } });
  const times = await store.slots(TUESDAY);
  const taken = await Promise.all(
    Array.from({ length: 6 }, () => store.book({ startsAt: times[0] ?? "", email: "third@example.com" })),
  );
  expect([countStatus(taken, 200), countStatus(taken, 409)]).toEqual([1, 5]);
  const answers = await Promise.all(
    times.slice(1, 15).map((startsAt, i) => store.book({ startsAt, email: `Third+${i}@example.com` })),
  );
  expect([countStatus(answers, 200), countStatus(answers, 429)]).toEqual([9, 5]);
  expect(await store.rows()).toHaveLength(10);
  const [row] = await database.system((db) =>
    db
      .select({ count: attempts.count })
      .from(attempts)
      .where(eq(attempts.who, `${store.id} third@example.com`)),
  );
  expect(row).toEqual({ count: 10 });
});

test("lets managers limit a visitor's appointments", async () => {
  const store = await host.store({ minutes: 30 });
  const set = (openAppointments: unknown, person = store.admin) =>
    host.call("organization.setBookingRules", person, { body: { openAppointments } });
  expect((await host.call("organization.bookingRules", store.owner)).body).toEqual({ openAppointments: 5 });
  for (const wrong of [0, 51, 1.5, "1", null]) expect((await set(wrong)).status).toBe(400);
  expect((await set(1, store.user)).status).toBe(403);
  expect((await set(1)).status).toBe(200);
  const [first = "", second = ""] = await store.slots(TUESDAY);
  expect((await store.book({ startsAt: first })).status).toBe(200);
  expect(await store.book({ startsAt: second })).toMatchObject({
    status: 422,
    body: {
      message: expect.stringMatching(/^You already have an upcoming appointment here. Cancel it first/),
    },
  });
  expect((await set(2)).status).toBe(200);
  expect((await store.book({ startsAt: second })).status).toBe(200);
  const other = await host.shop();
  expect((await host.call("organization.bookingRules", other.owner)).body).toEqual({ openAppointments: 5 });
});

test("allows simultaneous bookings up to the limit", async () => {
  const store = await host.store({ minutes: 15 });
  const times = (await store.slots(TUESDAY)).slice(0, 12);
  const answers = await Promise.all(
    times.map((startsAt, i) => store.book({ startsAt, email: `z+${i}@example.com` })),
  );
  expect([countStatus(answers, 200), countStatus(answers, 422)]).toEqual([5, 7]);
  expect(await store.rows()).toHaveLength(5);
});

test("slows down only repeat visitors during a rush", async () => {
  const store = await host.store({ minutes: 15 });
  const database = await host.database();
  const next = Date.parse("2027-01-01");
  await database.tenant(store.id, (db) =>
    db.insert(bookings).values(
      Array.from({ length: BUSY_HOUR }, (_, i) => ({
        organizationId: store.id,
        id: newId(),
        requestKey: newId(),
        title: "Ring fitting",
        name: "Rush",
        email: `rush-${i}@example.com`,
        timezone: "UTC",
        startsAt: new Date(next + i * 3_600_000),
        endsAt: new Date(next + i * 3_600_000 + 900_000),
      })),
    ),
  );
  const times = await store.slots(TUESDAY);
  const taker = "2001:db8:0:7::1";
  const taken = await Promise.all(times.slice(0, 8).map((at) => visitFrom(taker, store.slug, at)));
  expect([countStatus(taken, 200), countStatus(taken, 429)]).toEqual([3, 5]);
  expect(taken.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^[1-9]\d\d?$/);
  const others = times.slice(8).map((at, i) => visitFrom(`198.51.100.${i}`, store.slug, at));
  expect(countStatus(await Promise.all(others), 200)).toBe(others.length);
  const left = times.slice(0, 8).filter((_, i) => taken[i]?.status === 429);
  await database.tenant(store.id, (db) =>
    db.update(bookings).set({ status: "CANCELLED" }).where(eq(bookings.name, "Rush")),
  );
  expect((await visitFrom(taker, store.slug, left[0])).status).toBe(200);
  const byStaff = { status: "CONFIRMED" as const, createdBy: "Ada" };
  await database.tenant(store.id, (db) => db.update(bookings).set(byStaff).where(eq(bookings.name, "Rush")));
  expect((await visitFrom(taker, store.slug, left[2])).status).toBe(200);
  await database.tenant(store.id, (db) =>
    db
      .update(bookings)
      .set({ createdBy: null, createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(bookings.name, "Rush")),
  );
  expect((await visitFrom(taker, store.slug, left[1])).status).toBe(200);
});
