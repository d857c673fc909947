import { newId } from "#server/platform/db/id.ts";
import { bookingTests, ELEVEN, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import type { Answer } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { writeBookings } from "./calendar-writer.ts";

const host = bookingTests();
const make = recordsOf(host);
test("leads from a link to its store and type", async () => {
  const { slug } = await host.store();
  expect(await host.call("visitor.page", null, { params: { slug } })).toMatchObject({
    status: 200,
    body: {
      store: "Marlow & Finch",
      title: "Ring fitting",
      minutes: 60,
      daysInAdvance: 14,
      timezone: "America/New_York",
      today: "2026-11-02",
    },
  });
});

test("books a listed time and then no longer lists it", async () => {
  const store = await host.store();
  expect((await store.slots(TUESDAY))[1]).toBe(TEN);
  const answer = await store.book({ startsAt: TEN });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      store: "Marlow & Finch",
      title: "Ring fitting",
      startsAt: TEN,
      endsAt: ELEVEN,
      timezone: "Asia/Tokyo",
      storeTimezone: "America/New_York",
      status: "CONFIRMED",
      isOver: false,
    },
  });
  expect(await store.slots(TUESDAY)).not.toContain(TEN);
  expect(await store.rows()).toHaveLength(1);
});

test.each([
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["US/Eastern", "America/New_York"],
  ["Mars/Olympus", "America/New_York"],
  ["+02:00", "America/New_York"],
])("books for a visitor in %s and stores %s", async (timezone, stored) => {
  const store = await host.store();
  const answer = await store.book({ startsAt: TEN, timezone });
  expect(answer).toMatchObject({
    status: 200,
    body: { timezone: stored, storeTimezone: "America/New_York" },
  });
});

test("refuses times that aren't listed", async () => {
  const store = await host.store();
  await store.addEvent("2026-11-03T18:00:00Z", "2026-11-03T18:30:00Z");
  for (const startsAt of [
    "2026-11-02T16:00:00.000Z", // over
    "2026-11-03T15:30:00.000Z", // off the grid
    "2026-11-03T13:00:00.000Z", // closed
    "2026-11-03T18:00:00.000Z", // busy
    "2026-11-17T14:00:00.000Z", // beyond
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T00:00:00.000Z",
  ]) {
    expect([startsAt, (await store.book({ startsAt })).status]).toEqual([startsAt, 409]);
  }
  expect((await store.book({ startsAt: "2026-11-16T21:00:00.000Z" })).status).toBe(200);
});

test("ignores free events and counts ours once", async () => {
  const store = await host.store();
  await store.addEvent("2026-11-03T05:00:00Z", "2026-11-04T05:00:00Z", { isAllDay: true });
  await store.addEvent("2026-11-04T05:00:00Z", "2026-11-05T05:00:00Z", { isTransparent: true });
  const days = await store.days(TUESDAY, "2026-11-04");
  expect(days.map(({ state, slots }) => [state, slots.length])).toEqual([
    ["full", 0],
    ["open", 8],
  ]);
  const { cancelToken } = visited(await store.book({ startsAt: "2026-11-04T15:00:00.000Z" }));
  await writeBookings(await host.host());
  expect((await store.slots("2026-11-04")).length).toBe(7);
  await host.act("visitor.cancel", cancelToken);
  expect((await store.slots("2026-11-04")).length).toBe(8);
});

test("makes one booking from 50 simultaneous requests", async () => {
  const store = await host.store();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => store.book({ startsAt: TEN, email: `v${i}@example.com` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: "This time was just taken. Please choose another one.",
  });
  expect(await store.rows()).toHaveLength(1);
  expect((await store.mails()).filter(({ kind }) => kind === "booking")).toHaveLength(1);
});

test("gives 200 visitors exactly the 20 available slots", async () => {
  const store = await host.store();
  const free = [
    ...(await store.slots(TUESDAY)),
    ...(await store.slots("2026-11-04")),
    ...(await store.slots("2026-11-05")),
  ];
  const chosen = free.slice(0, 20);
  const ask = async (i: number, key = newId()): Promise<Answer> => {
    const answer = await store.book({ startsAt: chosen[i % 20] ?? "", email: `v${i}@example.com`, key });
    return answer.status === 503 ? ask(i, key) : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(180);
  const starts = (await store.rows()).map(({ startsAt }) => startsAt.toISOString());
  expect(starts.sort()).toEqual(chosen.sort());
}, 120_000);

test("doesn't book overlapping times of different types", async () => {
  const store = await host.store();
  const long = await store.addType("Bespoke design", 90);
  const answers = await Promise.all([
    store.book({ startsAt: TEN }),
    store.book({ startsAt: "2026-11-03T15:30:00.000Z" }, long),
    store.book({ startsAt: TEN }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await store.rows()).toHaveLength(1);
});

test("returns the same booking for a repeated request", async () => {
  const store = await host.store();
  const visit = { startsAt: TEN, key: newId() };
  const [first, ...again] = await Promise.all([store.book(visit), store.book(visit), store.book(visit)]);
  expect(first.status).toBe(200);
  for (const answer of again) expect(answer.body).toEqual(first.body);
  expect(await store.rows()).toHaveLength(1);
  const other = await store.book({ ...visit, email: "mallory@example.com" });
  expect([other.status, JSON.stringify(other.body).includes("Zoë")]).toEqual([422, false]);
});

test("refuses a key that is repeated with another time", async () => {
  const store = await host.store();
  const visit = { startsAt: TEN, key: newId() };
  const first = await store.book(visit);
  expect((await store.book({ ...visit, startsAt: ELEVEN })).status).toBe(422);
  expect((await store.book(visit, await store.addType("Repair", 30))).status).toBe(422);
  expect(await store.rows()).toHaveLength(1);
  await host.moveTo(visited(first).moveToken, ELEVEN);
  expect(visited(await store.book(visit)).startsAt).toBe(ELEVEN);
});

test.each(["Asia/Tokyo", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "in %s, lists no times at the ends of the calendar",
  async (timezone) => {
    const store = await host.store({ timezone });
    const { moveToken } = visited(await store.book({ startsAt: (await store.slots(TUESDAY))[0] ?? "" }));
    for (const startsAt of [
      "9999-12-31T23:59:59.999Z",
      "9999-12-31T00:00:00Z",
      "0001-01-01T00:00:00Z",
      "2126-11-03T10:00:00Z",
      "1970-01-01T00:00:00Z",
    ]) {
      expect([startsAt, (await store.book({ startsAt })).status]).toEqual([startsAt, 409]);
      expect([startsAt, (await host.moveTo(moveToken, startsAt)).status]).toEqual([startsAt, 409]);
    }
    const params = { slug: store.slug };
    for (const day of ["0001-01-01", "9999-12-31"]) {
      for (const query of [{ from: day }, { from: day, to: day }]) {
        const { status } = await host.call("visitor.slots", null, { params, query });
        expect([200, 400]).toContain(status);
      }
    }
  },
);

test("finds the visitor by email or creates a contact", async () => {
  const store = await host.store();
  const known = await make.contact(store.owner, { email: "Zoe@Example.com" });
  const first = await store.book({ startsAt: TEN, email: "zoe@example.COM", name: "Somebody Else" });
  await store.book({
    startsAt: ELEVEN,
    email: "anna@example.com",
    name: "Anna van Dijk",
    phoneNumber: "+31 6 12345678",
  });
  await store.book({ startsAt: "2026-11-03T17:00:00.000Z", email: "Anna@example.com", name: "Anna" });
  expect(JSON.stringify(first.body)).not.toContain("O’Brien");
  const contacts = (await host.call("contacts.list", store.owner)).body as {
    id: string;
    firstName: string;
  }[];
  expect(contacts).toHaveLength(2);
  expect(contacts[0]).toMatchObject({
    firstName: "Anna",
    lastName: "van Dijk",
    email: "anna@example.com",
    phoneNumber: "+31 6 12345678",
  });
  const of = async (id: string) =>
    (await host.call("bookings.ofContact", store.owner, { params: { id } })).body;
  expect(await of(known)).toMatchObject([{ name: "Somebody Else", startsAt: TEN }]);
  expect(await of(contacts[0]?.id ?? "")).toHaveLength(2);
});

test("shows the same instant across a clock change", async () => {
  host.clock.now = Date.parse("2026-10-20T12:00:00Z");
  const store = await host.store({ daysInAdvance: 14 });
  const last = await store.slots(TUESDAY);
  const startsAt = last.at(-1) ?? "";
  expect(startsAt).toBe("2026-11-03T21:00:00.000Z");
  expect(await store.slots("2026-11-04")).toEqual([]);
  expect((await store.book({ startsAt, note: "Size 6½", phoneNumber: "+81 90 1234 5678" })).status).toBe(200);
  await writeBookings(await host.host());

  const [toVisitor, toStore, reminder] = await store.mails();
  expect(toVisitor).toMatchObject({ kind: "booking", toAddress: "zoe@example.com", icsMethod: "REQUEST" });
  expect(toVisitor?.text).toContain("Wednesday, November 4, 2026\n       6:00 – 7:00 AM GMT+9\n");
  expect(toVisitor?.text).toContain("Tuesday, November 3, 2026, 4:00 – 5:00 PM EST (at the store)");
  expect(toVisitor?.ics).toContain("DTSTART:20261103T210000Z");
  expect(toVisitor?.ics).toContain("DTEND:20261103T220000Z");
  expect(toStore).toMatchObject({ kind: "notice", toAddress: "hello@store.example.com", contactId: null });
  expect(toStore?.text).toContain("Tuesday, November 3, 2026 at 4:00 PM EST");
  expect(toStore?.text).toContain("Size 6½");
  expect(reminder).toMatchObject({ kind: "reminder", dueAt: new Date("2026-11-02T21:00:00Z") });
  const [event] = await store.events();
  expect(event).toMatchObject({ title: "Ring fitting · Zoë Frost", startsAt: new Date(startsAt) });
  expect((await store.rows())[0]).toMatchObject({
    id: event?.uid,
    calendarState: "written",
    calendarDueAt: null,
  });
});

test("lists no times while the calendar is unavailable", async () => {
  const store = await host.store();
  const broken = { provider: "imap" as const, secrets: null };
  for (const account of [{}, { calendarId: null }, broken]) {
    if (Object.keys(account).length === 0) await store.setHours(null);
    else await store.setAccount(account);
    const query = { from: TUESDAY, to: TUESDAY };
    const listed = await host.call("visitor.slots", null, { params: { slug: store.slug }, query });
    const message =
      "Appointments cannot be booked online right now. Please try again later or contact the store.";
    expect(listed).toMatchObject({ status: 503, body: { message } });
    expect(await store.book({ startsAt: TEN })).toMatchObject({ status: 503, body: { message } });
    await store.setHours(Array(7).fill(Array(24).fill(true)));
    await store.setAccount({ calendarId: "store" });
  }
  expect(await store.rows()).toEqual([]);
});

test("refuses bodies that the form can't send", async () => {
  const store = await host.store();
  const bad: object[] = [
    { website: "https://spam.example" },
    { name: " " },
    { name: "https://evil.test/win" },
    { name: "See evil.test" },
    { name: "<b>Zoe</b>" },
    { email: "zoe" },
    { key: "short" },
    { note: "x".repeat(2001) },
    { startsAt: "soon" },
  ];
  for (const more of bad) {
    expect([more, (await store.book({ startsAt: TEN, ...more })).status]).toEqual([more, 400]);
  }
  for (const query of [
    { from: TUESDAY, to: "2026-11-02" },
    { from: TUESDAY, to: "2027-02-01" },
    { from: "9999-12-01", to: "9999-12-31" },
  ]) {
    expect((await host.call("visitor.slots", null, { params: { slug: store.slug }, query })).status).toBe(
      400,
    );
  }
  expect(await store.rows()).toEqual([]);
});
