import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { knownDevices, oneTimeTokens, sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { isRegistered } from "./login-limit.ts";
import { newOneTimeToken, type TokenHolder, takeOneTimeToken } from "./one-time-tokens.ts";

export type PasswordReset = {
  organizationId: string;
  email: string;
  firstName: string;
  store: string;
  token: string;
};

/** Requires system scope. */
export async function startResets(db: Db, email: string): Promise<PasswordReset[]> {
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
    .where(await isRegistered(db, email));
  const started: PasswordReset[] = [];
  for (const { userId, ...rest } of found) {
    const { organizationId } = rest;
    started.push({ ...rest, token: await newOneTimeToken(db, "reset", { organizationId, userId }) });
  }
  return started;
}

/** Requires a transaction in system scope. */
export async function finishReset(db: Db, token: string, passwordHash: string): Promise<TokenHolder> {
  const holder = await takeOneTimeToken(db, "reset", token);
  if (!holder) throw resetLinkExpired();
  const { organizationId, userId } = holder;
  await db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  await revokeAccess(db, holder);
  return holder;
}

export async function revokeAccess(db: Db, { organizationId, userId }: TokenHolder): Promise<void> {
  for (const table of [sessions, oneTimeTokens, knownDevices]) {
    await db.delete(table).where(and(eq(table.organizationId, organizationId), eq(table.userId, userId)));
  }
}

export function resetLinkExpired(): HttpError {
  return new HttpError(400, "This link has expired or was already used. Ask for a new one.");
}
