import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Database, Db, UserKey } from "#server/platform/db/client.ts";
import { calendarEvents as table } from "#server/platform/db/schema-calendar.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { breathe } from "#server/platform/machine.ts";
import type { Provider } from "./provider.ts";

/** The calendar that the store keeps for each person. Others in the table are read-only and use their name as id. */
export const STORE_CALENDAR = "store";

/** For a new installation without a mail server. Sending succeeds at once: `mails` is the outbox. */
export function localProvider(
  { database }: Pick<Host, "database">,
  { organizationId, userId }: UserKey,
): Provider {
  const own = eq(table.userId, userId);
  const inCalendar = (calendarId: string) => and(own, eq(table.calendarId, calendarId));

  return {
    send: async () => {},

    calendars: async () => {
      const others = await database.read(organizationId, (db) =>
        db
          .selectDistinct({ id: table.calendarId })
          .from(table)
          .where(and(own, ne(table.calendarId, STORE_CALENDAR), isNull(table.externalId)))
          .orderBy(asc(table.calendarId)),
      );
      return [
        { id: STORE_CALENDAR, name: "Store calendar", isPrimary: true, isReadOnly: false },
        ...others.map(({ id }) => ({ id, name: id, isPrimary: false, isReadOnly: true })),
      ];
    },

    events: async (calendarId, from, to) => {
      const rows = await readTogether(database, { organizationId, userId, calendarId, from, to });
      return rows
        .filter((row) => row.userId === userId)
        .map(({ uid, title, startsAt, endsAt, isAllDay, isTransparent }) => ({
          id: uid,
          uid,
          title,
          startsAt,
          endsAt,
          isAllDay,
          isTransparent,
        }));
    },

    saveEvent: async (calendarId, { uid, title, startsAt, endsAt }) => {
      requireStoreCalendar(calendarId);
      const event = { userId, calendarId, uid, title, startsAt, endsAt };
      await database.tenant(organizationId, (db) => storeEvent(db, event));
    },

    removeEvent: async (calendarId, uid) => {
      requireStoreCalendar(calendarId);
      await database.tenant(organizationId, (db) =>
        db.delete(table).where(and(inCalendar(calendarId), eq(table.uid, uid))),
      );
    },
  };
}

type Asked = UserKey & { calendarId: string; from: Date; to: Date };
type Rows = Promise<(typeof table.$inferSelect)[]>;

const reads = new WeakMap<Database, Map<string, { userIds: string[]; rows: Rows }>>();

/** The team's calendars of one request share one query. */
function readTogether(database: Database, { organizationId, userId, ...span }: Asked): Rows {
  const open = reads.get(database) ?? new Map();
  reads.set(database, open);
  const key = JSON.stringify([organizationId, span]);
  const known = open.get(key);
  if (known) {
    known.userIds.push(userId);
    return known.rows;
  }
  const userIds = [userId];
  const read = async () => {
    await breathe();
    open.delete(key);
    const { calendarId, from, to } = span;
    const isTheirs = and(inArray(table.userId, userIds), eq(table.calendarId, calendarId));
    return database.read(organizationId, (db) =>
      db
        .select()
        .from(table)
        .where(and(isTheirs, lt(table.startsAt, to), gt(table.endsAt, from)))
        .orderBy(asc(table.startsAt), asc(table.uid)),
    );
  };
  const rows = read();
  open.set(key, { userIds, rows });
  return rows;
}

export async function storeEvent(db: Db, { userId, calendarId, uid, ...values }: typeof table.$inferInsert) {
  await db
    .insert(table)
    .values({ userId, calendarId, uid, ...values })
    .onConflictDoUpdate({
      target: [table.organizationId, table.userId, table.calendarId, table.uid],
      set: { ...values, updatedAt: sql`now()` },
    });
}

function requireStoreCalendar(calendarId: string): void {
  if (calendarId !== STORE_CALENDAR) throw new ProviderError("never", "This calendar is read-only.");
}
