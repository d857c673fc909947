import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { SystemDb } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { countRows } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { knownDevices, attempts as table } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { newToken } from "./session.ts";

const WINDOW = sql`interval '15 minutes'`;

/** Limits per 15 minutes. One client address can be a whole shop. */
const limits = {
  /** Failed sign-ins at one account, per place (login-limit.ts) and from all unknown browsers together. */
  "sign in": 10,
  "sign in to account": 100,
  "sign in from address": 100,
  "forgot password": 20,
  "reset password": 20,
  "register owner": 20,
  "try demo": 10,
  notice: 2_000,
  "forgot password of": 3,
  "change password": 10,
  /** Per person. Counted but never refused. */
  "new password": 100,
  "security mail": 100,
  confirm: 10,
  /** Wrong codes per place, per account (unknown browsers only), and per address. */
  "second step": 10,
  "second step of account": 20,
  "second step from address": 100,
  "passkey asked for": 600,
  /** Invitations per store and per address; connection attempts per store. */
  invite: 60,
  "invite one": 3,
  connect: 20,
  "booking page": 600,
  book: 600,
  export: 10,
  "ticket number": 300,
  "photo link": 60,
  "phone photo": 600,
  feed: 600,
  "import key": 600,
  "imported file": 60,
  unsubscribe: 600,
  /** Bookings of an address at one store; booking emails to one person. */
  booked: 24,
  "book mail": 10,
} as const satisfies Record<string, number>;

type Limit = keyof typeof limits;
type LimitOptions = { most?: number; message?: string };

/**
 * Requires system scope, or the store's scope for its visitors. Call it before the work, so that parallel attempts
 * can't outrun the count, or inside the work's transaction if failures should not count.
 */
export async function countAttempt(
  db: SystemDb,
  limit: Limit,
  who: string,
  { most = limits[limit], message = "Too many attempts. Try again in a few minutes." }: LimitOptions = {},
): Promise<void> {
  const counted = await recordAttempt(db, limit, who);
  if (counted.count > most) throw new HttpError(429, message, Math.max(1, counted.seconds));
}

export async function recordAttempt(
  db: SystemDb,
  limit: Limit,
  who: string,
): Promise<{ count: number; seconds: number }> {
  const isOver = sql`${table.startedAt} < now() - ${WINDOW}`;
  const [counted] = await db
    .insert(table)
    .values({ door: limit, who, count: 1 })
    .onConflictDoUpdate({
      target: [table.door, table.who],
      set: {
        count: sql`case when ${isOver} then 1 else least(${table.count} + 1, ${limits[limit] + 1}::int) end`,
        startedAt: sql`case when ${isOver} then now() else ${table.startedAt} end`,
      },
    })
    .returning({
      count: table.count,
      seconds: sql`ceil(extract(epoch from ${table.startedAt} + ${WINDOW} - now()))`.mapWith(Number),
    });
  if (!counted) throw new Error("the upsert returned no row");
  return counted;
}

export async function wasCountedRecently(db: SystemDb, limit: Limit, who: string): Promise<boolean> {
  const isRecent = sql`${table.startedAt} > now() - ${WINDOW}`;
  return (await countRows(db, table, and(eq(table.door, limit), eq(table.who, who), isRecent))) > 0;
}

export async function uncountAttempts(db: SystemDb, limit: Limit, who: string, times: number): Promise<void> {
  await db
    .update(table)
    .set({ count: sql`greatest(${table.count} - ${times}::int, 0)` })
    .where(and(eq(table.door, limit), eq(table.who, who)));
}

export async function resetAttempts(db: SystemDb, limit: Limit, who: string): Promise<number> {
  const [deleted] = await db
    .delete(table)
    .where(and(eq(table.door, limit), eq(table.who, who)))
    .returning({ count: table.count });
  return deleted?.count ?? 0;
}

export async function forgetOldAttempts(db: SystemDb): Promise<void> {
  // Skip locked rows: waiting for them could deadlock.
  const old = db
    .select({ ctid: sql`ctid` })
    .from(table)
    .where(lt(table.startedAt, sql`now() - ${WINDOW}`))
    .for("update", { skipLocked: true });
  await db.delete(table).where(sql`ctid in ${old}`);
}

const REMEMBERED = sql`interval '180 days'`;
const DEVICE = "device ";

export async function isRegistered(db: SystemDb, email: string) {
  const address = email.toLowerCase();
  const organizations = await organizationsOf(db, "email", [address]);
  return and(
    inArray(users.organizationId, organizations),
    eq(users.email, address),
    isNotNull(users.passwordHash),
  );
}

/**
 * `account`: SHA-256 of its email. `place`: a client address, or a browser that the account knows. Strangers count at
 * another place, so they can't lock out the owner. Unknown emails count like known ones.
 */
type LoginAttempt = { account: string; place: string; isKnown: boolean };

/**
 * A browser is known only if all accounts with this email know it. Otherwise an account at one store could be
 * used to guess passwords at another. Requires system scope.
 */
export async function identifyAttempt(
  db: SystemDb,
  email: string,
  address: string,
  device: string | null,
): Promise<LoginAttempt> {
  const account = sha256(email.toLowerCase()).toString("hex");
  if (device) {
    const isTheirs = and(
      eq(knownDevices.organizationId, users.organizationId),
      eq(knownDevices.userId, users.id),
      eq(knownDevices.device, sha256(device)),
    );
    const [known] = await db
      .select({ byAll: sql<boolean | null>`bool_and(${knownDevices.device} is not null)` })
      .from(users)
      .leftJoin(knownDevices, isTheirs)
      .where(await isRegistered(db, email));
    if (known?.byAll) return { account, place: DEVICE + sha256(device).toString("hex"), isKnown: true };
  }
  return { account, place: address, isKnown: false };
}

/** Call it before the check, so parallel guesses can't outrun it. A refused attempt uses up no allowance. */
export async function countLoginAttempt(db: SystemDb, { account, place, isKnown }: LoginAttempt) {
  await db.transaction(async (tx) => {
    await countAttempt(tx, "sign in", `${account} ${place}`);
    if (isKnown) return;
    await countAttempt(tx, "sign in from address", place);
    await countAttempt(tx, "sign in to account", account);
  });
}

const turns = new Map<string, Promise<unknown>>();

/** Simultaneous sign-ins are never refused. */
export async function runInTurn<T>({ account, place }: LoginAttempt, work: () => Promise<T>): Promise<T> {
  const key = `${account} ${place}`;
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

/** With accounts in several stores, clears only this attempt: one password must not grant guesses at others. */
export async function clearLoginAttempts(
  db: SystemDb,
  { account, place, isKnown }: LoginAttempt,
  accounts: number,
): Promise<void> {
  const here = `${account} ${place}`;
  await db.transaction(async (tx) => {
    const times = accounts === 1 ? await resetAttempts(tx, "sign in", here) : 1;
    if (accounts > 1) await uncountAttempts(tx, "sign in", here, times);
    if (isKnown) return;
    await uncountAttempts(tx, "sign in from address", place, times);
    await uncountAttempts(tx, "sign in to account", account, times);
  });
}

export async function isKnownTo(
  db: SystemDb,
  { organizationId, id }: { organizationId: string; id: string },
  device: string,
): Promise<boolean> {
  const isTheirs = and(eq(knownDevices.organizationId, organizationId), eq(knownDevices.userId, id));
  return (await countRows(db, knownDevices, and(isTheirs, eq(knownDevices.device, sha256(device))))) > 0;
}

export async function rememberDevice(
  db: SystemDb,
  { organizationId, id: userId }: { organizationId: string; id: string },
  device: string | null,
): Promise<string> {
  const known = device ?? newToken().token;
  await db
    .insert(knownDevices)
    .values({ organizationId, userId, device: sha256(known) })
    .onConflictDoUpdate({
      target: [knownDevices.organizationId, knownDevices.userId, knownDevices.device],
      set: { lastUsedAt: sql`now()` },
    });
  return known;
}

export async function forgetOldDevices(db: SystemDb): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, sql`now() - ${REMEMBERED}`));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
