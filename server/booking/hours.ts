import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays } from "#lib/time/days.ts";
import { nameOf, type SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { checkQuota } from "#server/db/record.ts";
import { users } from "#server/db/schema.ts";
import { bookings, hoursExceptions as table } from "#server/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { openRuns } from "./open-hours.ts";
import { type Store, staffOf, storeOf } from "./store.ts";

export const hours = {
  "people.hours": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      const person = await staffOf(db, organizationId, id);
      if (!person) throw notFound();
      const found = await db
        .select()
        .from(table)
        .where(and(eq(table.organizationId, organizationId), or(eq(table.userId, id), isNull(table.userId))))
        .orderBy(asc(table.fromDay), asc(table.createdAt), asc(table.id));
      return {
        availability: person.isBookable ? person.availability : null,
        exceptions: found.map((each) => ({
          id: each.id,
          isStores: each.userId === null,
          from: each.fromDay,
          to: each.toDay,
          hours: each.hours,
          reason: each.reason,
        })),
      };
    }),

  "people.setHours": async ({ user, params: { id }, body, tenant }) => {
    onlyTheirs(user, id);
    const { organizationId } = user;
    const changed = await tenant((db) =>
      db
        .update(users)
        .set({ availability: body.availability, updatedAt: sql`now()` })
        .where(and(eq(users.organizationId, organizationId), eq(users.id, id)))
        .returning({ id: users.id }),
    );
    if (changed.length === 0) throw notFound();
  },

  "people.addException": async ({ host, user, body, tenant }) => {
    const { personId, from, to, hours: open, reason } = body;
    onlyTheirs(user, personId);
    const { organizationId } = user;
    const id = newId();
    return tenant(async (db) => {
      if (personId !== null && !(await staffOf(db, organizationId, personId))) throw notFound();
      await checkQuota(db, table, user, "days off and other hours");
      const days = { fromDay: from, toDay: to, hours: open };
      const createdBy = nameOf(user);
      await db.insert(table).values({ organizationId, id, userId: personId, ...days, reason, createdBy });
      const store = await storeOf(db, organizationId);
      return { id, toMove: await outside(db, store, { personId, from, to }, host.clock()) };
    });
  },

  "people.deleteException": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const same = and(eq(table.organizationId, user.organizationId), eq(table.id, id));
      const [found] = await db.select({ userId: table.userId }).from(table).where(same);
      if (!found) throw notFound();
      onlyTheirs(user, found.userId);
      await db.delete(table).where(same);
    });
  },
} satisfies Partial<Handlers>;

/** A person's hours are their own business, and that of the owner and admins, whose the store's are alone. */
function onlyTheirs({ id, role }: SignedIn, whose: string | null): void {
  if (role !== "USER" || whose === id) return;
  throw new HttpError(403, "Only the owner and admins change the hours of others");
}

type Days = { personId: string | null; from: string; to: string };

/** How many appointments that are still to come lie outside of the hours of their days. */
async function outside(db: Db, store: Store, { personId, from, to }: Days, now: Date): Promise<number> {
  const { organizationId, timezone } = store;
  const end = new Date(startOfDay(addDays(to, 1), timezone));
  const booked = await db
    .select({ userId: bookings.userId, startsAt: bookings.startsAt, endsAt: bookings.endsAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.organizationId, organizationId),
        personId ? eq(bookings.userId, personId) : undefined,
        eq(bookings.status, "CONFIRMED"),
        gte(bookings.startsAt, new Date(Math.max(startOfDay(from, timezone), now.getTime()))),
        sql`${bookings.startsAt} < ${end.toISOString()}::timestamptz`,
      ),
    );
  const ids = [...new Set(booked.flatMap(({ userId }) => userId ?? []))];
  const people = await Promise.all(ids.map((id) => staffOf(db, organizationId, id)));
  const open = new Map(
    people.flatMap((person) => {
      if (!person) return [];
      const { id, availability, exceptions } = person;
      return [[id, openRuns(availability, timezone, addDays(from, -1), addDays(to, 1), exceptions)]];
    }),
  );
  return booked.filter(
    ({ userId, startsAt, endsAt }) =>
      !open
        .get(userId ?? "")
        ?.some(({ start, end: closing }) => start <= startsAt.getTime() && endsAt.getTime() <= closing),
  ).length;
}
