import { dayOf } from "#lib/time/days.ts";
import { wallAt } from "#lib/time/zone.ts";
import { now } from "../machine.ts";
import { AFTER, BEFORE, isOpen, MOST_PER_DAY, NOTICE, type Store } from "../store.ts";
import { DAY, HOUR, type Person } from "../world.ts";
import { type Invariant, type Look, rowsOf, sql, storesInTurn } from "./invariant.ts";

const MINUTE = 60_000;
const DAYS_AHEAD = 14;

type Busy = { from: string; until: string; booked: string | null };
type Off = { from: string; to: string };

export const shown: Invariant = {
  name: "shown",
  says: "A visitor sees each free time of a person, and no other.",
  async check(look) {
    const wrong: string[] = [];
    const elsewhere = new Set(look.world.calendarServer.calendars.map(({ userId }) => userId));
    for (const store of storesInTurn(look)) {
      const free = store.people.filter(({ id }) => !elsewhere.has(id));
      for (const person of look.isEnd ? free : [store.random.pick(free)])
        wrong.push(...(await wrongTimes(look, store, person)));
    }
    return wrong;
  },
};

async function wrongTimes(look: Look, store: Store, { id: person }: Person): Promise<string[]> {
  const { people, slug, timezone, name } = store;
  const [owner] = people as [Person];
  // A day more than visitors may book.
  const [from, to] = [dayOf(now(), timezone), dayOf(now() + (DAYS_AHEAD + 2) * DAY, timezone)];
  const said = await look.world.look("visitor.slots", owner, {
    params: { slug },
    query: { from, to, person },
  });
  if (said.status !== 200) return [`${name}: the times of ${person} answered ${said.status}`];
  const found = new Set(said.body.days.flatMap(({ slots }) => slots).map((at) => Date.parse(at ?? "")));
  const free = await freeTimes(look, store, person);
  const say = (what: string, at: number) => `${name}, ${person}: ${new Date(at).toISOString()} is ${what}`;
  return [
    ...[...found].filter((at) => !free.has(at)).map((at) => say("shown, but not free", at)),
    ...[...free].filter((at) => !found.has(at)).map((at) => say("free, but not shown", at)),
  ];
}

async function freeTimes(look: Look, { id, timezone }: Store, person: string): Promise<Set<number>> {
  const at = new Date(now()).toISOString();
  const busy = await rowsOf<Busy>(
    look,
    sql`select blocked_from as from, blocked_until as until, starts_at as booked from bookings
        where organization_id = ${id} and user_id = ${person} and status = 'CONFIRMED'
      union all select blocked_from, blocked_until, starts_at from offers
        where organization_id = ${id} and user_id = ${person} and state = 'OPEN' and held_until > ${at}::timestamptz - interval '1 minute'`,
  );
  const off = await rowsOf<Off>(
    look,
    sql`select from_day::text as from, to_day::text as to from hours_exceptions
      where organization_id = ${id} and user_id = ${person} and hours is null`,
  );
  const counts = Map.groupBy(busy, ({ booked }) => dayOf(Date.parse(booked ?? ""), timezone));
  const last = Date.parse(dayOf(now(), timezone)) + DAYS_AHEAD * DAY;
  const first = Math.ceil((now() + NOTICE * MINUTE) / (HOUR / 4)) * (HOUR / 4);
  const free = new Set<number>();
  for (let start = first; start < now() + (DAYS_AHEAD + 2) * DAY; start += HOUR / 4) {
    const wall = wallAt(start, timezone);
    if (wall % HOUR !== 0 || Math.floor(wall / DAY) * DAY > last) continue;
    const day = dayOf(start, timezone);
    const isOver = (counts.get(day)?.length ?? 0) >= MOST_PER_DAY;
    const isOff = off.some((one) => one.from <= day && day <= one.to);
    const [begins, ends] = [start - BEFORE * MINUTE, start + HOUR + AFTER * MINUTE];
    const isBusy = busy.some((one) => Date.parse(one.from) < ends && Date.parse(one.until) > begins);
    if (!isOver && !isOff && !isBusy && isOpen(timezone, start, start + HOUR)) free.add(start);
  }
  return free;
}
