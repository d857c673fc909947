import { and, eq, type SQL } from "drizzle-orm";
import { organizations } from "#server/db/schema.ts";
import { accounts } from "#server/db/schema-mail.ts";
import type { Host } from "#server/handler.ts";
import { type Account, calendarOf, type Holder, holderOf } from "./account.ts";
import { accountFailed, accountWorks, calendarUnread } from "./account-troubles.ts";
import { directProvider } from "./direct.ts";
import { localProvider } from "./local.ts";
import { type Provider, ProviderError } from "./provider.ts";
import { unipileProvider } from "./unipile.ts";

/** Beside its account as it was read for it, so that nobody reads another one meanwhile. */
type Connection = Provider & { account: Account };

/**
 * The account that the store's mail leaves through; null where none is connected. Its calls go over the network, and the
 * local ones open scopes of their own: never call them inside a transaction. That it refuses the calendar's
 * credentials, or cannot be read, is stored with the account, and a success takes it back.
 */
export async function connectionOfStore(host: Host, organizationId: string): Promise<Connection | null> {
  return connect(host, organizationId, accounts.isStores);
}

/** A person's own account; null where they have connected none. The same holds of its calls. */
export async function connectionOf(
  host: Host,
  { organizationId, userId }: Holder,
): Promise<Connection | null> {
  return connect(host, organizationId, eq(accounts.userId, userId));
}

/** A person's calendars, and which of them is theirs; null where none is chosen. */
export type PersonCalendar = Provider & { calendarId: string | null };

/** The calendars of a person's account, or those that the store keeps for whoever has none. The same holds of its calls. */
export async function calendarsOf(host: Host, holder: Holder): Promise<PersonCalendar> {
  const found = await connect(host, holder.organizationId, eq(accounts.userId, holder.userId));
  return { ...(found ?? localProvider(host, holder)), calendarId: calendarOf(found?.account ?? null) };
}

async function connect(
  host: Host,
  organizationId: string,
  which: SQL | typeof accounts.isStores,
): Promise<Connection | null> {
  const [found] = await host.database.read(organizationId, (db) =>
    db
      .select({ account: accounts, timezone: organizations.timezone })
      .from(accounts)
      .innerJoin(organizations, eq(organizations.id, accounts.organizationId))
      .where(and(eq(accounts.organizationId, organizationId), which)),
  );
  if (!found) return null;
  const { account, timezone } = found;
  return { ...watched(host, account, make(host, account, timezone)), account };
}

function make(host: Host, account: Account, timezone: string): Provider {
  const holder = holderOf(account);
  if (account.provider === "imap") return directProvider(host, account, timezone);
  if (account.provider === "local") return localProvider(host, holder);
  return unipileProvider(host, { ...account, ...holder }, timezone);
}

/** What a failure to send says of the account is stored with the mail (`settle`), what the calendar says here. */
function watched(host: Host, account: Account, provider: Provider): Provider {
  function watch<Args extends unknown[], T>(work: (...args: Args) => Promise<T>, { reads = false } = {}) {
    return async (...args: Args): Promise<T> => {
      try {
        const done = await work(...args);
        await accountWorks(host, account, "calendar");
        return done;
      } catch (error) {
        if (!(error instanceof ProviderError)) {
          throw new ProviderError("later", "The calendar cannot be read right now", { cause: error });
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
    send: async (mail) => {
      try {
        await provider.send(mail);
      } catch (error) {
        if (error instanceof ProviderError) throw error;
        throw new ProviderError("unknown", "Sending ended unexpectedly", { cause: error });
      }
    },
    calendars: watch(provider.calendars),
    events: watch(provider.events, { reads: true }),
    saveEvent: watch(provider.saveEvent),
    removeEvent: watch(provider.removeEvent),
  };
}
