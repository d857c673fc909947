import { newId } from "#server/platform/db/id.ts";
import { bookingTests, NINE_TO_FIVE, TEN, TUESDAY } from "./booking.ts";
import type { Person } from "./host.ts";

export type Column = {
  id: string | null;
  isMe: boolean;
  isBookable: boolean;
  error: string | null;
  open: object[];
  events: {
    title: string;
    start: string;
    booking: { id: string; allowed: string[]; version: number } | null;
    held: { name: string } | null;
  }[];
};

export type Made = { booking: { id: string; version: number; person: { id: string } | null } };

export function frontDeskTests(options: Parameters<typeof bookingTests>[0] = {}) {
  const host = bookingTests(options);
  type Team = Awaited<ReturnType<typeof team>>;

  async function team() {
    const store = await host.store();
    const others = [];
    for (let i = 0; i < 5; i++) others.push(await host.person(store.id, "USER"));
    for (const { id } of others.slice(0, 4)) await store.setHours(NINE_TO_FIVE, id);
    return { ...store, people: [store.owner, ...others] };
  }

  const column = async ({ owner }: Team, person: Person, as = owner) => {
    const query = { from: TUESDAY, to: TUESDAY };
    const { body } = await host.call("people.calendar", as, { query });
    const { people } = body as { people: Column[] };
    const found = people.find(({ id }) => id === person.id);
    if (!found) throw new Error("no such person");
    return found;
  };

  async function typeId({ owner }: Team): Promise<string> {
    const { body } = await host.call("appointmentTypes.list", owner);
    return (body as { id: string }[])[0]?.id ?? "";
  }
  const setRules = async (store: Team, rules: object) => {
    const body = { name: "Ring fitting", defaultMeetingLength: 60, daysInAdvance: 14, ...rules };
    const params = { id: await typeId(store) };
    expect((await host.call("appointmentTypes.update", store.owner, { params, body })).status).toBe(200);
  };

  const caller = { name: "Nora Berg", phoneNumber: "(415) 555-0176", email: "" };
  async function create(store: Team, changes: object, as: Person = store.owner) {
    const body = {
      ...{ contactId: null, caller, personId: store.owner.id, typeId: await typeId(store), title: null },
      ...{ minutes: 60, startsAt: TEN, note: null, key: newId(), ...changes },
    };
    return host.call("bookings.create", as, { body });
  }

  return { ...host, team, column, setRules, caller, create };
}
