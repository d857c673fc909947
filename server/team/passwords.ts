import { personOfToken, refuseShared } from "#server/auth/accounts.ts";
import { countAttempt } from "#server/auth/attempts.ts";
import { hashPassword } from "#server/auth/password.ts";
import { finishReset, resetOver } from "#server/auth/reset.ts";
import { refuseWeak } from "#server/auth/weak-passwords.ts";
import { newId } from "#server/db/id.ts";
import { resetRequests } from "#server/db/schema-auth.ts";
import type { Handlers } from "#server/handler.ts";
import { passwordChanged } from "./begin-session.ts";

export const passwords = {
  /** The same answer, in the same time, whether or not anybody has this address: a job looks (mail/reset-mails.ts). */
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
    if (!person) throw resetOver();
    refuseWeak(password, person);
    await refuseShared(database, person, password, address);
    // Outside the database's scope: a hash takes long enough to hold up everybody else's queries.
    const passwordHash = await hashPassword(password);
    await database.system((db) =>
      db.transaction(async (tx) => {
        const { organizationId, userId } = await finishReset(tx, token, passwordHash);
        await passwordChanged(tx, host, { organizationId, id: userId }, { userAgent, address });
      }),
    );
  },
} satisfies Partial<Handlers>;
