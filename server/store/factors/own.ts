import { sql } from "drizzle-orm";
import { getStepWays, ownedBy, type UserKey } from "#server/platform/auth/second-step.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { users } from "#server/platform/db/schema.ts";
import { recoveryCodes } from "#server/platform/db/schema-factors.ts";
import { HttpError } from "#server/platform/errors.ts";

export const userKeyOf = ({ organizationId, id }: SignedIn): UserKey => ({ organizationId, userId: id });

export async function lockPerson(db: Db, { organizationId, id }: SignedIn): Promise<void> {
  await db.execute(
    sql`select from ${users} where ${users.organizationId} = ${organizationId} and ${users.id} = ${id} for update`,
  );
}

/**
 * Throws if this was the last second step and the store requires one. Otherwise deletes the recovery codes
 * with it.
 */
export async function afterRemoval(db: Db, who: UserKey): Promise<void> {
  const ways = await getStepWays(db, who);
  if (ways.includes("setUp"))
    throw new HttpError(
      409,
      "Your store requires a second step. Set up another one before removing this one.",
    );
  if (ways.length === 0) await db.delete(recoveryCodes).where(ownedBy(recoveryCodes, who));
}
