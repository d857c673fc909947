import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { confirmations, usedChallenges } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";

const LASTS = sql`interval '10 minutes'`;

/** That this session's person has just shown who they are. */
export async function noteConfirmed(db: Db, { organizationId, id, tokenHash }: SignedIn): Promise<void> {
  const until = sql`now() + ${LASTS}`;
  await db
    .insert(confirmations)
    .values({ organizationId, userId: id, tokenHash, until })
    .onConflictDoUpdate({ target: [confirmations.organizationId, confirmations.tokenHash], set: { until } });
}

export async function isConfirmed(db: Db, { organizationId, tokenHash }: SignedIn): Promise<boolean> {
  const its = and(eq(confirmations.organizationId, organizationId), eq(confirmations.tokenHash, tokenHash));
  return (await db.$count(confirmations, and(its, gt(confirmations.until, sql`now()`)))) > 0;
}

/** Whoever finds a counter PC signed in changes nothing of how its person signs in. */
export async function checkConfirmed(db: Db, user: SignedIn): Promise<void> {
  if (!(await isConfirmed(db, user))) throw new HttpError(403, "Show first that it is you");
}

export async function forgetOldConfirmations(db: Db): Promise<void> {
  for (const table of [confirmations, usedChallenges])
    await db.delete(table).where(lt(table.until, sql`now()`));
}
