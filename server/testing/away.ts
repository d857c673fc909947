import { eq } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { hoursExceptions } from "#server/platform/db/schema-calendar.ts";
import { ELEVEN, TEN, TUESDAY } from "./booking.ts";
import type { frontDeskTests } from "./front-desk.ts";
import type { Person } from "./host.ts";

export const NINE = "2026-11-03T14:00:00.000Z";
export const NOON = "2026-11-03T17:00:00.000Z";

export type Plan = Answer<"people.planAway">;

const day = { from: TUESDAY, to: TUESDAY, when: "DAYS", how: "COLLEAGUES" };
export const asked = {
  ...day,
  colleagues: null,
  tell: true,
  line: null as string | null,
  rows: [] as object[],
};

export async function mayasDay(host: ReturnType<typeof frontDeskTests>) {
  const { team, setRules, create, caller } = host;
  const dora = { ...caller, name: "Dora Quill", email: "dora@example.com" };
  const store = await team();
  const [, maya, jonas, priya, tomas] = store.people as [Person, Person, Person, Person, Person];
  await setRules(store, { daysInAdvance: 60 });
  const database = (await host.host()).database;
  const names = ["Ada", "Maya", "Jonas", "Priya", "Tomas", "Uma"];
  for (const [i, { id }] of store.people.entries()) {
    const name = { firstName: names[i], lastName: "Frost" };
    await database.system((db) => db.update(users).set(name).where(eq(users.id, id)));
  }
  for (const [startsAt, who] of [
    [NINE, dora],
    [TEN, caller],
    [ELEVEN, dora],
  ] as const) {
    expect((await create(store, { personId: maya.id, startsAt, caller: who })).status).toBe(200);
  }
  host.clock.now += 60_000;
  const params = { id: maya.id };
  const plan = async (changes: object = {}, as: Person = maya) => {
    const answer = await host.call("people.planAway", as, { params, body: { ...asked, ...changes } });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body as Plan;
  };
  const wanted = ({ rows }: Plan) =>
    rows.map(({ id, version, act, to }) => ({
      ...{ id, version, act },
      ...(to && { personId: to.personId, startsAt: to.startsAt, allow: to.reasons }),
    }));
  const set = (changes: object, as: Person = maya) =>
    host.call("people.setAway", as, { params, body: { ...asked, key: newId(), ...changes } });
  const state = async () => ({
    bookings: (await store.rows())
      .map(({ id, userId, startsAt, status, allowed, sequence, confirmedAt }) => ({
        ...{ id, userId, startsAt, status, allowed, sequence, confirmedAt },
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    mails: (await store.mails()).map(({ id, state: is }) => `${id} ${is}`).sort(),
    tasks: (await host.call("tasks.list", store.owner)).body,
    daysOff: await database.read(store.id, (db) => db.select().from(hoursExceptions)),
  });
  const on = (booking: { id: string; version: number }, as: Person = maya) =>
    host.call("bookings.undo", as, { params: { id: booking.id }, body: { version: booking.version } });
  return { store, dora, maya, jonas, priya, tomas, plan, wanted, set, state, undo: on };
}
