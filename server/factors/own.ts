import { sql } from "drizzle-orm";
import { theirs, type Who, waysOf } from "#server/auth/second-step.ts";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { users } from "#server/db/schema.ts";
import { recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";

export const whoIs = ({ organizationId, id }: SignedIn): Who => ({ organizationId, userId: id });

/** Of what one person changes at once, one is after the other. */
export async function lockPerson(db: Db, { organizationId, id }: SignedIn): Promise<void> {
  await db.execute(
    sql`select from ${users} where ${users.organizationId} = ${organizationId} and ${users.id} = ${id} for update`,
  );
}

/** Nobody takes their last way away from a store that wants one. Recovery codes go with it: they recover nothing. */
export async function afterRemoval(db: Db, who: Who): Promise<void> {
  const ways = await waysOf(db, who);
  if (ways.includes("setUp"))
    throw new HttpError(409, "Your store wants a second step: set up another one first");
  if (ways.length === 0) await db.delete(recoveryCodes).where(theirs(recoveryCodes, who));
}
