import { and, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { Role } from "#lib/contract/users.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { invites, users } from "#server/db/schema.ts";
import { HttpError } from "#server/errors.ts";
import { INVITE_MS, newToken } from "./session.ts";

/** An invitation that nobody used goes with its pending user. An owner stays: the store has nobody else. */
export async function forgetOldInvites(db: Db): Promise<void> {
  const over = await db.delete(invites).where(lt(invites.expiresAt, sql`now()`)).returning();
  for (const { organizationId, userId } of over) {
    await db
      .delete(users)
      .where(
        and(
          eq(users.organizationId, organizationId),
          eq(users.id, userId),
          isNull(users.passwordHash),
          ne(users.role, "OWNER"),
        ),
      );
  }
}

type Invited = { organizationId: string; firstName: string; lastName: string; email: string; role: Role };

/**
 * Makes a pending user and answers the link to register with, valid for 7 days. Inviting a pending user again replaces
 * the link. A 409 for an address that has an account in this organization; what it has in others is nobody's business,
 * and nobody's hindrance. Wants a transaction in system scope.
 */
export async function inviteUser(db: Db, webUrl: string, invited: Invited): Promise<string> {
  const { organizationId, firstName, lastName, role } = invited;
  const email = invited.email.toLowerCase();
  const [user] = await db
    .insert(users)
    .values({ id: newId(), organizationId, firstName, lastName, email, role })
    .onConflictDoUpdate({
      target: [users.organizationId, users.email],
      set: { firstName, lastName, role, updatedAt: sql`now()` },
      setWhere: and(isNull(users.passwordHash), ne(users.role, "OWNER")),
    })
    .returning({ id: users.id });
  if (!user) throw new HttpError(409, "That email address already has an account");
  const link = await inviteAgain(db, webUrl, { organizationId, userId: user.id });
  return `${link}&${new URLSearchParams({ name: firstName })}`;
}

/** A new link for a pending user, instead of any older one. Wants system scope. */
export async function inviteAgain(
  db: Db,
  webUrl: string,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(Date.now() + INVITE_MS);
  await db
    .insert(invites)
    .values({ tokenHash, organizationId, userId, expiresAt })
    .onConflictDoUpdate({
      target: [invites.organizationId, invites.userId],
      set: { tokenHash, expiresAt, createdAt: sql`now()` },
    });
  return `${webUrl}/register?${new URLSearchParams({ token })}`;
}
