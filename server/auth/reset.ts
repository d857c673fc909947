import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { organizations, passwordResets, sessions, users } from "../db/schema.ts";
import { HttpError } from "../errors.ts";
import { hashOf, newToken } from "./session.ts";

export const RESET_MS = 3_600_000;

export type Resetting = {
  organizationId: string;
  email: string;
  firstName: string;
  store: string;
  token: string;
};

/**
 * A new reset token for the registered person with this address, good for an hour and instead of any older one; null
 * for everybody else. Wants a transaction in system scope.
 */
export async function startReset(db: Db, email: string, now: Date): Promise<Resetting | null> {
  const [user] = await db
    .select({
      organizationId: users.organizationId,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      store: organizations.name,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.email, email.toLowerCase()), isNotNull(users.passwordHash)));
  if (!user) return null;
  const { userId, ...rest } = user;
  const { organizationId } = rest;
  const { token, tokenHash } = newToken();
  await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.organizationId, organizationId), eq(passwordResets.userId, userId)));
  const expiresAt = new Date(now.getTime() + RESET_MS);
  await db.insert(passwordResets).values({ tokenHash, organizationId, userId, expiresAt });
  return { ...rest, token };
}

/** Throws a 400 for a token that is used, too old or made up. */
export async function checkReset(db: Db, token: string, now: Date): Promise<void> {
  const found = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(good(token, now));
  if (found.length === 0) throw expired();
}

/** Uses the token up, sets the password and ends every session of its person. Wants a transaction in system scope. */
export async function finishReset(db: Db, token: string, passwordHash: string, now: Date): Promise<void> {
  // Of two requests at once, one finds nothing to delete.
  const [used] = await db.delete(passwordResets).where(good(token, now)).returning();
  if (!used) throw expired();
  const { organizationId, userId } = used;
  await db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  await db
    .delete(sessions)
    .where(and(eq(sessions.organizationId, organizationId), eq(sessions.userId, userId)));
}

export async function forgetOldResets(db: Db): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`));
}

function good(token: string, now: Date) {
  return and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, now));
}

function expired(): HttpError {
  return new HttpError(400, "This link has expired or was already used. Ask for a new one.");
}
