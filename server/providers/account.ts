import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { organizationsOf } from "#server/db/directory.ts";
import { newId } from "#server/db/id.ts";
import { endIncident } from "#server/db/incidents.ts";
import { users } from "#server/db/schema.ts";
import { accounts } from "#server/db/schema-mail.ts";
import { mailboxes } from "#server/db/schema-received.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { seal, unseal } from "#server/secrets/seal.ts";
import { endTroubles } from "./account-troubles.ts";
import { abandonCalendars, changeCalendar } from "./calendar-change.ts";
import { STORE_CALENDAR } from "./local.ts";
import type { Calendar } from "./provider.ts";
import { forgetAccount } from "./unipile-account.ts";

export type Account = typeof accounts.$inferSelect;

/** The one that the store's mail leaves through. */
export async function accountOfStore(db: Db, organizationId: string): Promise<Account | null> {
  return find(db, and(eq(accounts.organizationId, organizationId), accounts.isStores));
}

/** A person's own. Without one the store keeps their calendar. */
export async function accountOf(db: Db, { organizationId, userId }: Holder): Promise<Account | null> {
  return find(db, and(eq(accounts.organizationId, organizationId), eq(accounts.userId, userId)));
}

/** The one that a provider names so. Wants system scope. */
export async function accountOfExternal(db: Db, externalId: string): Promise<Account | null> {
  const whose = await organizationsOf(db, "account", [externalId]);
  return find(db, and(inArray(accounts.organizationId, whose), eq(accounts.externalId, externalId)));
}

async function find(db: Db, which: SQL | undefined): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(which);
  return account ?? null;
}

/** Whose calendar it is. */
export type Holder = { organizationId: string; userId: string };

/** Of an account whose person was removed the calendar is nobody's. */
export function holderOf({ organizationId, userId, id }: Pick<Account, keyof Holder | "id">): Holder {
  return { organizationId, userId: userId ?? id };
}

/** Where a person's appointments are kept; null where none of their account's calendars is chosen. */
export function calendarOf(account: Pick<Account, "calendarId"> | null): string | null {
  return account ? account.calendarId : STORE_CALENDAR;
}

export type Connected = Pick<Account, "provider" | "address"> & {
  organizationId: string;
  /** Whose it is: who can read what goes through it. */
  userId: string;
  externalId?: string;
  /** What signs in, to be encrypted. */
  secrets?: object;
  calendars: Calendar[];
};

/**
 * Makes an account a person's only one, and the store's where that has none and the person leads the store. The calendar
 * stays where the new account has it, else its first that can be written to is taken. `tell` is done with it or not at
 * all; it is told whether the account is the store's.
 */
export async function connectAccount(
  host: Host,
  connected: Connected,
  tell: (db: Db, account: Account) => Promise<void> = async () => {},
): Promise<void> {
  const { organizationId, userId, provider, address, externalId = null, secrets, calendars } = connected;
  const holder = { organizationId, userId };
  const id = newId();
  const sealed = secrets && seal(host.secret, sealOwner({ organizationId, id }), JSON.stringify(secrets));
  const replaced = await host.database.tenant(organizationId, async (db) => {
    await lockAccounts(db, organizationId);
    const before = await accountOf(db, holder);
    const calendarId = calendarFrom(calendars, before?.calendarId ?? null);
    const leads = await leadsStore(db, holder);
    onlyIfTheirs(before, leads);
    const isStores = before?.isStores || (leads && !(await accountOfStore(db, organizationId)));
    const values = { id, provider, address, externalId, secrets: sealed ?? null, calendarId, isStores };
    const [account] = await db
      .insert(accounts)
      .values({ ...holder, ...values, connectedBy: userId })
      .onConflictDoUpdate({
        target: [accounts.organizationId, accounts.userId],
        // What another one was refused says nothing of it.
        set: {
          ...values,
          ...{ error: null, nextMailAt: null, refusals: 0, refusedSince: null },
          connectedBy: userId,
          updatedAt: sql`now()`,
        },
      })
      .returning();
    if (!account) throw new Error("an upsert answers its row");
    const now = host.clock();
    // With other credentials, what is not among the new account's calendars is out of reach.
    const isReachable = (id: string) =>
      id === STORE_CALENDAR || calendars.some((calendar) => calendar.id === id);
    await changeCalendar(db, { ...holder, now, from: calendarOf(before), to: calendarId, isReachable });
    await endTroubles(db, now, before);
    await beginReading(db, now, account);
    await tell(db, account);
    return before;
  });
  if (replaced?.externalId !== externalId) await forgetExternal(host, replaced);
  host.wake();
}

function calendarFrom(calendars: Calendar[], chosen: string | null): string | null {
  const writable = calendars.filter(({ isReadOnly }) => !isReadOnly);
  const found = writable.find(({ id }) => id === chosen) ?? writable.find(({ isPrimary }) => isPrimary);
  return (found ?? writable[0])?.id ?? null;
}

/** One store's choice of the account that its mail leaves through is made by one at a time. */
async function lockAccounts(db: Db, organizationId: string): Promise<void> {
  await db.execute(sql`select from organizations where id = ${organizationId} for no key update`);
}

/**
 * Who may change what the store's mail leaves through is decided when it is done, for whoever has the account reads what
 * passes through it.
 */
function onlyIfTheirs(account: Account | null, leads: boolean): void {
  if (!account?.isStores || leads) return;
  throw new HttpError(
    403,
    "Only the owner and admins change the account that the store’s mail leaves through",
  );
}

async function leadsStore(db: Db, { organizationId, userId }: Holder): Promise<boolean> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  return user !== undefined && user.role !== "USER";
}

/** The store's mail leaves through this person's account from now on; false where the person has none. */
export async function chooseStoresAccount(db: Db, now: Date, holder: Holder): Promise<boolean> {
  const { organizationId } = holder;
  await lockAccounts(db, organizationId);
  const [chosen, before] = [await accountOf(db, holder), await accountOfStore(db, organizationId)];
  if (!chosen || chosen.id === before?.id) return chosen !== null;
  const set = (id: string, isStores: boolean) =>
    db
      .update(accounts)
      .set({ isStores, updatedAt: sql`now()` })
      .where(and(eq(accounts.organizationId, organizationId), eq(accounts.id, id)));
  if (before) await set(before.id, false);
  await set(chosen.id, true);
  await endIncident(db, now, { organizationId, kind: "automationsPaused" }, { isGone: true });
  return true;
}

/**
 * Forgets a person's account and its secrets; the store keeps their calendar from now on, with their bookings. `tell` is
 * done with it or not at all.
 */
export async function disconnectAccount(
  host: Host,
  holder: Holder,
  tell: (db: Db, gone: Account) => Promise<void> = async () => {},
): Promise<void> {
  const gone = await host.database.tenant(holder.organizationId, async (db) => {
    const account = await accountOf(db, holder);
    if (!account) return null;
    onlyIfTheirs(account, await leadsStore(db, holder));
    const now = host.clock();
    await removeAccount(db, now, account);
    await abandonCalendars(db, { ...holder, now, from: account.calendarId });
    await tell(db, account);
    return account;
  });
  await forgetExternal(host, gone);
  host.wake();
}

/** Of another account nothing was read so far. Whether there is anything to read, whoever reads it finds out. */
async function beginReading(
  db: Db,
  now: Date,
  { organizationId, id, userId, provider }: Account,
): Promise<void> {
  if (!userId) return;
  const read = {
    accountId: id,
    folders: {},
    nextAt: provider === "imap" ? now : null,
    leaseUntil: null,
    failures: 0,
    error: null,
    readAt: null,
    lookedAt: now,
  };
  await db
    .insert(mailboxes)
    .values({ organizationId, userId, ...read })
    .onConflictDoUpdate({ target: [mailboxes.organizationId, mailboxes.userId], set: read });
}

/** What was read of an account stays; nothing more is. */
async function endReading(db: Db, { organizationId, id }: Account): Promise<void> {
  await db
    .update(mailboxes)
    .set({ accountId: null, nextAt: null, leaseUntil: null, failures: 0, error: null })
    .where(and(eq(mailboxes.organizationId, organizationId), eq(mailboxes.accountId, id)));
}

/** The row, its secrets and what was wrong with it. */
export async function removeAccount(db: Db, now: Date, account: Account): Promise<void> {
  const { organizationId, id } = account;
  await db.delete(accounts).where(and(eq(accounts.organizationId, organizationId), eq(accounts.id, id)));
  await endReading(db, account);
  await endTroubles(db, now, account, { isGone: true });
}

/** Unipile need not keep what we no longer use. If it cannot be told now, the account is gone here all the same. */
export async function forgetExternal({ providers }: Host, account: Account | null): Promise<void> {
  if (!account?.externalId || !providers.unipile) return;
  await forgetAccount(providers.unipile, account.externalId).catch(() => {});
}

/** What was given to `connectAccount` to be encrypted; null where it cannot be read any more. */
export function secretsOf(host: Host, account: Account): unknown {
  const text = account.secrets && unseal(host.secret, sealOwner(account), account.secrets);
  return text ? JSON.parse(text) : null;
}

type Id = Pick<Account, "organizationId" | "id">;

/** Whose an account's secrets are to `seal`. */
export function sealOwner({ organizationId, id }: Id): string {
  return `${organizationId}:${id}`;
}
