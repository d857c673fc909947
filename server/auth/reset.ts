import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { knownDevices, oneTimeTokens, sessions } from "#server/db/schema-auth.ts";
import { HttpError } from "#server/errors.ts";
import { registered } from "./login-limit.ts";
import { newOneTimeToken, type TokenHolder, takeOneTimeToken } from "./one-time-tokens.ts";

export type Resetting = {
  organizationId: string;
  email: string;
  firstName: string;
  store: string;
  token: string;
};

/**
 * A new reset token for each registered account of this address, instead of any older one; none
 * for everybody else. Wants a transaction in system scope.
 */
export async function startResets(db: Db, email: string): Promise<Resetting[]> {
  const found = await db
    .select({
      organizationId: users.organizationId,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      store: organizations.name,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(await registered(db, email));
  const started: Resetting[] = [];
  for (const { userId, ...rest } of found) {
    const { organizationId } = rest;
    started.push({ ...rest, token: await newOneTimeToken(db, "reset", { organizationId, userId }) });
  }
  return started;
}

/** Uses the token up, sets the password and ends the old one's keys; answers whose it is. Wants a transaction in system scope. */
export async function finishReset(db: Db, token: string, passwordHash: string): Promise<TokenHolder> {
  const holder = await takeOneTimeToken(db, "reset", token);
  if (!holder) throw resetOver();
  const { organizationId, userId } = holder;
  await db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  await endKeys(db, holder);
  return holder;
}

/** With a password end the sessions that it opened, the browsers that it made known, and the links of while it was good. */
export async function endKeys(db: Db, { organizationId, userId }: TokenHolder): Promise<void> {
  for (const table of [sessions, oneTimeTokens, knownDevices]) {
    await db.delete(table).where(and(eq(table.organizationId, organizationId), eq(table.userId, userId)));
  }
}

export function resetOver(): HttpError {
  return new HttpError(400, "This link has expired or was already used. Ask for a new one.");
}
