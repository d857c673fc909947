import { eq, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { newOneTimeToken } from "#server/auth/one-time-tokens.ts";
import { withBookings } from "#server/booking/bookings-of-events.ts";
import { accounts } from "#server/db/schema-mail.ts";
import { instantToStore } from "#server/db/values.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { disconnectAs, personOf } from "#server/mail/account-change.ts";
import { accountOf } from "#server/providers/account.ts";
import { changeCalendar } from "#server/providers/calendar-change.ts";
import { type Connection, providerOf } from "#server/providers/of-organization.ts";

const LONGEST_PERIOD_MS = 366 * DAY;

export const integration = {
  "integration.link": ({ host, user }) => linkPage(host, user),
  "integration.change": ({ host, user }) => linkPage(host, user),

  "integration.account": async ({ user: { organizationId }, read }) => {
    const [account, connectedBy] = await read(async (db) => {
      const found = await accountOf(db, organizationId);
      return [found, found && (await personOf(db, organizationId, found.connectedBy))?.name];
    });
    if (!account)
      return { isAuthorized: false, provider: null, address: null, error: null, calendarData: null };
    const { provider, address, error, calendarId, availability } = account;
    const calendarData = calendarId || availability ? { calendarId, availability } : null;
    return { isAuthorized: true, provider, address, connectedBy, error, calendarData };
  },

  "integration.calendars": async ({ host, user }) => {
    const calendars = await (await connected(host, user.organizationId)).calendars();
    return calendars.map(({ id, name, isPrimary, isReadOnly }) => ({
      id,
      name,
      is_primary: isPrimary,
      is_read_only: isReadOnly,
    }));
  },

  "integration.setCalendar": async ({ host, user: { organizationId }, body, tenant }) => {
    const { calendarId, availability } = body;
    const calendars = await (await connected(host, organizationId)).calendars();
    const calendar = calendars.find(({ id }) => id === calendarId);
    if (!calendar) throw notFound();
    if (calendar.isReadOnly) throw new HttpError(400, "calendarId: This calendar is read-only");
    await tenant(async (db) => {
      const before = await accountOf(db, organizationId);
      await db
        .update(accounts)
        .set({ calendarId, availability, updatedAt: sql`now()` })
        .where(eq(accounts.organizationId, organizationId));
      const from = before?.calendarId ?? null;
      await changeCalendar(db, { organizationId, now: host.clock(), from, to: calendarId });
    });
    host.wake();
  },

  "integration.disconnect": async ({ host, user }) => {
    await disconnectAs(host, { organizationId: user.organizationId, userId: user.id });
  },

  "integration.events": async ({ host, user: { organizationId }, query, read }) => {
    const { from, to } = periodOf(query);
    const provider = await connected(host, organizationId);
    const { calendarId } = provider.account;
    if (!calendarId) throw new HttpError(409, "Choose a calendar in Settings first");
    const events = await provider.events(calendarId, from, to);
    return read((db) => withBookings(db, { organizationId, from, to }, events));
  },

  /** What is ours of the same calendar, whatever became of the rest. */
  "bookings.list": async ({ user: { organizationId }, query, read }) =>
    read((db) => withBookings(db, { organizationId, ...periodOf(query) }, [])),
} satisfies Partial<Handlers>;

function periodOf(query: { from: string; to: string }): { from: Date; to: Date } {
  const [from, to] = [instantToStore(query.from), instantToStore(query.to)];
  const length = to.getTime() - from.getTime();
  if (length <= 0) throw new HttpError(400, "to: must be after from");
  if (length > LONGEST_PERIOD_MS) throw new HttpError(400, "to: must be at most a year after from");
  return { from, to };
}

async function linkPage(host: Host, { id, organizationId }: { id: string; organizationId: string }) {
  const token = await host.database.tenant(organizationId, (db) =>
    newOneTimeToken(db, "page", { organizationId, userId: id }),
  );
  return { url: `${host.hostUrl}/connect/${token}` };
}

async function connected(host: Host, organizationId: string): Promise<Connection> {
  const provider = await providerOf(host, organizationId);
  if (!provider) throw new HttpError(409, "Connect an email account in Settings first");
  return provider;
}
