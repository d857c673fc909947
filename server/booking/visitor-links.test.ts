import { eq } from "drizzle-orm";
import { organizations, users } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings } from "#server/platform/db/schema-calendar.ts";
import { bookingTests, ELEVEN, TEN, visited } from "#server/testing/booking.ts";
import { writeBookings } from "./calendar-writer.ts";

const host = bookingTests();
const { act, moveTo } = host;

test("cancels once, frees the time and notifies everyone", async () => {
  const store = await host.store();
  const { cancelToken, moveToken } = visited(await store.book({ startsAt: "2026-11-05T15:00:00.000Z" }));
  await writeBookings(await host.host());
  expect(cancelToken).toMatch(/^[\w-]{64}$/);
  expect(visited(await act("visitor.booking", cancelToken))).toMatchObject({
    status: "CONFIRMED",
    moveToken: null,
    cancelToken,
  });
  expect(visited(await act("visitor.cancel", cancelToken)).status).toBe("CANCELLED");
  expect(visited(await act("visitor.cancel", cancelToken)).status).toBe("CANCELLED");
  expect((await moveTo(moveToken, TEN)).body).toMatchObject({ message: "This appointment was cancelled" });
  expect(visited(await act("visitor.booking", moveToken))).toMatchObject({
    status: "CANCELLED",
    moveToken: null,
  });
  await writeBookings(await host.host());
  expect(await store.events()).toEqual([]);
  const mails = await store.mails();
  expect(mails.map(({ kind, state, icsMethod }) => [kind, state, icsMethod])).toEqual([
    ["booking", "skipped", "REQUEST"],
    ["notice", "queued", null],
    ["reminder", "skipped", null],
    ["booking", "queued", "CANCEL"],
    ["notice", "queued", null],
  ]);
  expect(mails[3]?.ics).toMatch(/SEQUENCE:1\r\n[\s\S]*STATUS:CANCELLED/);
  expect((await store.book({ startsAt: "2026-11-05T15:00:00.000Z" })).status).toBe(200);
});

test("moves a booking, and disables old links", async () => {
  const half = Array.from({ length: 7 }, () =>
    Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 17),
  );
  const store = await host.store({ availability: half, minutes: 90 });
  const first = visited(await store.book({ startsAt: "2026-11-05T14:00:00.000Z" }));
  const database = await host.database();
  await database.tenant(store.id, (db) =>
    db
      .update(bookings)
      .set({ endsAt: new Date("2026-11-05T16:00:00Z") })
      .where(eq(bookings.organizationId, store.id)),
  );
  const token = first.moveToken ?? "";
  const query = { from: "2026-11-05", to: "2026-11-05", token };
  const free = await host.call("visitor.slots", null, { params: { slug: store.slug }, query });
  expect(free.body).toMatchObject({
    minutes: 120,
    days: [{ slots: expect.arrayContaining(["2026-11-05T14:00:00.000Z"]) }],
  });
  const moved = await moveTo(token, "2026-11-05T16:00:00.000Z");
  expect(moved).toMatchObject({
    status: 200,
    body: { startsAt: "2026-11-05T16:00:00.000Z", endsAt: "2026-11-05T18:00:00.000Z" },
  });
  for (const old of [first.moveToken, first.cancelToken]) {
    expect(visited(await act("visitor.booking", old))).toMatchObject({
      status: "CONFIRMED",
      startsAt: "2026-11-05T16:00:00.000Z",
      cancelToken: null,
      moveToken: null,
    });
  }
  expect((await act("visitor.cancel", first.cancelToken)).status).toBe(409);
  expect((await moveTo(first.moveToken, "2026-11-05T14:00:00.000Z")).status).toBe(409);
  expect((await store.mails()).filter(({ kind }) => kind === "reminder").map(({ state }) => state)).toEqual([
    "skipped",
    "queued",
  ]);
  expect((await store.mails()).filter(({ icsMethod }) => icsMethod === "REQUEST")[1]?.ics).toContain(
    "SEQUENCE:1",
  );
});

test("accepts a token for its purpose only", async () => {
  const store = await host.store();
  const { cancelToken, moveToken } = visited(await store.book({ startsAt: TEN }));
  expect((await act("visitor.cancel", moveToken)).status).toBe(404);
  expect((await moveTo(cancelToken, ELEVEN)).status).toBe(404);
  const another = cancelToken?.endsWith("_") ? "-" : "_";
  for (const token of ["x", "A".repeat(64), `${cancelToken?.slice(0, 63)}${another}`]) {
    expect((await act("visitor.booking", token)).status).toBe(404);
  }
});

test("promises no email if none can be sent", async () => {
  const store = await host.store();
  const booked = await store.book({ startsAt: TEN });
  expect(booked.body).toMatchObject({ mailed: false, hasPhone: false });
  const moved = await moveTo(visited(booked).moveToken, "2026-11-05T16:00:00.000Z");
  expect(moved.body).toMatchObject({ mailed: false });
  expect((await act("visitor.cancel", visited(moved).cancelToken)).body).toMatchObject({
    status: "CANCELLED",
  });

  const database = await host.database();
  const set = (columns: string) =>
    database.system((db) =>
      db.execute(`update accounts set ${columns} where organization_id = '${store.id}'`),
    );
  const mailed = async () => visited(await act("visitor.booking", visited(booked).moveToken)).mailed;
  await set("provider = 'imap'");
  expect(await mailed()).toBe(true);
  await set("error = 'The mail server no longer accepts this account.'");
  expect(await mailed()).toBe(false);
});

test("refuses to move or cancel a past appointment", async () => {
  const store = await host.store();
  const { cancelToken, moveToken } = visited(await store.book({ startsAt: TEN }));
  host.clock.now = Date.parse(TEN);
  expect(visited(await act("visitor.booking", cancelToken))).toMatchObject({
    isOver: true,
    cancelToken: null,
  });
  expect((await act("visitor.cancel", cancelToken)).status).toBe(409);
  expect((await moveTo(moveToken, "2026-11-04T15:00:00.000Z")).status).toBe(409);
});

test("keeps the instant when hours, type and timezone change", async () => {
  const store = await host.store();
  const { cancelToken } = visited(await store.book({ startsAt: TEN }));
  const database = await host.database();
  await database.system(async (db) => {
    await db.update(organizations).set({ timezone: "Asia/Kathmandu" }).where(eq(organizations.id, store.id));
    await db.update(users).set({ availability: null }).where(eq(users.organizationId, store.id));
    await db.delete(appointmentTypes).where(eq(appointmentTypes.organizationId, store.id));
  });
  expect(visited(await act("visitor.booking", cancelToken))).toMatchObject({
    startsAt: TEN,
    slug: null,
    status: "CONFIRMED",
  });
});

test("shows staff a confirmation until the appointment is moved", async () => {
  const store = await host.store();
  const { moveToken } = visited(await store.book({ startsAt: "2026-11-05T15:00:00.000Z" }));
  const reminder = (await store.mails()).find(({ kind }) => kind === "reminder");
  const token = /I’m coming: \S+\/book\/manage\/([\w-]+)/.exec(reminder?.text ?? "")?.[1] ?? "";
  expect((await act("visitor.booking", token)).body).toMatchObject({
    ...{ confirmToken: token, isConfirmed: false, cancelToken: null, moveToken: null },
  });
  const confirm = (of: string | null) => host.call("visitor.confirm", null, { params: { token: of ?? "" } });
  expect((await confirm(moveToken)).status).toBe(404);
  expect((await act("visitor.cancel", token)).status).toBe(404);
  for (let i = 0; i < 2; i++) expect((await confirm(token)).body).toMatchObject({ isConfirmed: true });
  const [row] = await store.rows();
  const seen = async () => (await host.call("bookings.get", store.user, { params: { id: row?.id } })).body;
  expect(await seen()).toMatchObject({ confirmedAt: expect.any(String), version: 1 });
  expect((await moveTo(moveToken, "2026-11-05T16:00:00.000Z")).status).toBe(200);
  expect(await seen()).toMatchObject({ confirmedAt: null });
  expect((await confirm(token)).status).toBe(409);
});

test("refuses online changes after the type's deadline", async () => {
  const store = await host.store();
  const { body: types } = await host.call("appointmentTypes.list", store.owner);
  const [type] = types as { id: string; name: string; defaultMeetingLength: number; daysInAdvance: number }[];
  const body = { ...type, changeNotice: 24 * 60 };
  const params = { id: type?.id };
  expect((await host.call("appointmentTypes.update", store.owner, { params, body })).status).toBe(200);
  const booked = visited(await store.book({ startsAt: TEN }));
  expect(booked).toMatchObject({ cancelToken: null, moveToken: null, isLate: true });
  const far = visited(await store.book({ startsAt: "2026-11-05T15:00:00.000Z", email: "b@example.com" }));
  const [late, early] = (await store.mails()).filter(({ kind }) => kind === "booking");
  expect(late?.text).toContain("To change it, please contact us.");
  expect(late?.text).not.toMatch(/Reschedule|Cancel:/);
  expect(early?.text).toContain("You can reschedule or cancel until Thursday, November 5, 2026 at 12:00 AM");
  host.clock.now = Date.parse("2026-11-04T15:00:01.000Z");
  const message =
    "This appointment can be changed online until 24 hours before it begins. Please contact the store.";
  expect(await act("visitor.cancel", far.cancelToken)).toMatchObject({ status: 409, body: { message } });
  expect(await moveTo(far.moveToken, "2026-11-06T15:00:00.000Z")).toMatchObject({
    status: 409,
    body: { message },
  });
});
