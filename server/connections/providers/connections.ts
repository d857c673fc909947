import { eq, type SQL, sql } from "drizzle-orm";
import type { UserKey } from "#server/platform/db/client.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Account, calendarOf, holderOf } from "./account.ts";
import { accountFailed, accountWorks, calendarUnread } from "./account-troubles.ts";
import { directProvider } from "./direct.ts";
import { localProvider } from "./local.ts";
import type { Provider } from "./provider.ts";
import { unipileProvider } from "./unipile.ts";

type Connection = Provider & { account: Account };

/** Never call it in a transaction: it uses the network. Calendar failures are stored until the next success. */
export async function connectionOfStore(host: Host, organizationId: string): Promise<Connection | null> {
  return connect(host, organizationId, sql`${accounts.isStores}`);
}

export async function connectionOf(
  host: Host,
  { organizationId, userId }: UserKey,
): Promise<Connection | null> {
  return connect(host, organizationId, eq(accounts.userId, userId));
}

export type PersonCalendar = Provider & { calendarId: string | null };

export async function calendarsOf(host: Host, holder: UserKey): Promise<PersonCalendar> {
  const found = await connect(host, holder.organizationId, eq(accounts.userId, holder.userId));
  return { ...(found ?? localProvider(host, holder)), calendarId: calendarOf(found?.account ?? null) };
}

async function connect(host: Host, organizationId: string, which: SQL): Promise<Connection | null> {
  const [found] = await host.database.read(organizationId, (db) =>
    db
      .select({ account: accounts, timezone: organizations.timezone })
      .from(accounts)
      .innerJoin(organizations, eq(organizations.id, accounts.organizationId))
      .where(which),
  );
  if (!found) return null;
  const { account, timezone } = found;
  return { ...trackErrors(host, account, createProvider(host, account, timezone)), account };
}

function createProvider(host: Host, account: Account, timezone: string): Provider {
  const holder = holderOf(account);
  if (account.provider === "imap") return directProvider(host, account, timezone);
  if (account.provider === "local") return localProvider(host, holder);
  return unipileProvider(host, { ...account, ...holder }, timezone);
}

/** `settle` records failures to send. */
function trackErrors(host: Host, account: Account, provider: Provider): Provider {
  function track<Args extends unknown[], T>(work: (...args: Args) => Promise<T>, { reads = false } = {}) {
    return async (...args: Args): Promise<T> => {
      try {
        const done = await work(...args);
        await accountWorks(host, account, "calendar");
        return done;
      } catch (error) {
        if (!(error instanceof ProviderError)) {
          throw new ProviderError("later", "We can't read the calendar right now", { cause: error });
        }
        if (error.kind === "credentials") await accountFailed(host, account, "calendar");
        else if (reads) await calendarUnread(host, account);
        throw error;
      }
    };
  }

  const { file } = provider;
  return {
    ...(file && { file }),
    send: async (mail, beforeLeaving) => {
      try {
        await provider.send(mail, beforeLeaving);
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        throw new ProviderError("unknown", "Sending ended unexpectedly", { cause: error });
      }
    },
    calendars: track(provider.calendars),
    events: track(provider.events, { reads: true }),
    saveEvent: track(provider.saveEvent),
    removeEvent: track(provider.removeEvent),
  };
}
