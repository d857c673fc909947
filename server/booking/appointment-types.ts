import { and, desc, eq, gte, ne } from "drizzle-orm";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DAY } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { checkQuota, countRows, deleteRecord, MAX_LISTED, updateRecord } from "#server/platform/db/record.ts";
import { bookings, appointmentTypes as table, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { fold } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { assigneesOf, lockStore, wantedOf } from "./book.ts";
import { freeTimes } from "./free-times.ts";
import { endOfferMails } from "./offers.ts";
import { nullIfUnavailable } from "./read-calendars.ts";
import { type AppointmentType, namesOf, type Person, type Store, storeOf, typeOf } from "./store.ts";

export const appointmentTypes = {
  "appointmentTypes.list": async ({ host, read }) => {
    const types = await read((db) =>
      db.select().from(table).orderBy(desc(table.createdAt), desc(table.id)).limit(MAX_LISTED),
    );
    return types.map((type) => answer(host, type));
  },

  "appointmentTypes.create": async ({ body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, "appointment types");
      await checkPeople(db, body.people);
      await db.insert(table).values({ id, ...body, slug: slugOf(body.name) });
    });
    return { id };
  },

  // The slug stays, so shared links keep working.
  "appointmentTypes.update": async ({ host, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      await checkPeople(db, body.people);
      await updateRecord(db, table, id, body, (type) => answer(host, type));
    });
    // Releases times that were reserved for a type that is now staff only.
    host.wake();
    return { id };
  },

  "appointmentTypes.outlook": async ({ host, params: { id }, query, read }) => {
    const since = new Date(host.clock().getTime() - RECENT_DAYS * DAY);
    const { booked, saved, typed } = await read(async (db) => {
      const type = await typeOf(db, id);
      if (!type) throw notFound();
      const store = await storeOf(db);
      const inputFor = async (rules: AppointmentType) => ({
        ...{ store, type: rules },
        people: await assigneesOf(db, rules, null),
      });
      return {
        booked: await bookedSince(db, id, since),
        saved: await inputFor(type),
        typed: await inputFor(withTyped(type, query)),
      };
    });
    const days = await nullIfUnavailable(Promise.all([freeDays(host, saved), freeDays(host, typed)]));
    if (!days) return { booked, times: null };
    const [before, now] = days;
    const next = now.find(({ slots }) => slots.length > 0) ?? before.find(({ slots }) => slots.length > 0);
    const countOnDay = (days: typeof now) => days.find(({ day }) => day === next?.day)?.slots.length ?? 0;
    return { booked, times: { day: next?.day ?? null, free: countOnDay(now), before: countOnDay(before) } };
  },

  "appointmentTypes.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      await lockStore(db);
      await endOfferMails(db, eq(waitlistEntries.appointmentTypeId, id));
      await deleteRecord(db, table, id);
    });
  },
} satisfies Partial<Handlers>;

const SHOWN_DAYS = 14;
const RECENT_DAYS = 30;

async function freeDays(
  host: Host,
  { store, type, people }: { store: Store; type: AppointmentType; people: Person[] },
) {
  if (people.length === 0) return [];
  const today = dayOf(host.clock().getTime(), store.timezone);
  return freeTimes(host, { store, people }, wantedOf(type), {
    from: today,
    to: addDays(today, SHOWN_DAYS - 1),
  });
}

type Typed = Partial<Record<"minutes" | "mostPerDay" | "step", number>> & { people?: string | undefined };

function withTyped(type: AppointmentType, { people, mostPerDay, step, ...typed }: Typed): AppointmentType {
  const given = people === "all" ? null : people?.split(",").filter(isId);
  return {
    ...type,
    ...typed,
    ...(given !== undefined && { people: given }),
    ...(mostPerDay !== undefined && { mostPerDay: mostPerDay || null }),
    ...(step !== undefined && { step: step || null }),
  };
}

function bookedSince(db: Db, typeId: string, since: Date): Promise<number> {
  return countRows(
    db,
    bookings,
    and(
      gte(bookings.createdAt, since),
      eq(bookings.appointmentTypeId, typeId),
      ne(bookings.status, "CANCELLED"),
    ),
  );
}

async function checkPeople(db: Db, people: readonly string[] | null | undefined): Promise<void> {
  const ids = [...new Set(people)];
  const known = ids.every(isId) ? await namesOf(db, ids) : null;
  if (known?.size !== ids.length)
    throw new HttpError(400, "people: one of them doesn't work here. Choose other staff.");
}

function answer(host: Host, { organizationId, slug, ...type }: typeof table.$inferSelect) {
  return { ...type, appointmentBookingLink: `${host.webUrl}/book/${slug}` };
}

/** "Ring fitting" → "ring-fitting-7f02c9ba": readable, but not guessable. */
export function slugOf(name: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const rest = randomBytes(4).toString("hex");
  return words ? `${words}-${rest}` : rest;
}
