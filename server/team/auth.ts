import { and, eq, isNull, sql } from "drizzle-orm";
import { accountsOf, personOfToken, refuseShared } from "#server/auth/accounts.ts";
import { countAttempt, noteAttempt } from "#server/auth/attempts.ts";
import { FIRST_OWNER } from "#server/auth/invite.ts";
import { clearTries, countTry, inTurn, tryOf } from "#server/auth/login-limit.ts";
import { takeOneTimeToken, tokenHolder } from "#server/auth/one-time-tokens.ts";
import { fitting, hashPassword, refuseWhenFull } from "#server/auth/password.ts";
import { checkPasswordEnough } from "#server/auth/second-step.ts";
import { refuseWeak } from "#server/auth/weak-passwords.ts";
import { organizations, users } from "#server/db/schema.ts";
import { sessions } from "#server/db/schema-auth.ts";
import { closeDemo, demoSignIn, isDemoOpen } from "#server/demo/demo.ts";
import { DEMO_PASSWORD } from "#server/demo/seed.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { firstOwnersLink } from "#server/organization/new-organization.ts";
import { beginSession } from "./begin-session.ts";

export const auth = {
  /** Of a person who works in several stores with one and the same password, the newest account. */
  "auth.login": async ({ host, body: { email, password, device }, address, userAgent }) => {
    const { database } = host;
    const attempt = await database.system((db) => tryOf(db, email, address, device));
    const line = attempt.isKnown ? "trusted" : "strangers";
    return inTurn(attempt, async () => {
      refuseWhenFull(line);
      const accounts = await database.system(async (db) => {
        await countTry(db, attempt);
        return accountsOf(db, email);
      });
      // Outside the database's scope: a hash takes long enough to hold up everybody else's queries.
      const user = await fitting(accounts, password, line);
      const isPublished = user?.isDemo && password === DEMO_PASSWORD;
      if (!user || (isPublished && !(await database.system((db) => isDemoOpen(db, host))))) {
        throw new HttpError(401, "Incorrect email or password");
      }
      const started = await database.system(async (db) => {
        await clearTries(db, attempt, accounts.length);
        await checkPasswordEnough(db, { organizationId: user.organizationId, userId: user.id });
        return beginSession(db, host, user, { device, userAgent, address });
      });
      const { organizationId, isEmailIntegrationComplete } = user;
      return { ...started, organizationId, email: user.email, isEmailIntegrationComplete };
    });
  },

  "auth.demo": async ({ host }) => (await demoSignIn(host)) ?? {},

  "auth.logout": async ({ host: { database }, user }) => {
    await database.system((db) =>
      db
        .delete(sessions)
        .where(and(eq(sessions.organizationId, user.organizationId), eq(sessions.tokenHash, user.tokenHash))),
    );
  },

  "auth.register": async ({ host: { database }, body: { token, password }, address }) => {
    const known = await database.system((db) => personOfToken(db, "invitation", token));
    // The first owner has to say more (auth.registerOwner).
    if (!known || known.email === FIRST_OWNER) throw expired();
    refuseWeak(password, known);
    await refuseShared(database, known, password, address);
    const passwordHash = await hashPassword(password);
    await database.system((db) =>
      db.transaction(async (tx) => {
        const used = await takeOneTimeToken(tx, "invitation", token);
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
        await noteAttempt(tx, "new password", used.userId);
      }),
    );
  },

  /** The demo's owner, where anybody who comes is this machine's user, opens a store of their own. */
  "auth.startStore": async ({ host, user }) => {
    const { database, webUrl } = host;
    const isDemo = await database.system(async (db) => {
      const own = and(eq(organizations.id, user.organizationId), eq(organizations.isDemo, true));
      return (await db.$count(organizations, own)) === 1 && isDemoOpen(db, host);
    });
    const link = isDemo ? await firstOwnersLink(database, webUrl) : "";
    if (!link) throw new HttpError(409, "Only whoever looks round in the demo starts a store here");
    return { link };
  },

  /** The first store of a deployment gets its name and its owner, and the demo is over. */
  "auth.registerOwner": async ({ host, body, address }) => {
    const { database } = host;
    const { token, password, organizationName, firstName, lastName, email } = body;
    await database.system((db) => countAttempt(db, "register owner", address));
    if (!(await database.system((db) => tokenHolder(db, "invitation", token)))) throw expired();
    refuseWeak(password, { email, store: organizationName });
    const passwordHash = await hashPassword(password);
    await database.system((db) =>
      db.transaction(async (tx) => {
        const used = await takeOneTimeToken(tx, "invitation", token);
        if (!used) throw expired();
        const { organizationId, userId } = used;
        const owner = {
          email: email.toLowerCase(),
          firstName,
          lastName,
          passwordHash,
          updatedAt: sql`now()`,
        };
        const updated = await tx
          .update(users)
          .set(owner)
          .where(
            and(
              eq(users.organizationId, organizationId),
              eq(users.id, userId),
              eq(users.email, FIRST_OWNER),
              eq(users.role, "OWNER"),
              isNull(users.passwordHash),
            ),
          )
          .returning({ id: users.id });
        if (updated.length === 0) throw expired();
        await tx
          .update(organizations)
          .set({ name: organizationName, updatedAt: sql`now()` })
          .where(eq(organizations.id, organizationId));
        await noteAttempt(tx, "new password", userId);
      }),
    );
    await closeDemo(host);
  },
} satisfies Partial<Handlers>;

function expired(): HttpError {
  return new HttpError(400, "This invitation has expired or was already used. Ask for a new one.");
}
