import { and, eq, type SQL, sql } from "drizzle-orm";
import { accountOf, calendarOf } from "#server/connections/providers/account.ts";
import {
  EVENTS_LEFT,
  endEventsLeft,
  leaveCalendar,
  queueRewrite,
  reportEventsLeft,
} from "#server/connections/providers/calendar-change.ts";
import { calendarsOf } from "#server/connections/providers/connections.ts";
import { localProvider, STORE_CALENDAR } from "#server/connections/providers/local.ts";
import type { Provider } from "#server/connections/providers/provider.ts";
import type { Db } from "#server/platform/db/client.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { beginIncident } from "#server/platform/db/incidents.ts";
import { formerEvents as table } from "#server/platform/db/schema-calendar.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";

type Former = typeof table.$inferSelect;

const BATCH = 10;
const LEASE_MS = 120_000;
const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 3_600_000;
const REPORTED_AT_ATTEMPT = 5;

/** Retries until the appointment is over, and notifies staff. */
export function clearFormerCalendars(host: Host): Promise<number> {
  const due = {
    due: table.dueAt,
    key: [table.organizationId, table.userId, table.calendarId, table.bookingId],
    now: host.clock(),
    leaseMs: LEASE_MS,
    most: BATCH,
    set: { attempts: sql`${table.attempts} + 1` },
  };
  return claimDue(host.database, table, due, (event) => remove(host, event));
}

async function remove(host: Host, event: Former): Promise<void> {
  const { organizationId, calendarId, bookingId, attempts } = event;
  try {
    await (await providerOf(host, event))?.removeEvent(calendarId, bookingId);
    await done(host, event);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "never") return done(host, event, { isRefused: true });
    if (event.endsAt <= host.clock()) return done(host, event);
    const wait = Math.min(FIRST_WAIT_MS * 2 ** attempts, MAX_WAIT_MS);
    await host.database.tenant(organizationId, async (db) => {
      await db
        .update(table)
        .set({ dueAt: new Date(host.clock().getTime() + wait) })
        .where(same(event));
      if (attempts === REPORTED_AT_ATTEMPT) {
        await beginIncident(db, host.clock(), {
          kind: "eventsLeft",
          title: EVENTS_LEFT,
          text: "Your previous calendar can't be reached and still shows appointments. We keep trying to remove them.",
          over: "Your appointments were removed from your previous calendar.",
          href: "/dashboard/settings/integrations",
        });
      }
    });
    if (attempts === REPORTED_AT_ATTEMPT) host.wake();
  }
}

/** Only the connected account's, because no other server may receive its password. */
async function providerOf(host: Host, { calendarId, ...event }: Former): Promise<Provider | null> {
  if (calendarId === STORE_CALENDAR) return localProvider(host, event);
  const provider = await calendarsOf(host, event);
  const calendars = await provider.calendars();
  return calendars.some(({ id }) => id === calendarId) ? provider : null;
}

async function done(host: Host, event: Former, { isRefused = false } = {}): Promise<void> {
  const { organizationId, userId, calendarId, bookingId } = event;
  await host.database.tenant(organizationId, async (db) => {
    await db.delete(table).where(same(event));
    if (calendarOf(await accountOf(db, event.userId)) === calendarId) {
      await queueRewrite(db, { userId, now: host.clock(), bookingId });
    } else if (isRefused) {
      await reportEventsLeft(db, { ...event, now: host.clock() });
    }
    await endEventsLeft(db, host.clock());
  });
  host.wake();
}

export async function changePerson(
  db: Db,
  { bookingId, from, to, now }: { bookingId: string; from: string; to: string; now: Date },
): Promise<void> {
  const calendarId = calendarOf(await accountOf(db, from));
  if (calendarId) await leaveCalendar(db, { userId: from, calendarId, bookingId, now });
  await db.delete(table).where(and(eq(table.userId, to), eq(table.bookingId, bookingId)));
}

function same({ userId, calendarId, bookingId, dueAt }: Former): SQL | undefined {
  const key = and(eq(table.userId, userId), eq(table.calendarId, calendarId), eq(table.bookingId, bookingId));
  return and(key, eq(table.dueAt, dueAt));
}
