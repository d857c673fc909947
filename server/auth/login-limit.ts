import { createHash } from "node:crypto";
import { and, eq, isNotNull, like, lt, max, not, sql, sum } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { users } from "#server/db/schema.ts";
import { knownDevices, loginFailures } from "#server/db/schema-doors.ts";
import { HttpError } from "#server/errors.ts";
import { newToken } from "./session.ts";

/** One account from one address, or in one browser that it knows. */
const PER_PLACE = 10;
/** One account from everywhere but the browsers that it knows. */
const PER_ACCOUNT = 100;
/** One address at all accounts: a shop with its staff behind one address never gets there. */
const PER_ADDRESS = 100;
const WINDOW = sql`interval '15 minutes'`;
const REMEMBERED = sql`interval '180 days'`;
const DEVICE = "device ";

/** The accounts of an address that can sign in. */
export function registered(email: string) {
  return and(eq(users.email, email.toLowerCase()), isNotNull(users.passwordHash));
}

/**
 * One account tried from one place: a client address, or a browser in which it has signed in before. Strangers' tries
 * do not count there, so they lock nobody out of it. Unknown accounts count like known ones.
 */
type Try = { account: Buffer; address: string; isKnown: boolean };

/**
 * `device` is what the browser was given at its first sign-in. One address may have accounts in several stores: only a
 * browser that all of them know is known, or one store's account would open a way to guess at another's. Wants system
 * scope.
 */
export async function tryOf(db: Db, email: string, address: string, device: string | null): Promise<Try> {
  const account = sha256(email.toLowerCase());
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
      .where(registered(email));
    if (known?.byAll) return { account, address: DEVICE + sha256(device).toString("hex"), isKnown: true };
  }
  return { account, address, isKnown: false };
}

/**
 * Counts a try before its password is checked, so that parallel guesses cannot overtake the count. Throws a 429 within 15
 * minutes from the 11th failure in a row from one place, the 101st of one account, and the 101st from one address.
 */
export async function countTry(db: Db, { account, address, isKnown }: Try): Promise<void> {
  const over = sql`${loginFailures.startedAt} < now() - ${WINDOW}`;
  const secondsLeft = sql`ceil(extract(epoch from ${loginFailures.startedAt} + ${WINDOW} - now()))`;
  const failures = sum(sql`least(${loginFailures.failures}, ${PER_PLACE})`).mapWith(Number);
  const counted = { failures, seconds: max(secondsLeft).mapWith(Number) };
  if (!isKnown) {
    const [client] = await db
      .select(counted)
      .from(loginFailures)
      .where(and(eq(loginFailures.address, address), not(over)));
    if (client && client.failures >= PER_ADDRESS) throw tooMany(client.seconds);
  }
  // A refused try does not count on, or one address could use up the whole account's allowance.
  const next = sql`least(${loginFailures.failures} + 1, ${PER_PLACE + 1})`;
  const [here] = await db
    .insert(loginFailures)
    .values({ account, address, failures: 1 })
    .onConflictDoUpdate({
      target: [loginFailures.account, loginFailures.address],
      set: {
        failures: sql`case when ${over} then 1 else ${next} end`,
        startedAt: sql`case when ${over} then now() else ${loginFailures.startedAt} end`,
      },
    })
    .returning({ failures: loginFailures.failures, seconds: secondsLeft.mapWith(Number) });
  if (here && here.failures > PER_PLACE) throw tooMany(here.seconds);
  if (isKnown) return;
  const [everywhere] = await db
    .select(counted)
    .from(loginFailures)
    .where(
      and(eq(loginFailures.account, account), not(like(loginFailures.address, `${DEVICE}%`)), not(over)),
    );
  if (everywhere && everywhere.failures > PER_ACCOUNT) throw tooMany(everywhere.seconds);
}

function tooMany(seconds: number): HttpError {
  return new HttpError(429, "Too many attempts. Try again in a few minutes.", Math.max(1, seconds));
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs one try after the other, per account and place: a right one clears the count before the next is counted, so
 * that many right ones at once are none too many.
 */
export async function inTurn<T>({ account, address }: Try, work: () => Promise<T>): Promise<T> {
  const key = `${account.toString("hex")} ${address}`;
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
export async function clearTries(db: Db, { account, address }: Try, accounts: number): Promise<void> {
  const place = and(eq(loginFailures.account, account), eq(loginFailures.address, address));
  if (accounts === 1) await db.delete(loginFailures).where(place);
  else
    await db
      .update(loginFailures)
      .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)` })
      .where(place);
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

export async function forgetOldTries(db: Db): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.startedAt, sql`now() - ${WINDOW}`));
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, sql`now() - ${REMEMBERED}`));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
