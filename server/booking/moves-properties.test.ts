import { addDays } from "#lib/time/days.ts";
import { randomFrom } from "#server/platform/db/random.ts";
import { bookingTests, visited } from "#server/testing/booking.ts";
import { at, changesIn, week, ZONES } from "#server/testing/slots.ts";

const host = bookingTests();
const QUARTER = 900_000;
const OPEN = week((day, hour) => day !== 3 && hour >= 8 && hour < 19 && hour !== 12);
const RULES = { minutesBefore: 15, minutesAfter: 30, notice: 180, mostPerDay: 3, step: 15 };

async function storeAt(timezone: string, seed: number) {
  const change = changesIn(timezone).at(-1) ?? "2026-06-15";
  const from = addDays(change, -3);
  const now = at(`${from}T10:10`, timezone);
  host.clock.now = now;
  const store = await host.store({ timezone, minutes: 45, availability: OPEN, daysInAdvance: 7 });
  const { between } = randomFrom(seed);
  for (let i = 0; i < 12; i++) {
    const start = now + between(0, 8 * 96) * QUARTER;
    await store.addEvent(
      new Date(start).toISOString(),
      new Date(start + between(1, 12) * QUARTER).toISOString(),
    );
  }
  const off = { personId: store.owner.id, from: addDays(change, 1), to: addDays(change, 1), reason: "" };
  const morning = Array.from({ length: 24 }, (_, hour) => hour >= 8 && hour < 12);
  const added = await host.call("people.addException", store.owner, { body: { ...off, hours: morning } });
  expect([added.status, added.body]).toEqual([200, expect.anything()]);
  const { body: types } = await host.call("appointmentTypes.list", store.owner);
  const params = { id: (types as { id: string }[])[0]?.id };
  const setRules = async (rules: object) => {
    const body = { name: "Ring fitting", defaultMeetingLength: 45, daysInAdvance: 7, ...rules };
    expect((await host.call("appointmentTypes.update", store.owner, { params, body })).status).toBe(200);
  };
  await setRules(RULES);

  const to = addDays(from, 8);
  const free = async () => (await store.days(from, to)).flatMap(({ slots }) => slots);
  for (const i of [3, 11, 4]) {
    const startsAt = (await free())[i] ?? "";
    expect((await store.book({ startsAt, email: `v${i}@example.com` })).status).toBe(200);
  }
  const mine = visited(await store.book({ startsAt: (await free())[7] ?? "" }));
  const id = (await store.rows()).find(({ startsAt }) => startsAt.toISOString() === mine.startsAt)?.id;
  const listed = async () => {
    const answer = await host.call("bookings.slots", store.owner, { params: { id }, query: { from, to } });
    return new Set((answer.body as { days: { slots: string[] }[] }).days.flatMap(({ slots }) => slots));
  };
  const anywhere = () => new Date(now - (now % QUARTER) + between(-8, 8 * 96) * QUARTER).toISOString();
  const one = (of: Set<string>) => [...of][between(0, of.size - 1)] ?? "";
  return { store, mine, setRules, listed, anywhere, one, timezone, change };
}

const MAX_MOVES = 3;

test.each(ZONES)("in %s, moves a visitor's appointment only to listed times", async (timezone) => {
  const { mine, listed, anywhere, one } = await storeAt(timezone, 31);
  let current = mine;
  for (let i = 0, moved = 0; i < 12 && moved < MAX_MOVES; i++) {
    const times = await listed();
    const target = i % 3 === 0 ? one(times) : anywhere();
    if (target === current.startsAt) continue;
    const { status, body } = await host.moveTo(current.moveToken, target);
    expect([target, status === 200]).toEqual([target, times.has(target)]);
    if (status !== 200) continue;
    current = visited({ body });
    moved += 1;
  }
});

test.each(ZONES)(
  "in %s, applies rules and hours that changed between listing and moving",
  async (timezone) => {
    const { store, mine, setRules, listed, one, change } = await storeAt(timezone, 7);
    const shown = await listed();
    await setRules({ ...RULES, minutesAfter: 90, notice: 30 * 60, mostPerDay: 2 });
    const weekday = new Date(`${addDays(change, 2)}T12:00Z`).getUTCDay();
    await store.setHours(OPEN.map((hours, day) => (day === weekday ? hours.map(() => false) : hours)));
    let current = mine;
    for (let i = 0, moved = 0; i < 12 && moved < MAX_MOVES; i++) {
      const times = await listed();
      const target = one(new Set([...shown].filter((each) => times.has(each) === (i % 3 === 2))));
      expect(target).not.toBe("");
      if (target === current.startsAt) continue;
      const { status, body } = await host.moveTo(current.moveToken, target);
      expect([target, status === 200]).toEqual([target, times.has(target)]);
      if (status !== 200) continue;
      current = visited({ body });
      moved += 1;
    }
  },
);
