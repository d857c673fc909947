import { and, asc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { MOST_TO_MOVE } from "#lib/contract/rule-limits.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { checkQuota } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { bookings, hoursExceptions as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { openRuns, shortest } from "./open-hours.ts";
import { type Person, type Store, staffOf, storeOf } from "./store.ts";

export const hours = {
  "people.hours": async ({ host, user: { id: me, role }, params: { id }, read }) =>
    read(async (db) => {
      const person = await staffOf(db, id);
      if (!person) throw notFound();
      const found = await db
        .select()
        .from(table)
        .where(or(eq(table.userId, id), isNull(table.userId)))
        .orderBy(asc(table.fromDay), asc(table.createdAt), asc(table.id));
      const outside = await toMove(db, await storeOf(db), found, host.clock());
      return {
        availability: person.hasHours ? person.availability : null,
        exceptions: found.map((each) => ({
          id: each.id,
          isStores: each.userId === null,
          from: each.fromDay,
          to: each.toDay,
          hours: each.hours,
          // Colleagues see that someone is away, but not why.
          reason: each.userId === null || id === me || role !== "USER" ? each.reason : "",
          toMove: (outside.get(each) ?? []).slice(0, MOST_TO_MOVE).map((booking) => ({
            ...{ id: booking.id, title: booking.title, name: booking.name },
            startsAt: booking.startsAt.toISOString(),
          })),
        })),
      };
    }),

  "people.setHours": async ({ user, params: { id }, body, tenant }) => {
    onlyTheirs(user, id);
    const changed = await tenant((db) =>
      db
        .update(users)
        .set({ availability: body.availability?.map(shortest) ?? null, updatedAt: sql`now()` })
        .where(eq(users.id, id))
        .returning({ id: users.id }),
    );
    if (changed.length === 0) throw notFound();
  },

  "people.addException": async ({ host, user, body, tenant }) => {
    const { personId, from, to, hours: open, reason } = body;
    onlyTheirs(user, personId);
    const id = newId();
    return tenant(async (db) => {
      if (personId !== null && !(await staffOf(db, personId))) throw notFound();
      await checkQuota(db, table, "days off and other hours");
      const days = { fromDay: from, toDay: to, hours: open && shortest(open) };
      const createdBy = nameOf(user);
      await db.insert(table).values({ id, userId: personId, ...days, reason, createdBy });
      const own = { userId: personId, ...days };
      const outside = await toMove(db, await storeOf(db), [own], host.clock());
      return { id, toMove: outside.get(own)?.length ?? 0 };
    });
  },

  "people.deleteException": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const same = eq(table.id, id);
      const [found] = await db.select({ userId: table.userId }).from(table).where(same);
      if (!found) throw notFound();
      onlyTheirs(user, found.userId);
      await db.delete(table).where(same);
    });
  },
} satisfies Partial<Handlers>;

/** People manage their own hours; the owner and admins manage all. */
export function onlyTheirs({ id, role }: SignedIn, whose: string | null, what = "hours"): void {
  if (role !== "USER" || whose === id) return;
  throw new HttpError(403, `Only the owner and admins can change other people's ${what}`);
}

type Days = Pick<typeof table.$inferSelect, "userId" | "fromDay" | "toDay">;
type Booked = Pick<typeof bookings.$inferSelect, "startsAt" | "endsAt">;
type ToMove = Booked & Pick<typeof bookings.$inferSelect, "id" | "userId" | "title" | "name">;

/** Per appointment, because years of days off contain few. */
async function toMove<D extends Days>(db: Db, { timezone }: Store, daysOff: readonly D[], now: Date) {
  const found = new Map<D, ToMove[]>(daysOff.map((each) => [each, []]));
  const today = dayOf(now.getTime(), timezone);
  const ahead = daysOff.filter(({ toDay }) => toDay >= today);
  if (ahead.length === 0) return found;
  const { id, userId: whose, title, name, startsAt, endsAt } = bookings;
  const booked: ToMove[] = await db
    .select({ id, userId: whose, title, name, startsAt, endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "CONFIRMED"),
        gte(startsAt, now),
        or(
          ...ahead.map(({ userId, fromDay, toDay }) =>
            and(
              userId === null ? undefined : eq(whose, userId),
              gte(startsAt, new Date(startOfDay(fromDay, timezone))),
              lt(startsAt, new Date(startOfDay(addDays(toDay, 1), timezone))),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(startsAt));
  const ids = [...new Set(booked.flatMap(({ userId }) => userId ?? []))];
  const people = new Map(await Promise.all(ids.map(async (id) => [id, await staffOf(db, id)] as const)));
  for (const booking of booked) {
    const day = dayOf(booking.startsAt.getTime(), timezone);
    const off = ahead.filter(
      ({ userId, fromDay, toDay: until }) =>
        (userId === null || userId === booking.userId) && fromDay <= day && day <= until,
    );
    const person = people.get(booking.userId ?? "");
    if (off.length === 0 || (person && isWithin(booking, person, timezone, day))) continue;
    for (const each of off) found.get(each)?.push(booking);
  }
  return found;
}

export function isWithin({ startsAt, endsAt }: Booked, person: Person, timezone: string, day: string) {
  const { availability, exceptions } = person;
  return openRuns(availability, timezone, addDays(day, -1), addDays(day, 1), exceptions).some(
    ({ start, end }) => start <= startsAt.getTime() && endsAt.getTime() <= end,
  );
}
