import { and, isNull, ne, sql } from "drizzle-orm";
import type { Role } from "#lib/contract/users.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { users } from "#server/db/schema.ts";
import { HttpError } from "#server/errors.ts";
import { newOneTimeToken, type TokenHolder } from "./one-time-tokens.ts";

/** Who is to own the first store of a deployment, until the person of the link has said who they are. */
export const FIRST_OWNER = "owner@first-start.invalid";

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
export async function inviteAgain(db: Db, webUrl: string, pending: TokenHolder): Promise<string> {
  const token = await newOneTimeToken(db, "invitation", pending);
  return `${webUrl}/register?${new URLSearchParams({ token })}`;
}
