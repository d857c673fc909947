import { and, asc, eq, gte } from "drizzle-orm";
import { addDays } from "#lib/time/days.ts";
import type { Db } from "#server/db/client.ts";
import { hoursExceptions as table } from "#server/db/schema-calendar.ts";
import type { Availability, Exceptions, StoreDay } from "./open-hours.ts";

// What is long over is not asked for.
const LOOK_BACK = 400;

/**
 * Answers what makes the days of a person that are not as their week is: what was entered last counts, and where the
 * store has other hours, or is closed, nobody is there for longer.
 */
export async function exceptionsOf(
  db: Db,
  organizationId: string,
): Promise<(userId: string, week: Availability) => Exceptions> {
  const since = addDays(new Date().toISOString().slice(0, 10), -LOOK_BACK);
  const found = await db
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), gte(table.toDay, since)))
    .orderBy(asc(table.createdAt), asc(table.id));
  return (userId, week) => {
    const own = daysOf(found.filter((each) => each.userId === userId));
    const stores = daysOf(found.filter((each) => each.userId === null));
    const days = new Map(own);
    for (const [day, open] of stores) {
      const hours = own.get(day) ?? week[new Date(day).getUTCDay()] ?? [];
      days.set(
        day,
        hours.map((isOpen, hour) => isOpen && open[hour] === true),
      );
    }
    return days;
  };
}

const AWAY = Array.from({ length: 24 }, () => false);

function daysOf(found: (typeof table.$inferSelect)[]): Map<StoreDay, boolean[]> {
  const days = new Map<StoreDay, boolean[]>();
  for (const { fromDay, toDay, hours } of found) {
    for (let day = fromDay; day <= toDay; day = addDays(day, 1)) days.set(day, hours ?? AWAY);
  }
  return days;
}
