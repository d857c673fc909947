import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { users } from "#server/platform/db/schema.ts";
import { knownDevices } from "#server/platform/db/schema-auth.ts";
import { countAttempt, resetAttempts, uncountAttempts } from "./attempts.ts";
import { newToken } from "./session.ts";

const REMEMBERED = sql`interval '180 days'`;
const DEVICE = "device ";

/** Requires system scope. */
export async function isRegistered(db: Db, email: string) {
  const address = email.toLowerCase();
  const organizations = await organizationsOf(db, "email", [address]);
  return and(
    inArray(users.organizationId, organizations),
    eq(users.email, address),
    isNotNull(users.passwordHash),
  );
}

/**
 * A sign-in attempt at one account (`account` is the SHA-256 of its email) from one place: a client address,
 * or a browser that the account knows. Strangers count at another place, so they can't lock out the owner.
 * Unknown emails count like known ones.
 */
type LoginAttempt = { account: string; place: string; isKnown: boolean };

/**
 * A browser is known only if all accounts with this email know it. Otherwise an account at one store could be
 * used to guess passwords at another. Requires system scope.
 */
export async function identifyAttempt(
  db: Db,
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

/**
 * Call it before the password check, so that parallel guesses can't outrun the count. Throws a 429 after 10
 * failures from one place and after 100 per account or address, within 15 minutes. A refused attempt isn't
 * counted, so one address can't use up the account's allowance.
 */
export async function countLoginAttempt(db: Db, { account, place, isKnown }: LoginAttempt): Promise<void> {
  await db.transaction(async (tx) => {
    await countAttempt(tx, "sign in", `${account} ${place}`);
    if (isKnown) return;
    await countAttempt(tx, "sign in from address", place);
    await countAttempt(tx, "sign in to account", account);
  });
}

const turns = new Map<string, Promise<unknown>>();

/**
 * A success clears the count before the next attempt is counted, so simultaneous sign-ins are never refused.
 */
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

/**
 * If the email has accounts in several stores, clears only this attempt: knowing one store's password must
 * not grant more guesses at the others.
 */
export async function clearLoginAttempts(
  db: Db,
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
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  device: string,
): Promise<boolean> {
  const isTheirs = and(eq(knownDevices.organizationId, organizationId), eq(knownDevices.userId, id));
  return (await db.$count(knownDevices, and(isTheirs, eq(knownDevices.device, sha256(device))))) > 0;
}

export async function rememberDevice(
  db: Db,
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

export async function forgetOldDevices(db: Db): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, sql`now() - ${REMEMBERED}`));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
