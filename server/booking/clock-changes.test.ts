import { and, eq } from "drizzle-orm";
import { HOUR } from "#lib/time/zone.ts";
import { type Clocks, TZ_VERSION } from "#lib/time/zone-data.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { tasks } from "#server/platform/db/schema-records.ts";
import { bookingTests, NOON } from "#server/testing/booking.ts";
import { followClockChanges } from "./clock-changes.ts";

const host = bookingTests();
const TEN = "2026-11-05T15:00:00.000Z";
const ELEVEN = "2026-11-05T16:00:00.000Z";
const TWELVE = "2026-11-05T17:00:00.000Z";
const ZONE = "America/New_York";

async function setClocks(id: string, clocks: Clocks | null) {
  const { database } = await host.host();
  await database.system((db) => db.update(organizations).set({ clocks }).where(eq(organizations.id, id)));
}

function law(changes: [at: string, hours: number][], version = "2000a"): Clocks {
  return {
    ...{ version, timezone: ZONE, until: Date.parse("2030-01-01") },
    changes: changes.map(([at, hours]) => [Date.parse(at), hours * HOUR]),
  };
}

async function stateOf({ id, rows }: Awaited<ReturnType<typeof host.store>>) {
  const { database } = await host.host();
  const found = (await rows()).toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return {
    starts: found.map(({ startsAt }) => startsAt.toISOString()),
    lengths: new Set(found.map(({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime())),
    overlaps: found.map(({ isOverlap }) => isOverlap),
    sequences: found.map(({ sequence }) => sequence),
    reminders: (
      await database.read(id, (db) =>
        db
          .select()
          .from(mails)
          .where(and(eq(mails.kind, "reminder"), eq(mails.state, "queued"))),
      )
    )
      .map(({ dueAt }) => dueAt.toISOString())
      .sort(),
    tasks: (await database.read(id, (db) => db.select().from(tasks))).map(
      ({ name, detail }) => `${name}\n${detail}`,
    ),
    clocks: await database.read(
      id,
      async (db) => (await db.select().from(organizations))[0]?.clocks?.version,
    ),
  };
}

test("keeps local times when a zone's law changes, and tells the owner", async () => {
  const store = await host.store({ timezone: ZONE });
  for (const startsAt of [TEN, ELEVEN]) expect((await store.book({ startsAt })).status).toBe(200);
  const { reminders } = await stateOf(store);
  expect(reminders.length).toBeGreaterThan(0);
  // The clocks were an hour ahead, so these appointments were agreed for eleven and twelve.
  await setClocks(store.id, law([[NOON, -4]]));
  const testedHost = await host.host();
  await Promise.all([followClockChanges(testedHost, true), followClockChanges(testedHost, true)]);
  const after = await stateOf(store);
  expect(after).toMatchObject({
    starts: [ELEVEN, TWELVE],
    lengths: new Set([HOUR]),
    overlaps: [false, false],
    sequences: [1, 1],
    reminders: reminders.map((at) => new Date(Date.parse(at) + HOUR).toISOString()),
    clocks: TZ_VERSION,
  });
  expect(after.tasks).toHaveLength(1);
  expect(after.tasks[0]).toContain("New York follow a new law. Check 2 appointments");
  expect(after.tasks[0]).toContain("Zoë Frost, Thursday, November 5, 2026 at 11:00 AM EST");
  await followClockChanges(testedHost, true);
  expect(await stateOf(store)).toEqual(after);
});

test("moves only appointments after the change, and marks overlaps", async () => {
  const store = await host.store({ timezone: ZONE });
  for (const startsAt of [TEN, ELEVEN]) await store.book({ startsAt });
  await setClocks(
    store.id,
    law([
      [NOON, -5],
      ["2026-11-05T15:30:00Z", -6],
    ]),
  );
  await followClockChanges(await host.host(), true);
  expect(await stateOf(store)).toMatchObject({ starts: [TEN, TEN], sequences: [0, 1] });
  expect((await stateOf(store)).overlaps.toSorted()).toEqual([false, true]);
});

test("ignores a stored law that is newer or another zone's", async () => {
  const store = await host.store({ timezone: ZONE });
  await store.book({ startsAt: TEN });
  const testedHost = await host.host();
  await setClocks(store.id, law([[NOON, -4]], "9999a"));
  await followClockChanges(testedHost, true);
  expect(await stateOf(store)).toMatchObject({ starts: [TEN], clocks: "9999a" });

  await setClocks(store.id, law([[NOON, -4]]));
  const body = { timezone: "US/Central" };
  expect((await host.call("organization.setTimezone", store.owner, { body })).status).toBe(200);
  await followClockChanges(testedHost, false);
  expect(await stateOf(store)).toMatchObject({
    starts: [TEN],
    sequences: [0],
    tasks: [],
    clocks: TZ_VERSION,
  });
  expect((await host.call("organization.timezone", store.owner)).body).toBe("America/Chicago");
});
