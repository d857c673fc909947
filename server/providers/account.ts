import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { beginIncident, endIncident, openKinds } from "#server/db/incidents.ts";
import { organizations } from "#server/db/schema.ts";
import { accounts } from "#server/db/schema-mail.ts";
import type { Host } from "#server/handler.ts";
import { seal, unseal } from "#server/secrets/seal.ts";
import { abandonCalendars, changeCalendar } from "./calendar-change.ts";
import { STORE_CALENDAR } from "./local.ts";
import type { Calendar } from "./provider.ts";
import { forgetAccount } from "./unipile-account.ts";

export type Account = typeof accounts.$inferSelect;

/** What can be wrong with an account; its parts fail and heal by themselves. */
const BROKEN = {
  mail: {
    title: "Your store sends no mail",
    text: "The mail server does not accept this account any more. Connect it again.",
    over: "The mail server accepts your store's account again. What waited is being sent.",
  },
  calendar: {
    title: "Your store's calendar refuses us",
    text: "The calendar server does not accept this account any more. Connect it again.",
    over: "The calendar server accepts your store's account again. Appointments can be booked.",
  },
  account: {
    title: "Your store's account is disconnected",
    text: "This account does not let us in any more. Connect it again.",
    over: "Your store's account works again. Mail is being sent, and appointments can be booked.",
  },
  unread: {
    title: "Your store's calendar cannot be read",
    text: "The calendar cannot be read right now. Nobody can book until it can.",
    over: "Your store's calendar can be read again. Appointments can be booked.",
    // A server that starts anew is nobody's business.
    tellAfterMs: 10 * 60_000,
  },
} as const;
type Broken = keyof typeof BROKEN;
const kinds = Object.keys(BROKEN) as Broken[];
/** What is over with the account that it was about. */
const ofAccount = [...kinds, "automationsPaused"] as const;
type Part = "mail" | "calendar";

export async function accountOf(db: Db, organizationId: string): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.organizationId, organizationId));
  return account ?? null;
}

export type Connected = Pick<Account, "provider" | "address"> & {
  organizationId: string;
  /** Its user: who can read what goes through it. */
  connectedBy?: string;
  externalId?: string;
  /** What signs in, to be encrypted. */
  secrets?: object;
  calendars: Calendar[];
};

/**
 * Makes an account the organization's only one. The painted week stays; the calendar too where the new account has it,
 * else its first that can be written to is taken. `tell` is done with it or not at all.
 */
export async function connectAccount(
  host: Host,
  connected: Connected,
  tell: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { organizationId, connectedBy, provider, address, externalId = null, secrets, calendars } = connected;
  const id = newId();
  const sealed = secrets && seal(host.secret, ownerOf({ organizationId, id }), JSON.stringify(secrets));
  const replaced = await host.database.tenant(organizationId, async (db) => {
    const before = await accountOf(db, organizationId);
    const calendarId = calendarFrom(calendars, before?.calendarId ?? null);
    const values = { id, provider, address, externalId, secrets: sealed ?? null, connectedBy, calendarId };
    await db
      .insert(accounts)
      .values({ organizationId, ...values })
      .onConflictDoUpdate({
        target: accounts.organizationId,
        // What another one was refused says nothing of it.
        set: {
          ...values,
          ...{ error: null, nextMailAt: null, refusals: 0, refusedSince: null },
          updatedAt: sql`now()`,
        },
      });
    const now = host.clock();
    // With other credentials, what is not among the new account's calendars is out of reach.
    const isReachable = (id: string) =>
      id === STORE_CALENDAR || calendars.some((calendar) => calendar.id === id);
    await changeCalendar(db, {
      organizationId,
      now,
      from: before?.calendarId ?? null,
      to: calendarId,
      isReachable,
    });
    await setComplete(db, organizationId, true);
    for (const kind of ofAccount) await endIncident(db, now, { organizationId, kind });
    await tell(db);
    return before;
  });
  if (replaced?.externalId !== externalId) await forget(host, replaced);
  host.wake();
}

function calendarFrom(calendars: Calendar[], chosen: string | null): string | null {
  const writable = calendars.filter(({ isReadOnly }) => !isReadOnly);
  const found = writable.find(({ id }) => id === chosen) ?? writable.find(({ isPrimary }) => isPrimary);
  return (found ?? writable[0])?.id ?? null;
}

/** Forgets the account and its secrets; bookings stay. `tell` is done with it or not at all. */
export async function disconnectAccount(
  host: Host,
  organizationId: string,
  tell: (db: Db, gone: Account) => Promise<void> = async () => {},
): Promise<void> {
  const gone = await host.database.tenant(organizationId, async (db) => {
    const [account] = await db
      .delete(accounts)
      .where(eq(accounts.organizationId, organizationId))
      .returning();
    await setComplete(db, organizationId, false);
    await abandonCalendars(db, { organizationId, now: host.clock(), from: account?.calendarId ?? null });
    for (const kind of ofAccount) {
      await endIncident(db, host.clock(), { organizationId, kind }, { isGone: true });
    }
    if (account) await tell(db, account);
    return account;
  });
  await forget(host, gone);
  host.wake();
}

/** Unipile need not keep what we no longer use. If it cannot be told now, the account is gone here all the same. */
async function forget({ providers }: Host, account: Account | null | undefined): Promise<void> {
  if (!account?.externalId || !providers.unipile) return;
  await forgetAccount(providers.unipile, account.externalId).catch(() => {});
}

async function setComplete(db: Db, organizationId: string, isEmailIntegrationComplete: boolean) {
  await db
    .update(organizations)
    .set({ isEmailIntegrationComplete, updatedAt: sql`now()` })
    .where(eq(organizations.id, organizationId));
}

/** What was given to `connectAccount` to be encrypted; null where it cannot be read any more. */
export function secretsOf(host: Host, account: Account): unknown {
  const text = account.secrets && unseal(host.secret, ownerOf(account), account.secrets);
  return text ? JSON.parse(text) : null;
}

type Id = Pick<Account, "organizationId" | "id">;

function ownerOf({ organizationId, id }: Id): string {
  return `${organizationId}:${id}`;
}

type Known = Id & Pick<Account, "provider" | "error">;

/** An account was refused: staff are told until it works again or is connected anew. */
export async function accountFailed(host: Host, account: Known, part: Part): Promise<void> {
  await begin(host, account, refusalOf(account, part));
}

/** The calendar did not answer, or is gone: bookings are closed until it does. */
export async function calendarUnread(host: Host, account: Known): Promise<void> {
  // What a person has to repair counts more.
  if (account.error === null) await begin(host, account, "unread");
}

/** Whoever keeps an account says that it works again. */
export async function accountRecovered(host: Host, account: Known): Promise<void> {
  if (account.error !== null) await end(host, account, kinds);
}

/** A part of an account works; what was wrong with that part is over. */
export async function accountWorks(host: Host, account: Known, part: Part): Promise<void> {
  if (account.error === null) return;
  await end(
    host,
    account,
    part === "calendar" ? [refusalOf(account, part), "unread"] : [refusalOf(account, part)],
  );
}

/** Google's and Microsoft's accounts are one for both. */
function refusalOf({ provider }: Known, part: Part): Broken {
  return provider === "google" || provider === "microsoft" ? "account" : part;
}

async function begin(host: Host, account: Known, kind: Broken): Promise<void> {
  const { organizationId } = account;
  await host.database.tenant(organizationId, async (db) => {
    const { text } = BROKEN[kind];
    // Not where another account was connected meanwhile.
    if (!(await setError(db, account, text))) return;
    const href = "/dashboard/settings/integrations";
    await beginIncident(db, host.clock(), { organizationId, kind, ...BROKEN[kind], href });
  });
  host.wake();
}

/** What is still wrong stays the account's error. */
async function end(host: Host, account: Known, over: Broken[]): Promise<void> {
  const { organizationId } = account;
  await host.database.tenant(organizationId, async (db) => {
    if (!(await setError(db, account, null))) return;
    for (const kind of over) await endIncident(db, host.clock(), { organizationId, kind });
    const open = await openKinds(db, organizationId);
    const left = kinds.find((kind) => open.includes(kind));
    if (left) await setError(db, account, BROKEN[left].text);
  });
}

async function setError(db: Db, { organizationId, id }: Id, error: string | null): Promise<boolean> {
  const changed = await db
    .update(accounts)
    .set({ error, updatedAt: sql`now()` })
    .where(and(eq(accounts.organizationId, organizationId), eq(accounts.id, id)))
    .returning({ id: accounts.id });
  return changed.length > 0;
}
