import { asc, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { hoursExceptions as table } from "#server/platform/db/schema-calendar.ts";
import { type Availability, both, type Exceptions, type StoreDay } from "./open-hours.ts";

/** `own`: without the store's. */
export type PersonsExceptions = Exceptions & { own: Exceptions };

/** The last entered one counts, limited to the store's hours. */
export async function exceptionsOf(
  db: Db,
  organizationId: string,
): Promise<(userId: string, week: Availability) => PersonsExceptions> {
  const found = await db
    .select()
    .from(table)
    .where(eq(table.organizationId, organizationId))
    .orderBy(asc(table.createdAt), asc(table.id));
  // Per day: years of days off contain many days but few are needed.
  const stores = latestOn(found.filter(({ userId }) => userId === null));
  return (userId, week) => {
    const own = latestOn(found.filter((each) => each.userId === userId));
    return {
      own: { get: own },
      get(day) {
        const [mine, everybodys] = [own(day), stores(day)];
        if (!everybodys) return mine;
        return both(mine ?? week[new Date(day).getUTCDay()] ?? [], everybodys);
      },
    };
  };
}

const AWAY = Array.from({ length: 24 }, () => false);

function latestOn(found: (typeof table.$inferSelect)[]) {
  return (day: StoreDay): readonly boolean[] | undefined => {
    const latest = found.findLast(({ fromDay, toDay }) => fromDay <= day && day <= toDay);
    return latest && (latest.hours ?? AWAY);
  };
}
