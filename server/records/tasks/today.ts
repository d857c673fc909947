import { and, asc, eq, gte, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { TODAY_ROWS } from "#lib/contract/repair-terms.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { storeOf } from "#server/booking/store.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { contactName, personName } from "#server/platform/db/parties.ts";
import { lockRecord } from "#server/platform/db/record.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { tasks as table } from "#server/platform/db/schema-records.ts";
import { isoText } from "#server/platform/db/values.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { dueRepairs } from "#server/records/repairs/lists.ts";
import { countUpcoming, firstUpcoming, listUpcoming, occasionsOf } from "./occasions.ts";
import { isTask, markDone, selectTasks } from "./tasks.ts";

const MAX_ITEMS = 100;
const MAX_TASKS = 200;

export const todayHandlers = {
  "today.get": async ({ host, user: { id }, query, read }) =>
    read(async (db) => {
      const { day, start, end, timezone } = await currentDay(db, host);
      const filter = { day, timezone, mine: query.whose === "mine" ? id : null };
      const isDue = or(
        and(isNull(table.doneAt), sql`${table.dueDay} <= ${day}::date`),
        and(gte(table.doneAt, start), lt(table.doneAt, end)),
      );
      const [appointments, repairs, occasions, tasks, counts, next] = await Promise.all([
        appointmentsOf(db, { ...filter, start, end }),
        dueRepairs(db, { day, now: host.clock() }, filter.mine, TODAY_ROWS),
        occasionsOf(db, day, MAX_ITEMS),
        selectTasks(db, and(isTask, isDue, assignedTo(table.userId, filter.mine)), {
          limit: MAX_TASKS,
        }),
        countUpcoming(db, filter),
        firstUpcoming(db, filter),
      ]);
      return { day, appointments, repairs, occasions, tasks, ...counts, next };
    }),

  "today.ahead": async ({ host, user: { id }, query, read }) =>
    read(async (db) => {
      const { day, timezone } = await currentDay(db, host);
      return listUpcoming(db, { day, timezone, mine: query.whose === "mine" ? id : null });
    }),

  "today.tick": async ({ host, user, body: { kind, id, done }, tenant }) => {
    if (!isId(id)) throw notFound();
    await tenant(async (db) => {
      const { day } = await currentDay(db, host);
      const lock = "no key update";
      const of = kind === "appointment" ? await lockRecord(db, bookings, id, lock) : null;
      const contactId = of ? of.contactId : (await lockRecord(db, contacts, id, lock)).id;
      const item = { kind, day, contactId, bookingId: of ? id : null };
      await markDone(db, item, done ? { at: host.clock(), by: nameOf(user) } : null);
    });
  },
} satisfies Partial<Handlers>;

async function currentDay(db: Db, host: Host) {
  const { timezone } = await storeOf(db);
  const day = dayOf(host.clock(), timezone);
  const at = (which: string) => new Date(startOfDay(which, timezone));
  return { day, timezone, start: at(day), end: at(addDays(day, 1)) };
}

function assignedTo(column: typeof table.userId | typeof bookings.userId, mine: string | null) {
  return mine === null ? undefined : or(isNull(column), eq(column, mine));
}

type TodayQuery = { mine: string | null; day: string; start: Date; end: Date };

async function appointmentsOf(db: Db, { mine, day, start, end }: TodayQuery) {
  const found = await db
    .select({ booking: bookings, person: personName, name: contactName, phone: contacts.phoneNumber })
    .from(bookings)
    .leftJoin(users, eq(users.id, bookings.userId))
    .leftJoin(contacts, eq(contacts.id, bookings.contactId))
    .where(
      and(
        gte(bookings.startsAt, start),
        lt(bookings.startsAt, end),
        ne(bookings.status, "CANCELLED"),
        assignedTo(bookings.userId, mine),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(MAX_ITEMS);
  const doneMarks = await doneMarksOf(
    db,
    day,
    found.map(({ booking }) => booking.id),
  );
  return found.map(({ booking, person, name, phone }) => {
    const { id, title, startsAt, endsAt, contactId, userId, note, status } = booking;
    const mark = doneMarks.get(id);
    return {
      ...{ id, title, note, startsAt },
      minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
      contact: { id: contactId, name: contactId ? (name ?? "") : booking.name },
      phoneNumber: phone || booking.phoneNumber || null,
      person: userId ? { id: userId, name: person } : null,
      isNoShow: status === "NO_SHOW",
      doneAt: mark?.at ?? null,
      doneBy: mark?.by ?? null,
    };
  });
}

async function doneMarksOf(db: Db, day: string, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: table.sourceId, at: sql<string>`${isoText(sql`done_at`)}`, by: table.doneBy })
          .from(table)
          .where(
            and(
              eq(table.kind, "appointment"),
              eq(table.dueDay, day),
              inArray(table.sourceId, ids),
              sql`${table.doneAt} is not null`,
            ),
          );
  return new Map(rows.map(({ id, at, by }) => [id, { at, by }]));
}
