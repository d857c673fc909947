import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
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
  await db
    .insert(loginFailures)
    .values({ account, address, failures: 1 })
    .onConflictDoUpdate({
      target: [loginFailures.account, loginFailures.address],
      set: {
        // A refused try does not count on, or one address could use up the whole account's allowance.
        failures: sql`case when ${over} then 1 else least(${loginFailures.failures} + 1, ${PER_ADDRESS + 1}) end`,
        startedAt: sql`case when ${over} then now() else ${loginFailures.startedAt} end`,
      },
    });
  const here = sql`${loginFailures.address} = ${address}`;
  const [found] = await db
    .select({
      here: sql<number>`sum(${loginFailures.failures}) filter (where ${here})`.mapWith(Number),
      everywhere: sql<number>`sum(least(${loginFailures.failures}, ${PER_ADDRESS}))`.mapWith(Number),
      seconds:
        sql<number>`ceil(extract(epoch from max(${loginFailures.startedAt}) + ${WINDOW} - now()))`.mapWith(
          Number,
        ),
    })
    .from(loginFailures)
    .where(and(eq(loginFailures.account, account), sql`not ${over}`));
  if (found && (found.here > PER_ADDRESS || found.everywhere > PER_ACCOUNT)) {
    throw new HttpError(429, "Too many attempts. Try again in a few minutes.", Math.max(1, found.seconds));
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
