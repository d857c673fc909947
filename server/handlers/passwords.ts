import { countAttempt } from "../attempts.ts";
import { hashPassword } from "../auth/password.ts";
import { checkReset, finishReset, type Resetting, startReset } from "../auth/reset.ts";
import type { Handlers } from "../handler.ts";
import { queueMail } from "../mail/queue.ts";

// Within 15 minutes: mails to one person, and requests of one client, who may be a whole shop.
const PER_PERSON = 3;
const PER_CLIENT = 20;

export const passwords = {
  /** The same answer whether or not anybody has this address. */
  "auth.forgotPassword": async ({ host, body: { email }, address }) => {
    const { database, clock } = host;
    const person = email.toLowerCase();
    await database.system(async (db) => {
      await countAttempt(db, { door: "forgot password", who: address, most: PER_CLIENT });
      await countAttempt(db, { door: "forgot password", who: person, most: PER_PERSON });
    });
    await database.system((db) =>
      db.transaction(async (tx) => {
        const reset = await startReset(tx, person, clock());
        if (reset) await queueMail(tx, resetMail(reset, host.webUrl, clock()));
      }),
    );
    host.wake();
  },

  "auth.resetPassword": async ({ host: { database, clock }, body: { token, password }, address }) => {
    await database.system((db) =>
      countAttempt(db, { door: "reset password", who: address, most: PER_CLIENT }),
    );
    await database.system((db) => checkReset(db, token, clock()));
    // Outside the database's scope: a hash takes long enough to hold up everybody else's queries.
    const passwordHash = await hashPassword(password);
    await database.system((db) => db.transaction((tx) => finishReset(tx, token, passwordHash, clock())));
  },
} satisfies Handlers;

function resetMail(reset: Resetting, webUrl: string, now: Date) {
  const { organizationId, email, firstName, store, token } = reset;
  return {
    organizationId,
    kind: "password" as const,
    to: { address: email, name: firstName },
    subject: "Your new password at {{store}}",
    text: [
      "Hello {{firstName}},",
      `somebody, hopefully you, asked for a new password. Choose one here within the hour:\n${webUrl}/reset-password?${new URLSearchParams({ token })}`,
      "If it was not you, do nothing: your password stays as it is.",
    ].join("\n\n"),
    values: { store, firstName },
    dueAt: now,
  };
}
