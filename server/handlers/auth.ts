import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { clearTries, countTry, inTurn, tryOf } from "../auth/login-limit.ts";
import { hashPassword, isPassword } from "../auth/password.ts";
import { hashOf, startSession } from "../auth/session.ts";
import { invites, organizations, sessions, users } from "../db/schema.ts";
import { HttpError } from "../errors.ts";
import type { Handlers } from "../handler.ts";

export const auth = {
  "auth.login": ({ host: { database }, body: { email, password }, address }) => {
    const attempt = tryOf(email, address);
    return inTurn(attempt, async () => {
      const user = await database.system(async (db) => {
        await countTry(db, attempt);
        const [found] = await db
          .select({
            id: users.id,
            organizationId: users.organizationId,
            email: users.email,
            passwordHash: users.passwordHash,
            isEmailIntegrationComplete: organizations.isEmailIntegrationComplete,
          })
          .from(users)
          .innerJoin(organizations, eq(organizations.id, users.organizationId))
          .where(eq(users.email, email.toLowerCase()));
        return found;
      });
      // Outside the database's scope: a hash takes long enough to hold up everybody else's queries.
      const right = await isPassword(user?.passwordHash, password);
      if (!user || !right) throw new HttpError(401, "Incorrect email or password");
      const token = await database.system(async (db) => {
        await clearTries(db, attempt);
        return startSession(db, user);
      });
      const { organizationId, isEmailIntegrationComplete } = user;
      return { token, organizationId, email: user.email, isEmailIntegrationComplete };
    });
  },

  "auth.logout": async ({ host: { database }, user }) => {
    await database.system((db) =>
      db
        .delete(sessions)
        .where(and(eq(sessions.organizationId, user.organizationId), eq(sessions.tokenHash, user.tokenHash))),
    );
  },

  "auth.register": async ({ host: { database }, body: { token, password } }) => {
    const invite = and(eq(invites.tokenHash, hashOf(token)), gt(invites.expiresAt, sql`now()`));
    const known = await database.system((db) =>
      db.select({ userId: invites.userId }).from(invites).where(invite),
    );
    if (known.length === 0) throw expired();
    const passwordHash = await hashPassword(password);
    await database.system((db) =>
      db.transaction(async (tx) => {
        // Deleting the invite is what makes it single-use: of two requests at once, one finds nothing to delete.
        const [used] = await tx.delete(invites).where(invite).returning();
        if (!used) throw expired();
        const updated = await tx
          .update(users)
          .set({ passwordHash, updatedAt: sql`now()` })
          .where(
            and(
              eq(users.organizationId, used.organizationId),
              eq(users.id, used.userId),
              isNull(users.passwordHash),
            ),
          )
          .returning({ id: users.id });
        if (updated.length === 0) throw expired();
      }),
    );
  },
} satisfies Handlers;

function expired(): HttpError {
  return new HttpError(400, "This invitation has expired or was already used. Ask for a new one.");
}
