import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { Db, SystemDb, UserKey } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { newId } from "#server/platform/db/id.ts";
import { endIncident } from "#server/platform/db/incidents.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts, mailboxes, mails } from "#server/platform/db/schema-mail.ts";
import { getLockedStore } from "#server/platform/db/store.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { seal, unseal } from "#server/platform/secrets/keyring.ts";
import { endTroubles } from "./account-troubles.ts";
import { abandonCalendars, changeCalendar } from "./calendar-change.ts";
import { STORE_CALENDAR } from "./local.ts";
import type { Calendar } from "./provider.ts";
import { forgetAccount } from "./unipile-account.ts";

export type Account = typeof accounts.$inferSelect;

export async function accountOfStore(db: Db): Promise<Account | null> {
  return findAccount(db, sql`${accounts.isStores}`);
}

export async function accountOf(db: Db, userId: string): Promise<Account | null> {
  return findAccount(db, eq(accounts.userId, userId));
}

export async function accountOfExternal(db: SystemDb, externalId: string): Promise<Account | null> {
  const organizationIds = await organizationsOf(db, "account", [externalId]);
  return findAccount(
    db,
    and(inArray(accounts.organizationId, organizationIds), eq(accounts.externalId, externalId)),
  );
}

async function findAccount(db: SystemDb, which: SQL | undefined): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(which);
  return account ?? null;
}

/** If the person was removed, the account's own id, which matches nobody. */
export function holderOf({ organizationId, userId, id }: Pick<Account, keyof UserKey | "id">): UserKey {
  return { organizationId, userId: userId ?? id };
}

export function calendarOf(account: Pick<Account, "calendarId"> | null): string | null {
  return account ? account.calendarId : STORE_CALENDAR;
}

export type Connected = Pick<Account, "provider" | "address"> & {
  organizationId: string;
  userId: string;
  externalId?: string;
  secrets?: object;
  calendars: Calendar[];
};

/** Becomes the person's only account, and the store's if a manager connects its first. May keep the calendar. */
export async function connectAccount(
  host: Host,
  connected: Connected,
  inTransaction: (db: Db, account: Account) => Promise<void> = async () => {},
): Promise<void> {
  const { organizationId, userId, provider, address, externalId = null, secrets, calendars } = connected;
  const holder = { organizationId, userId };
  const id = newId();
  const sealed = secrets && seal(host.secret, sealOwner({ organizationId, id }), JSON.stringify(secrets));
  const replaced = await host.database.tenant(organizationId, async (db) => {
    await getLockedStore(db, "no key update");
    const before = await accountOf(db, holder.userId);
    const calendarId = calendarFrom(calendars, before?.calendarId ?? null);
    const mayManage = await isManager(db, userId);
    requireManager(before, mayManage);
    const isStores = before?.isStores || (mayManage && !(await accountOfStore(db)));
    const values = { id, provider, address, externalId, secrets: sealed ?? null, calendarId, isStores };
    const [account] = await db
      .insert(accounts)
      .values({ ...holder, ...values, connectedBy: userId })
      .onConflictDoUpdate({
        target: [accounts.organizationId, accounts.userId],
        set: {
          ...values,
          ...{ error: null, nextMailAt: null, refusals: 0, refusedSince: null },
          connectedBy: userId,
          updatedAt: sql`now()`,
        },
      })
      .returning();
    if (!account) throw new Error("the upsert returned no row");
    if (isStores) await endWaiting(db);
    const now = host.clock();
    const isReachable = (id: string) =>
      id === STORE_CALENDAR || calendars.some((calendar) => calendar.id === id);
    await changeCalendar(db, { ...holder, now, from: calendarOf(before), to: calendarId, isReachable });
    await endTroubles(db, now, before);
    await beginReading(db, now, account);
    await inTransaction(db, account);
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

/** Call it inside the transaction: the account's holder can read all of the store's email. */
function requireManager(account: Account | null, mayManage: boolean): void {
  if (!account?.isStores || mayManage) return;
  throw new HttpError(403, "Only the owner and admins can change the account that sends the store’s email");
}

export async function isManager(db: Db, userId: string): Promise<boolean> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  return user !== undefined && user.role !== "USER";
}

async function endWaiting(db: Db): Promise<void> {
  await db
    .update(mails)
    .set({ reason: null })
    .where(and(sql`${mails.state} = 'queued'`, eq(mails.reason, NO_ACCOUNT)));
}

export async function chooseStoresAccount(db: Db, now: Date, holder: UserKey): Promise<boolean> {
  await getLockedStore(db, "no key update");
  const [chosen, before] = [await accountOf(db, holder.userId), await accountOfStore(db)];
  if (!chosen || chosen.id === before?.id) return chosen !== null;
  const set = (id: string, isStores: boolean) =>
    db.update(accounts).set({ isStores, updatedAt: sql`now()` }).where(eq(accounts.id, id));
  if (before) await set(before.id, false);
  await set(chosen.id, true);
  await endWaiting(db);
  await endIncident(db, now, { kind: "automationsPaused" }, { isGone: true });
  return true;
}

/** The store then keeps the person's calendar and bookings. */
export async function disconnectAccount(
  host: Host,
  holder: UserKey,
  inTransaction: (db: Db, removed: Account) => Promise<void> = async () => {},
): Promise<void> {
  const removed = await host.database.tenant(holder.organizationId, async (db) => {
    const account = await accountOf(db, holder.userId);
    if (!account) return null;
    requireManager(account, await isManager(db, holder.userId));
    const now = host.clock();
    await removeAccount(db, now, account);
    await abandonCalendars(db, { ...holder, now, from: account.calendarId });
    await inTransaction(db, account);
    return account;
  });
  await forgetExternal(host, removed);
  host.wake();
}

/** Only IMAP accounts are read on a schedule. */
async function beginReading(db: Db, now: Date, { id, userId, provider }: Account): Promise<void> {
  if (!userId) return;
  const read = {
    accountId: id,
    folders: {},
    nextAt: provider === "imap" ? now : null,
    leaseUntil: null,
    failures: 0,
    error: null,
    readAt: null,
    lookedAt: sql`now()`,
  };
  await db
    .insert(mailboxes)
    .values({ userId, ...read })
    .onConflictDoUpdate({ target: [mailboxes.organizationId, mailboxes.userId], set: read });
}

async function endReading(db: Db, { id }: Account): Promise<void> {
  await db
    .update(mailboxes)
    .set({ accountId: null, nextAt: null, leaseUntil: null, failures: 0, error: null })
    .where(eq(mailboxes.accountId, id));
}

export async function removeAccount(db: Db, now: Date, account: Account): Promise<void> {
  const { id } = account;
  await db.delete(accounts).where(eq(accounts.id, id));
  await endReading(db, account);
  await endTroubles(db, now, account, { isGone: true });
}

/** Ignores failures: the account is already gone here. */
export async function forgetExternal({ providers }: Host, account: Account | null): Promise<void> {
  if (!account?.externalId || !providers.unipile) return;
  await forgetAccount(providers.unipile, account.externalId).catch(() => {});
}

export function secretsOf(host: Host, account: Account): unknown {
  const text = account.secrets && unseal(host.secret, sealOwner(account), account.secrets);
  return text ? JSON.parse(text) : null;
}

type Id = Pick<Account, "organizationId" | "id">;

export function sealOwner({ organizationId, id }: Id): string {
  return `${organizationId}:${id}`;
}
