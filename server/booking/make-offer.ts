import { and, eq, gt, sql } from "drizzle-orm";
import { instantOf } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { HOUR, MINUTE, wallAt } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { byId, countRows } from "#server/platform/db/record.ts";
import { bookings, offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import type { Host } from "#server/platform/handler.ts";
import { assigneesOf, isOverlap, lockStore, spanOfBooking, stillAssigned, wantedOf } from "./book.ts";
import { checkStart, leastBooked, peopleOffering } from "./free-times.ts";
import { mailCall, mailOffer, type Offer, type WaitlistEntry } from "./offers.ts";
import { type ReadCalendar, readCalendars } from "./read-calendars.ts";
import { blockedSpan } from "./slots.ts";
import { offeredTypeOf, type Store } from "./store.ts";

const HOLD_MS = 30 * MINUTE;
// At night, an offer lasts until the morning.
const [MORNING, EVENING] = [8, 21];

/** Null if the time isn't available. */
export async function makeOffer(
  host: Host,
  store: Store,
  entry: WaitlistEntry,
  start: number,
  calendar: ReadCalendar,
): Promise<Offer | null> {
  const { organizationId } = entry;
  const day = dayOf(start, store.timezone);
  const now = host.clock();
  const sendAt = awakeAt(now, store.timezone);
  const until = offerEnd(now, store.timezone);
  const assignees = await host.database.read(organizationId, async (db) => {
    const type = await offeredTypeOf(db, entry.appointmentTypeId);
    if (!type) return [];
    const people = await assigneesOf(db, type, entry.userId);
    return peopleOffering({ host, store, people }, wantedOf(type), start);
  });
  if (assignees.length === 0) return null;
  const known = await readCalendars(assignees, day, day, calendar);
  try {
    return await host.database.tenant(organizationId, async (db) => {
      await lockStore(db);
      const type = await offeredTypeOf(db, entry.appointmentTypeId);
      if (!type || start - type.notice * MINUTE < until.getTime()) return null;
      const isSame = and(
        byId(waitlistEntries, entry.id, entry.version),
        eq(waitlistEntries.state, "WAITING"),
      );
      const isOpen = and(eq(offers.entryId, entry.id), eq(offers.state, "OPEN"));
      if ((await countRows(db, waitlistEntries, isSame)) === 0) return null;
      if ((await countRows(db, offers, isOpen)) > 0) return null;
      const people = stillAssigned(known, await assigneesOf(db, type, entry.userId));
      const checked = await checkStart(db, { store, known: people }, wantedOf(type), start, now.getTime());
      const { startsAt, endsAt } = spanOfBooking(new Date(start), type);
      const blocked = blockedSpan(start, type);
      const span = { blockedFrom: new Date(blocked.start), blockedUntil: new Date(blocked.end) };
      const left = await justLeft(db, { ...span, now });
      const free = checked.filter(({ verdict, person }) => verdict === "free" && !left.has(person.id));
      const one = await leastBooked(db, store, free, start);
      if (!one) return null;
      const [offer] = await db
        .insert(offers)
        .values({
          ...{ id: newId(), entryId: entry.id, userId: one.person.id, startsAt, endsAt },
          ...span,
          heldUntil: until,
        })
        .returning();
      if (!offer) throw new Error("an insert answers its row");
      const about = { store, type, entry, offer, person: one.person.firstName, dueAt: sendAt };
      await mailOffer(db, host, about);
      await mailCall(db, host, about);
      return offer;
    });
  } catch (error) {
    if (isOverlap(error)) return null;
    throw error;
  }
}

type Span = { blockedFrom: Date; blockedUntil: Date; now: Date };

/** Staff just moved an appointment away from that time and can still undo it. */
async function justLeft(db: Db, { blockedFrom, blockedUntil, now }: Span): Promise<ReadonlySet<string>> {
  const edge = (at: "startsAt" | "endsAt", minutes: "minutesBefore" | "minutesAfter") =>
    sql`minutes_later((${bookings.undo}->>${sql.raw(`'${at}'`)})::timestamptz,
      ${sql.raw(at === "startsAt" ? "-" : "")}(${bookings.undo}->>${sql.raw(`'${minutes}'`)})::integer)`;
  const found = await db
    .select({ userId: sql<string>`${bookings.undo}->>'userId'` })
    .from(bookings)
    .where(
      and(
        gt(bookings.undoUntil, now),
        sql`${bookings.undo}->>'what' = 'moved'`,
        sql`${edge("startsAt", "minutesBefore")} < ${blockedUntil.toISOString()}::timestamptz`,
        sql`${edge("endsAt", "minutesAfter")} > ${blockedFrom.toISOString()}::timestamptz`,
      ),
    );
  return new Set(found.map(({ userId }) => userId));
}

export function offerEnd(now: Date, timezone: string): Date {
  return new Date(awakeAt(now, timezone).getTime() + HOLD_MS);
}

function awakeAt(now: Date, timezone: string): Date {
  const wall = wallAt(now, timezone);
  const hour = new Date(wall).getUTCHours();
  if (hour >= MORNING && hour < EVENING) return now;
  const day = dayOf(now, timezone);
  const morning = hour < MORNING ? day : addDays(day, 1);
  return new Date(instantOf(Date.parse(morning) + MORNING * HOUR, timezone));
}
