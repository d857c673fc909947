import { and, eq, gt, lt, sql } from "drizzle-orm";
import { HOUR } from "#lib/time/zone.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, passwordResets, sessions, users } from "#server/db/schema.ts";
import { knownDevices } from "#server/db/schema-doors.ts";
import { accountLinks } from "#server/db/schema-mail.ts";
import { HttpError } from "#server/errors.ts";
import type { LinkOwner } from "./account-link.ts";
import { registered } from "./login-limit.ts";
import { hashOf, newToken } from "./session.ts";

const RESET_MS = HOUR;

export type Resetting = {
  organizationId: string;
  email: string;
  firstName: string;
  store: string;
  token: string;
};

/**
 * A new reset token for each registered account of this address, good for an hour and instead of any older one; none
 * for everybody else. Wants a transaction in system scope.
 */
export async function startResets(db: Db, email: string, now: Date): Promise<Resetting[]> {
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
    .where(registered(email));
  const expiresAt = new Date(now.getTime() + RESET_MS);
  const started: Resetting[] = [];
  for (const { userId, ...rest } of found) {
    const { organizationId } = rest;
    const { token, tokenHash } = newToken();
    await db
      .delete(passwordResets)
      .where(and(eq(passwordResets.organizationId, organizationId), eq(passwordResets.userId, userId)));
    await db.insert(passwordResets).values({ tokenHash, organizationId, userId, expiresAt });
    started.push({ ...rest, token });
  }
  return started;
}

/** Whose token this is. Throws a 400 for one that is used, too old or made up. */
export async function checkReset(
  db: Db,
  token: string,
  now: Date,
): Promise<{ organizationId: string; email: string; store: string }> {
  const [found] = await db
    .select({ organizationId: users.organizationId, email: users.email, store: organizations.name })
    .from(passwordResets)
    .innerJoin(
      users,
      and(eq(users.organizationId, passwordResets.organizationId), eq(users.id, passwordResets.userId)),
    )
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(good(token, now));
  if (!found) throw expired();
  return found;
}

/** Uses the token up, sets the password and ends the old one's keys. Wants a transaction in system scope. */
export async function finishReset(db: Db, token: string, passwordHash: string, now: Date): Promise<void> {
  // Of two requests at once, one finds nothing to delete.
  const [used] = await db.delete(passwordResets).where(good(token, now)).returning();
  if (!used) throw expired();
  const { organizationId, userId } = used;
  await db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  await endKeys(db, { organizationId, userId });
}

/** With a password end the sessions that it opened, the browsers that it made known, and the links of while it was good. */
export async function endKeys(db: Db, { organizationId, userId }: LinkOwner): Promise<void> {
  for (const table of [sessions, passwordResets, accountLinks, knownDevices]) {
    await db.delete(table).where(and(eq(table.organizationId, organizationId), eq(table.userId, userId)));
  }
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
