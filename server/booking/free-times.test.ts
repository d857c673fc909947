import { addDays, dayOf } from "#lib/time/days.ts";
import { newId } from "#server/platform/db/id.ts";
import { ScopedClient } from "#server/platform/db/scoped-client.ts";
import type { Host } from "#server/platform/handler.ts";
import { bookingTests, TEN, TUESDAY, visited } from "#server/testing/booking.ts";
import { at, changesIn, week, ZONES } from "#server/testing/slots.ts";
import { startUnipile } from "#server/testing/unipile.ts";
import { checkStart, freeTimes, type Wanted } from "./free-times.ts";
import { calendarForBooking, readCalendars } from "./read-calendars.ts";
import { type Person, peopleOf, type Store, storeOf } from "./store.ts";

const host = bookingTests();
const HOUR = 3_600_000;
const wanted = { minutes: 60, daysInAdvance: 60 };

type Bookable = { store: Store; people: Person[] };
const storedStore = async (organizationId: string): Promise<Bookable> =>
  (await host.database()).read(organizationId, async (db) => ({
    store: await storeOf(db),
    people: await peopleOf(db, null),
  }));

async function verdictOn(on: Host, { store, people }: Bookable, asked: Wanted, start: number) {
  const day = dayOf(start, store.timezone);
  const known = await readCalendars(people, day, day, calendarForBooking(on, store));
  const now = on.clock().getTime();
  const [one] = await on.database.read(store.organizationId, (db) =>
    checkStart(db, { store, known }, asked, start, now),
  );
  return one?.verdict;
}

test.each(ZONES)(
  "in %s, accepts exactly the listed times through calendar and database",
  async (timezone) => {
    const change = changesIn(timezone).at(-1) ?? "2026-06-15";
    const first = addDays(change, -3);
    const now = at(`${first}T10:10`, timezone);
    host.clock.now = now;
    const minutes = 45;
    const shop = await host.store({
      timezone,
      minutes,
      availability: week((day, hour) => day !== 3 && hour !== 12),
    });
    for (let i = 0; i < 40; i++) {
      const start = now + i * 5.25 * HOUR;
      const end = start + (i % 9 === 0 ? 30 : (i % 4) + 0.25) * HOUR;
      const more = { isTransparent: i % 5 === 0 };
      await shop.addEvent(new Date(start).toISOString(), new Date(end).toISOString(), more);
    }
    const [day] = (await shop.days(addDays(change, 1), addDays(change, 3))).filter(
      ({ slots }) => slots.length > 2,
    );
    const mine = visited(await shop.book({ startsAt: day?.slots[1] ?? "" }));
    const gone = visited(await shop.book({ startsAt: day?.slots[0] ?? "" }));
    expect((await host.act("visitor.cancel", gone.cancelToken)).status).toBe(200);

    const store = await storedStore(shop.id);
    const asked = { minutes, daysInAdvance: 5 };
    const listed = (
      await freeTimes(await host.host(), store, asked, { from: first, to: addDays(first, 9) })
    ).flatMap(({ slots }) => slots);
    expect(listed).toContain(Date.parse(gone.startsAt));
    expect(listed).not.toContain(Date.parse(mine.startsAt));
    const others = Array.from({ length: 90 }, (_, i) => now + i * 1.75 * HOUR);
    const wrong = [];
    for (const start of new Set([...listed, ...others.map((each) => each - (each % 900_000))])) {
      const verdict = await verdictOn(await host.host(), store, asked, start);
      if ((verdict === "free") !== listed.includes(start))
        wrong.push([verdict, dayOf(start, timezone), start]);
    }
    expect(wrong).toEqual([]);
  },
);

test("distinguishes taken times from those never offered", async () => {
  const shop = await host.store();
  await shop.book({ startsAt: TEN });
  await shop.addEvent("2026-11-03T18:15:00Z", "2026-11-03T18:20:00Z");
  const store = await storedStore(shop.id);
  const verdicts = [
    TEN,
    "2026-11-03T18:00Z",
    "2026-11-03T19:00Z",
    "2026-11-03T15:30Z",
    "2026-11-03T23:00Z",
  ].map(async (start) => verdictOn(await host.host(), store, wanted, Date.parse(start)));
  expect(await Promise.all(verdicts)).toEqual(["taken", "taken", "free", "never", "never"]);
});

test("reads all people's appointments at once", async () => {
  const shop = await host.store();
  const { store, people } = await storedStore(shop.id);
  const several = people.flatMap((person) => [
    person,
    { ...person, id: newId() },
    { ...person, id: newId() },
  ]);
  const period = { from: TUESDAY, to: TUESDAY };
  const on = await host.host();
  const asked = jest.spyOn(ScopedClient.prototype, "query");
  const days = await freeTimes(
    on,
    { store, people: several },
    { ...wanted, typeId: newId(), mostPerDay: 3 },
    period,
  );
  await verdictOn(on, { store, people: several }, wanted, Date.parse(TEN));
  const texts = asked.mock.calls.map(([query]) => (typeof query === "string" ? query : query.text));
  asked.mockRestore();
  expect(days[0]?.slots.length).toBeGreaterThan(0);
  expect(texts.filter((text) => / from "bookings"/.test(text))).toHaveLength(2);
  expect(texts.filter((text) => / from "offers"/.test(text))).toHaveLength(2);
});

describe("a calendar on a server", () => {
  let unipile: Awaited<ReturnType<typeof startUnipile>>;
  let online: Host;
  let store: Bookable;
  beforeEach(async () => {
    unipile = await startUnipile();
    const shop = await host.store();
    unipile.accounts.set(shop.id, { object: "Account", id: shop.id });
    await shop.setAccount({ provider: "google", externalId: shop.id, calendarId: "work" });
    online = { ...(await host.host()), providers: { allowPrivateHosts: true, unipile: unipile.settings } };
    store = await storedStore(shop.id);
  });
  afterEach(() => unipile.stop());

  const look = (times: number) =>
    Promise.allSettled(
      Array.from({ length: times }, () => freeTimes(online, store, wanted, { from: TUESDAY, to: TUESDAY })),
    );
  const counts = () => unipile.asked.length;

  test("reads it once for simultaneous visitors", async () => {
    const looks = await look(20);
    expect(new Set(looks.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(looks[0]).toMatchObject({ status: "fulfilled", value: [{ state: "open" }] });
    expect(counts()).toBe(1);
    await look(1);
    expect(counts()).toBe(2);
    for (const asked of [3, 4]) {
      await Promise.all([1, 2, 3].map(() => verdictOn(online, store, wanted, Date.parse(TEN))));
      expect(counts()).toBe(asked);
    }
  });

  test("retries at the next request after a failed reading", async () => {
    unipile.breakWith({ status: 503 });
    for (const each of await look(3))
      expect(each).toMatchObject({ status: "rejected", reason: { status: 503 } });
    unipile.breakWith(null);
    expect((await look(1))[0]).toMatchObject({ status: "fulfilled" });
  });
});
