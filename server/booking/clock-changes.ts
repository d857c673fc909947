import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { WHAT_MAX } from "#lib/contract/task-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { type Clocks, clocksOf, differ, offsetIn, TZ_VERSION } from "#lib/time/zone-data.ts";
import { rescheduleAll } from "#server/outreach/automations/schedule.ts";
import { rescheduleCampaigns } from "#server/outreach/campaigns/campaign.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { tasks } from "#server/platform/db/schema-records.ts";
import { getLockedStore, updateStore } from "#server/platform/db/store.ts";
import { dueOn } from "#server/platform/db/task-days.ts";
import type { Host } from "#server/platform/handler.ts";
import { isOverlap, lockStore } from "./book.ts";
import { moveReminders } from "./booking-mails.ts";
import { changeTime } from "./change.ts";
import { type Booking, type Store, storeOf } from "./store.ts";
import { momentIn } from "./words.ts";

/**
 * After an update of the time zone data, coming appointments keep the local time that was agreed. `isFirst`: also
 * looks through the stores of an older version. An older process changes nothing.
 */
export async function followClockChanges(host: Host, isFirst: boolean): Promise<void> {
  const isOlder = sql`${organizations.clocks} ->> 'version' < ${TZ_VERSION}`;
  const isDue = isFirst ? or(isNull(organizations.clocks), isOlder) : isNull(organizations.clocks);
  const due = await host.database.system((db) =>
    db.select({ id: organizations.id }).from(organizations).where(isDue),
  );
  for (const { id } of due) await host.database.tenant(id, (db) => followIn(db, host));
}

async function followIn(db: Db, host: Host): Promise<void> {
  await lockStore(db);
  const { timezone, clocks: before } = await getLockedStore(db, "no key update");
  const now = host.clock();
  const after = clocksOf(timezone, now.getTime());
  if (before?.timezone === timezone && differ(before, after, now.getTime())) {
    await moveAll(db, host, await storeOf(db), { before, after });
    await rescheduleAll(db, now);
    await rescheduleCampaigns(db);
  }
  await updateStore(db, { clocks: after });
}

type Change = { before: Clocks; after: Clocks };
type Moved = { booking: Booking; to: Date };

async function moveAll(db: Db, host: Host, store: Store, { before, after }: Change): Promise<void> {
  const coming = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.status, "CONFIRMED"), gt(bookings.startsAt, host.clock())))
    .orderBy(asc(bookings.startsAt))
    .for("update");
  const moved = coming.flatMap((booking): Moved[] => {
    const at = booking.startsAt.getTime();
    if (at >= before.until) return [];
    const wall = at + offsetIn(before, at);
    const to = wall - offsetIn(after, wall - offsetIn(after, at));
    return to === at ? [] : [{ booking, to: new Date(to) }];
  });
  const isLater = ({ booking, to }: Moved) => to > booking.startsAt;
  // In this order, appointments that follow each other don't meet.
  for (const one of moved.filter((one) => !isLater(one))) await moveOne(db, host, store, one);
  for (const one of moved.filter(isLater).reverse()) await moveOne(db, host, store, one);
  if (moved.length > 0) await tellOwner(db, host, store, moved);
}

async function moveOne(db: Db, host: Host, store: Store, { booking, to }: Moved): Promise<void> {
  const { minutesBefore, minutesAfter, allowed, allowedBy, confirmedAt, startsAt, endsAt } = booking;
  const time = {
    ...{ startsAt: to, endsAt: new Date(to.getTime() + endsAt.getTime() - startsAt.getTime()) },
    ...{ minutesBefore, minutesAfter, allowed, allowedBy, confirmedAt },
  };
  const change = (isOverlap: boolean) =>
    db.transaction((tx) => changeTime(tx, host, booking, { ...time, isOverlap }));
  // Both were promised, so staff decide.
  const changed = await change(booking.isOverlap).catch((error) => {
    if (isOverlap(error)) return change(true);
    throw error;
  });
  if (changed) await moveReminders(db, host, { store, booking: changed });
}

const LISTED = 20;

async function tellOwner(db: Db, host: Host, { timezone }: Store, moved: Moved[]) {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.role, "OWNER"));
  const lines = moved.map(({ booking, to }) => `${booking.name}, ${momentIn(timezone, to)}`);
  const more = lines.length - LISTED;
  await db.insert(tasks).values({
    ...{ id: newId(), userId: owner?.id ?? null },
    name: `The clocks of ${timezone.replaceAll("_", " ")} follow a new law. Check ${lines.length === 1 ? "1 appointment" : `${lines.length} appointments`}`.slice(
      0,
      WHAT_MAX,
    ),
    detail: [
      "These appointments keep the local time that you agreed on. Calendars and reminders were corrected. Customers who live in another time zone may need a call.",
      ...lines.slice(0, LISTED),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join("\n"),
    ...dueOn(dayOf(host.clock(), timezone)),
  });
}
