import { createHash } from "node:crypto";
import { and, eq, lt, max, not, sql, sum } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { loginFailures } from "../db/schema.ts";
import { HttpError } from "../errors.ts";

const PER_ADDRESS = 10;
const PER_ACCOUNT = 100;
const WINDOW = sql`interval '15 minutes'`;

/** One account tried from one client address. Unknown accounts count like known ones. */
export type Try = { account: Buffer; address: string };

export function tryOf(email: string, address: string): Try {
  return { account: createHash("sha256").update(email.toLowerCase()).digest(), address };
}

/**
 * Counts a try before its password is checked, so that parallel guesses cannot overtake the count. Throws a 429
 * from the 11th failure in a row from one address within 15 minutes, and from the 101st from all addresses.
 */
export async function countTry(db: Db, { account, address }: Try): Promise<void> {
  const over = sql`${loginFailures.startedAt} < now() - ${WINDOW}`;
  // A refused try does not count on, or one address could use up the whole account's allowance.
  const next = sql`least(${loginFailures.failures} + 1, ${PER_ADDRESS + 1})`;
  const secondsLeft = sql`ceil(extract(epoch from ${loginFailures.startedAt} + ${WINDOW} - now()))`;
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
  const [everywhere] = await db
    .select({
      failures: sum(sql`least(${loginFailures.failures}, ${PER_ADDRESS})`).mapWith(Number),
      seconds: max(secondsLeft).mapWith(Number),
    })
    .from(loginFailures)
    .where(and(eq(loginFailures.account, account), not(over)));
  if (here && here.failures > PER_ADDRESS) throw tooMany(here.seconds);
  if (everywhere && everywhere.failures > PER_ACCOUNT) throw tooMany(everywhere.seconds);
}

function tooMany(seconds: number): HttpError {
  return new HttpError(429, "Too many attempts. Try again in a few minutes.", Math.max(1, seconds));
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs one try after the other, per account and address: a right one clears the count before the next is counted, so
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

/** A right password ends the row of failures from its address. */
export async function clearTries(db: Db, { account, address }: Try): Promise<void> {
  await db
    .delete(loginFailures)
    .where(and(eq(loginFailures.account, account), eq(loginFailures.address, address)));
}

export async function forgetOldTries(db: Db): Promise<void> {
  await db.delete(loginFailures).where(lt(loginFailures.startedAt, sql`now() - ${WINDOW}`));
}
