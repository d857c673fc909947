import { eq, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { shortest, wholeHours, withHours } from "#server/booking/open-hours.ts";
import { withBookings } from "#server/booking/read-calendars.ts";
import { disconnectAs, personOf } from "#server/connections/mail/account-change.ts";
import { accountOf, calendarOf } from "#server/connections/providers/account.ts";
import { changeCalendar } from "#server/connections/providers/calendar-change.ts";
import { calendarsOf } from "#server/connections/providers/connections.ts";
import { newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { type SignedIn, userKeyOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";

const MAX_PERIOD_MS = 366 * DAY;

export const integration = {
  "integration.link": ({ host, user }) => linkPage(host, user),
  "integration.change": ({ host, user }) => linkPage(host, user),

  "integration.account": async ({ user, read }) => {
    const [account, connectedBy, quarters] = await read(async (db) => {
      const found = await accountOf(db, user.id);
      const by = found && (await personOf(db, found.connectedBy))?.name;
      return [found, by, await hoursOf(db, user)] as const;
    });
    const calendarId = calendarOf(account);
    const availability = quarters?.map(wholeHours) ?? null;
    const calendarData = account?.calendarId || quarters ? { calendarId, availability, quarters } : null;
    if (!account)
      return {
        isAuthorized: false,
        provider: null,
        address: null,
        error: null,
        isStores: false,
        calendarData,
      };
    const { provider, address, error, isStores } = account;
    return { isAuthorized: true, provider, address, connectedBy, error, isStores, calendarData };
  },

  "integration.calendars": async ({ host, user }) => {
    const calendars = await (await calendarsOf(host, userKeyOf(user))).calendars();
    return calendars.map(({ id, name, isPrimary, isReadOnly }) => ({
      id,
      name,
      is_primary: isPrimary,
      is_read_only: isReadOnly,
    }));
  },

  "integration.setCalendar": async ({ host, user, body, tenant }) => {
    const { calendarId, availability, quarters } = body;
    const holder = userKeyOf(user);
    const { userId } = holder;
    const calendars = await (await calendarsOf(host, holder)).calendars();
    const calendar = calendars.find(({ id }) => id === calendarId);
    if (!calendar) throw notFound();
    if (calendar.isReadOnly) throw new HttpError(400, "calendarId: This calendar is read-only");
    await tenant(async (db) => {
      const before = await accountOf(db, holder.userId);
      const hours = await hoursOf(db, user);
      const stored = quarters?.map(shortest) ?? availability.map((day, i) => withHours(hours?.[i], day));
      await patchRecord(db, users, userId, {
        availability: stored,
        updatedAt: sql`now()`,
      });
      if (!before) return;
      await patchRecord(db, accounts, before.id, { calendarId, updatedAt: sql`now()` });
      await changeCalendar(db, { ...holder, now: host.clock(), from: before.calendarId, to: calendarId });
    });
    host.wake();
  },

  "integration.disconnect": async ({ host, user }) => {
    await disconnectAs(host, userKeyOf(user));
  },

  "integration.events": async ({ host, user, query, read }) => {
    const { from, to } = periodOf(query);
    const holder = userKeyOf(user);
    const calendars = await calendarsOf(host, holder);
    if (!calendars.calendarId) throw new HttpError(409, "Choose a calendar in Settings first");
    const events = await calendars.events(calendars.calendarId, from, to);
    return read((db) => withBookings(db, { ...holder, from, to }, events));
  },
} satisfies Partial<Handlers>;

async function hoursOf(db: Db, { id }: SignedIn): Promise<boolean[][] | null> {
  const [found] = await db.select({ availability: users.availability }).from(users).where(eq(users.id, id));
  return found?.availability ?? null;
}

function periodOf(query: { from: string; to: string }): { from: Date; to: Date } {
  const [from, to] = [instantToStore(query.from), instantToStore(query.to)];
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw new HttpError(400, "to: must be after from");
  if (length > MAX_PERIOD_MS) throw new HttpError(400, "to: must be at most a year after from");
  return { from, to };
}

async function linkPage(host: Host, { id, organizationId }: { id: string; organizationId: string }) {
  const token = await host.database.tenant(organizationId, (db) =>
    newOneTimeToken(db, "page", { organizationId, userId: id }),
  );
  return { url: `${host.hostUrl}/connect/${token}` };
}
