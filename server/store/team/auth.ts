import { and, eq, isNull, sql } from "drizzle-orm";
import { demoSignIn, endAccounts, isDemoOpen, publishedAccounts } from "#server/data/demo/demo.ts";
import { DEMO_PASSWORD } from "#server/data/demo/seed.ts";
import { accountsOf, personOfToken, refuseSharedPassword } from "#server/platform/auth/accounts.ts";
import { countAttempt, recordAttempt } from "#server/platform/auth/attempts.ts";
import { FIRST_OWNER } from "#server/platform/auth/invite.ts";
import {
  clearLoginAttempts,
  countLoginAttempt,
  identifyAttempt,
  runInTurn,
} from "#server/platform/auth/login-limit.ts";
import { takeOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { findByPassword, hashPassword, refuseWhenFull } from "#server/platform/auth/password.ts";
import { requireSecondStep } from "#server/platform/auth/second-step.ts";
import { refuseWeak } from "#server/platform/auth/weak-passwords.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { firstOwnersLink } from "#server/store/organization/new-organization.ts";
import { beginSession } from "./begin-session.ts";

export const auth = {
  /** If accounts in several stores have the same password, signs in to the newest. */
  "auth.login": async ({ host, body: { email, password, device }, address, userAgent }) => {
    const { database } = host;
    const attempt = await database.system((db) => identifyAttempt(db, email, address, device));
    const line = attempt.isKnown ? "trusted" : "strangers";
    return runInTurn(attempt, async () => {
      refuseWhenFull(line);
      const accounts = await database.system(async (db) => {
        await countLoginAttempt(db, attempt);
        return accountsOf(db, email);
      });
      // Hashing inside the database scope would hold a connection for too long.
      const user = await findByPassword(accounts, password, line);
      const isPublished = user?.isDemo && password === DEMO_PASSWORD;
      if (!user || (isPublished && !(await database.system((db) => isDemoOpen(db, host))))) {
        throw new HttpError(401, "Incorrect email or password");
      }
      const started = await database.system(async (db) => {
        await clearLoginAttempts(db, attempt, accounts.length);
        await requireSecondStep(db, { organizationId: user.organizationId, userId: user.id });
        return db.transaction((tx) => beginSession(tx, host, user, { device, userAgent, address }));
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
    // The first owner registers with auth.registerOwner.
    if (!known || known.email === FIRST_OWNER) throw expired();
    refuseWeak(password, known);
    await refuseSharedPassword(database, known, password, address);
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
        await recordAttempt(tx, "new password", used.userId);
      }),
    );
  },

  "auth.startStore": async ({ host, user }) => {
    const { database, webUrl } = host;
    const isDemo = await database.system(async (db) => {
      const own = and(eq(organizations.id, user.organizationId), eq(organizations.isDemo, true));
      return (await db.$count(organizations, own)) === 1 && isDemoOpen(db, host);
    });
    const link = isDemo ? await firstOwnersLink(database, webUrl) : "";
    if (!link) throw new HttpError(409, "You can only start a new store from the demo.");
    return { link };
  },

  "auth.registerOwner": async ({ host, body, address }) => {
    const { database } = host;
    const { token, password, organizationName, firstName, lastName, email } = body;
    await database.system((db) => countAttempt(db, "register owner", address));
    if (!(await database.system((db) => tokenHolder(db, "invitation", token)))) throw expired();
    refuseWeak(password, { email, store: organizationName });
    const passwordHash = await hashPassword(password);
    const ofDemo = await publishedAccounts(database);
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
        await recordAttempt(tx, "new password", userId);
        await endAccounts(tx, ofDemo);
      }),
    );
  },
} satisfies Partial<Handlers>;

function expired(): HttpError {
  return new HttpError(400, "This invitation has expired or was already used. Ask for a new one.");
}
