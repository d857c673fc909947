import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { organizationsOf } from "#server/db/directory.ts";
import { users } from "#server/db/schema.ts";
import { knownDevices } from "#server/db/schema-auth.ts";
import { countAttempt, takeAllBack, takeBack } from "./attempts.ts";
import { newToken } from "./session.ts";

const REMEMBERED = sql`interval '180 days'`;
const DEVICE = "device ";

/** The accounts of an address that can sign in. Wants system scope. */
export async function registered(db: Db, email: string) {
  const address = email.toLowerCase();
  const organizations = await organizationsOf(db, "email", [address]);
  return and(
    inArray(users.organizationId, organizations),
    eq(users.email, address),
    isNotNull(users.passwordHash),
  );
}

/**
 * One account tried from one place: a client address, or a browser in which it has signed in before. Strangers' tries
 * do not count there, so they lock nobody out of it. Unknown accounts count like known ones. `account` is the email's
 * SHA-256.
 */
type Try = { account: string; place: string; isKnown: boolean };

/**
 * `device` is what the browser was given at its first sign-in. One address may have accounts in several stores: only a
 * browser that all of them know is known, or one store's account would open a way to guess at another's. Wants system
 * scope.
 */
export async function tryOf(db: Db, email: string, address: string, device: string | null): Promise<Try> {
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
      .where(await registered(db, email));
    if (known?.byAll) return { account, place: DEVICE + sha256(device).toString("hex"), isKnown: true };
  }
  return { account, place: address, isKnown: false };
}

/**
 * Counts a try before its password is checked, so that parallel guesses cannot overtake the count. Throws a 429 within 15
 * minutes from the 11th failure in a row from one place, the 101st of one account, and the 101st from one address. A
 * refused try counts nowhere, or one address could use up the whole account's allowance.
 */
export async function countTry(db: Db, { account, place, isKnown }: Try): Promise<void> {
  await db.transaction(async (tx) => {
    await countAttempt(tx, "sign in", `${account} ${place}`);
    if (isKnown) return;
    await countAttempt(tx, "sign in from address", place);
    await countAttempt(tx, "sign in to account", account);
  });
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs one try after the other, per account and place: a right one clears the count before the next is counted, so
 * that many right ones at once are none too many.
 */
export async function inTurn<T>({ account, place }: Try, work: () => Promise<T>): Promise<T> {
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
 * A right password ends the row of failures from its place. Of an address with accounts in several stores it takes back
 * its own try alone: who knows the password of one of them gets no more guesses at the others'.
 */
export async function clearTries(db: Db, { account, place, isKnown }: Try, accounts: number): Promise<void> {
  const here = `${account} ${place}`;
  await db.transaction(async (tx) => {
    const times = accounts === 1 ? await takeAllBack(tx, "sign in", here) : 1;
    if (accounts > 1) await takeBack(tx, "sign in", here, times);
    if (isKnown) return;
    await takeBack(tx, "sign in from address", place, times);
    await takeBack(tx, "sign in to account", account, times);
  });
}

/** Whether this person has signed in in this browser before. */
export async function isKnownTo(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  device: string,
): Promise<boolean> {
  const isTheirs = and(eq(knownDevices.organizationId, organizationId), eq(knownDevices.userId, id));
  return (await db.$count(knownDevices, and(isTheirs, eq(knownDevices.device, sha256(device))))) > 0;
}

/** Remembers that this person has signed in here; answers what the browser is known by from now on. */
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
