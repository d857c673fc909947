import { personOfToken, refuseSharedPassword } from "#server/platform/auth/accounts.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { finishReset, resetLinkExpired } from "#server/platform/auth/reset.ts";
import { refuseWeak } from "#server/platform/auth/weak-passwords.ts";
import { newId } from "#server/platform/db/id.ts";
import { resetRequests } from "#server/platform/db/schema-auth.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { reportPasswordChange } from "./begin-session.ts";

export const passwords = {
  /** A job looks up the address later, so that the answer's time reveals nothing. */
  "auth.forgotPassword": async ({ host, body: { email }, address }) => {
    const { database, clock } = host;
    const person = email.toLowerCase();
    await database.system(async (db) => {
      await countAttempt(db, "forgot password", address);
      await countAttempt(db, "forgot password of", person);
      await db.insert(resetRequests).values({ id: newId(), email: person, createdAt: clock() });
    });
    host.wake();
  },

  "auth.resetPassword": async ({ host, body: { token, password }, address, userAgent }) => {
    const { database } = host;
    await database.system((db) => countAttempt(db, "reset password", address));
    const person = await database.system((db) => personOfToken(db, "reset", token));
    if (!person) throw resetLinkExpired();
    refuseWeak(password, person);
    await refuseSharedPassword(database, person, password, address);
    // Hashing inside the database scope would hold a connection for too long.
    const passwordHash = await hashPassword(password);
    await database.system((db) =>
      db.transaction(async (tx) => {
        const { organizationId, userId } = await finishReset(tx, token, passwordHash);
        await reportPasswordChange(tx, host, { organizationId, id: userId }, { userAgent, address });
      }),
    );
  },
} satisfies Partial<Handlers>;
