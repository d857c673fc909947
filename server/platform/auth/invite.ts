import { and, isNull, ne, sql } from "drizzle-orm";
import type { Role } from "#lib/contract/users.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { HttpError } from "#server/platform/errors.ts";
import { newOneTimeToken, type TokenHolder } from "./one-time-tokens.ts";

/** Placeholder email of the first owner until that person registers. */
export const FIRST_OWNER = "owner@first-start.invalid";

type Invited = { organizationId: string; firstName: string; lastName: string; email: string; role: Role };

/**
 * Creates a pending user and returns a registration link, valid for 7 days. A repeated invitation replaces
 * the link. Throws a 409 if the address has an account here. Requires a transaction in system scope.
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
  const link = await renewInvitation(db, webUrl, { organizationId, userId: user.id });
  return `${link}&${new URLSearchParams({ name: firstName })}`;
}

/** Requires system scope. */
export async function renewInvitation(db: Db, webUrl: string, pending: TokenHolder): Promise<string> {
  const token = await newOneTimeToken(db, "invitation", pending);
  return `${webUrl}/register?${new URLSearchParams({ token })}`;
}
