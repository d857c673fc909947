import ICAL from "ical.js";
import { ELEVEN, TEN } from "#server/testing/booking.ts";
import { frontDeskTests, type Made } from "#server/testing/front-desk.ts";
import type { Person } from "#server/testing/host.ts";

const host = frontDeskTests();
const { team, create } = host;

type Whose = "MINE" | "STORE";
const renew = (person: Person, whose: Whose = "MINE") =>
  host.call("feeds.renew", person, { body: { whose } });
const tokenOf = ({ body }: { body: unknown }) =>
  new URL((body as { url: string }).url).pathname.split("/")[2] ?? "";
const read = (token: string, etag?: string) =>
  host.call("feeds.read", null, { params: { token }, query: { ...(etag && { etag }) } });
const eventsIn = ({ body }: { body: unknown }) =>
  new ICAL.Component(ICAL.parse((body as { ics: string }).ics))
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));
const etagOf = ({ body }: { body: unknown }) => (body as { etag: string }).etag;

test("answers 304 while nothing changed", async () => {
  const store = await team();
  const [, bea] = store.people as [Person, Person];
  const { booking } = (await create(store, { personId: bea.id, note: "Size 54;\nEND:VEVENT" })).body as Made;
  await create(store, { startsAt: ELEVEN });
  const mine = tokenOf(await renew(bea));
  const first = await read(mine);
  const [event, ...others] = eventsIn(first);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    uid: booking.id,
    summary: "Ring fitting · Nora Berg",
    description: "(415) 555-0176\nSize 54;\nEND:VEVENT",
  });
  expect(event?.startDate.toJSDate()).toEqual(new Date(TEN));
  expect((await read(mine, etagOf(first))).body).toEqual({ etag: etagOf(first), ics: null });
  expect(eventsIn(await read(tokenOf(await renew(store.owner, "STORE"))))).toHaveLength(2);

  const params = { id: booking.id };
  const move = { params, body: { startsAt: "2026-11-04T15:00:00.000Z" } };
  expect((await host.call("bookings.move", store.owner, move)).status).toBe(200);
  const moved = await read(mine, etagOf(first));
  expect(etagOf(moved)).not.toBe(etagOf(first));
  expect(eventsIn(moved)[0]).toMatchObject({ uid: booking.id, sequence: 1 });
  await host.call("bookings.cancel", store.owner, { params });
  expect(eventsIn(await read(mine, etagOf(moved)))).toEqual([]);
});

test("refuses renewed, ended, invalid and former addresses", async () => {
  const store = await team();
  const [owner, bea] = store.people as [Person, Person];
  const before = tokenOf(await renew(bea));
  const now = tokenOf(await renew(bea));
  expect([(await read(before)).status, (await read(now)).status]).toEqual([404, 200]);
  for (const token of ["x", "A".repeat(59), `${now.slice(0, -1)}${now.endsWith("A") ? "B" : "A"}`]) {
    expect((await read(token)).status).toBe(404);
  }
  await host.call("team.remove", owner, { body: { id: bea.id } });
  expect((await read(now)).status).toBe(404);

  const admin = await host.person(store.id, "ADMIN");
  const shared = tokenOf(await renew(admin, "STORE"));
  expect((await read(shared)).status).toBe(200);
  await host.call("team.remove", owner, { body: { id: admin.id } });
  expect((await read(shared)).status).toBe(404);
  const last = tokenOf(await renew(owner, "STORE"));
  expect((await host.call("feeds.end", owner, { body: { whose: "STORE" } })).status).toBe(200);
  expect((await read(last)).status).toBe(404);
});

test("shows and renews only the user's own addresses", async () => {
  const [store, other] = [await team(), await team()];
  const [, bea] = store.people as [Person, Person];
  await renew(store.owner, "STORE");
  expect((await renew(bea, "STORE")).status).toBe(403);
  expect((await host.call("feeds.end", bea, { body: { whose: "STORE" } })).status).toBe(403);
  expect((await host.call("feeds.list", bea)).body).toEqual([{ whose: "MINE", url: null }]);
  expect((await host.call("feeds.list", store.owner)).body).toEqual([
    { whose: "MINE", url: null },
    { whose: "STORE", url: expect.stringMatching(/\/feed\/[\w-]{59}\/appointments\.ics$/) },
  ]);
  await create(store, {});
  expect(eventsIn(await read(tokenOf(await renew(other.owner, "STORE"))))).toEqual([]);
});
