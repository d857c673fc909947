import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { confirmations, usedChallenges } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";

const VALID_FOR = sql`interval '10 minutes'`;

export async function storeConfirmation(db: SystemDb, { organizationId, id, tokenHash }: SignedIn) {
  const until = sql`now() + ${VALID_FOR}`;
  await db
    .insert(confirmations)
    .values({ organizationId, userId: id, tokenHash, until })
    .onConflictDoUpdate({ target: [confirmations.organizationId, confirmations.tokenHash], set: { until } });
}

export async function isConfirmed(db: Db, { tokenHash }: SignedIn): Promise<boolean> {
  const ofSession = eq(confirmations.tokenHash, tokenHash);
  return (await countRows(db, confirmations, and(ofSession, gt(confirmations.until, sql`now()`)))) > 0;
}

/** For people who leave a shared computer signed in. */
export async function requireConfirmation(db: Db, user: SignedIn): Promise<void> {
  if (!(await isConfirmed(db, user))) throw new HttpError(403, "Confirm your identity first");
}

export async function forgetOldConfirmations(db: SystemDb): Promise<void> {
  for (const table of [confirmations, usedChallenges])
    await db.delete(table).where(lt(table.until, sql`now()`));
}
