import { bookingTests } from "#server/testing/booking.ts";
import type { Person } from "#server/testing/host.ts";

const host = bookingTests();
const TEN = "2026-11-03T15:00:00.000Z";
const ELEVEN = "2026-11-03T16:00:00.000Z";

async function booked() {
  const store = await host.store();
  const answer = await store.book({ startsAt: TEN, note: "Size 6½" });
  expect(answer.status).toBe(200);
  const { body } = await host.call("contacts.list", store.owner);
  const [contact] = body as { id: string }[];
  const list = await host.call("bookings.ofContact", store.user, { params: { id: contact?.id ?? "" } });
  const [booking] = list.body as { id: string; version: number }[];
  return { store, booking, params: { id: booking?.id ?? "" } };
}

const get = async (user: Person, params: { id: string }) =>
  (await host.call("bookings.get", user, { params })).body;

test("shows staff who comes, when and why", async () => {
  const { store, params } = await booked();
  expect(await get(store.user, params)).toMatchObject({
    title: "Ring fitting",
    name: "Zoë Frost",
    contact: { name: "Zoë Frost", id: expect.any(String) },
    email: "zoe@example.com",
    note: "Size 6½",
    startsAt: TEN,
    endsAt: ELEVEN,
    timezone: "Asia/Tokyo",
    status: "CONFIRMED",
    version: 1,
  });
});

test("lets staff move, warns, and emails the visitor", async () => {
  const { store, params } = await booked();
  const query = { from: "2026-11-03", to: "2026-11-03" };
  const slots = await host.call("bookings.slots", store.user, { params, query });
  expect(slots.body).toMatchObject({
    minutes: 60,
    days: [{ state: "open", slots: expect.arrayContaining([TEN, ELEVEN]) }],
  });
  const move = (body: object) => host.call("bookings.move", store.user, { params, body });
  expect(await move({ startsAt: "2026-11-03T21:20:00Z" })).toMatchObject({
    status: 409,
    body: { message: "Ada works until 5:00 PM.", reasons: [{ reason: "HOURS" }] },
  });
  expect((await move({ startsAt: ELEVEN, version: 7 })).body).toMatchObject({
    message: "Changed by someone else",
  });
  expect((await move({ startsAt: ELEVEN, version: 1 })).status).toBe(200);
  expect(await get(store.user, params)).toMatchObject({ startsAt: ELEVEN, version: 2 });
  const mail = (await store.mails()).at(-1);
  expect(mail).toMatchObject({ kind: "booking", subject: "Moved: Ring fitting on Wed, Nov 4" });
  expect(mail?.text).toContain("Marlow & Finch moved your appointment");
});

test("shows no times and warns staff without a calendar", async () => {
  const { store, params } = await booked();
  await store.setAccount({ calendarId: null });
  const message = "Free times can't be read from the calendar right now. Try again later.";
  const query = { from: "2026-11-03", to: "2026-11-03" };
  const unknown = { status: 503, body: { message } };
  expect(await host.call("bookings.slots", store.user, { params, query })).toMatchObject(unknown);
  const wanted = { ...query, minutes: 30 };
  expect(await host.call("people.slots", store.user, { query: wanted })).toMatchObject(unknown);
  const body = { startsAt: ELEVEN };
  expect(await host.call("bookings.move", store.user, { params, body })).toMatchObject({
    status: 409,
    body: { reasons: [{ reason: "UNREAD", text: expect.stringContaining("can't be read right now") }] },
  });
  expect(await get(store.user, params)).toMatchObject({ startsAt: TEN });
});

test("cancels once when staff ask twice", async () => {
  const { store, params } = await booked();
  for (let i = 0; i < 2; i++) {
    expect((await host.call("bookings.cancel", store.user, { params })).status).toBe(200);
  }
  expect(await get(store.user, params)).toMatchObject({ status: "CANCELLED" });
  expect((await store.mails()).filter(({ icsMethod }) => icsMethod === "CANCEL")).toHaveLength(1);
});

test("marks a no-show only after the appointment has begun", async () => {
  const { store, params } = await booked();
  expect((await host.call("bookings.markNoShow", store.user, { params })).status).toBe(409);
  host.clock.now = Date.parse("2026-11-03T15:10:00Z");
  expect((await host.call("bookings.markNoShow", store.user, { params })).status).toBe(200);
  expect(await get(store.user, params)).toMatchObject({ status: "NO_SHOW" });
  expect((await host.call("bookings.cancel", store.user, { params })).status).toBe(409);
});

test("hides another store's appointment", async () => {
  const { params } = await booked();
  const { owner } = await host.store();
  const body = { startsAt: ELEVEN };
  for (const name of ["bookings.get", "bookings.cancel", "bookings.markNoShow"] as const) {
    expect((await host.call(name, owner, { params })).status).toBe(404);
  }
  expect((await host.call("bookings.move", owner, { params, body })).status).toBe(404);
});
