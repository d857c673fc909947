import { and, eq, isNull, sql } from "drizzle-orm";
import { queueMail } from "#server/connections/mail/queue.ts";
import { canSend } from "#server/connections/mail/transport.ts";
import { accountOfStore } from "#server/connections/providers/account.ts";
import { demoSignIn, endAccounts, isDemoOpen, publishedAccounts } from "#server/data/demo/demo.ts";
import { DEMO_PASSWORD } from "#server/data/demo/seed.ts";
import { openDemo } from "#server/data/demo/visitors.ts";
import { accountsOf, personOfToken, refuseSharedPassword } from "#server/platform/auth/accounts.ts";
import {
  clearLoginAttempts,
  countAttempt,
  countLoginAttempt,
  identifyAttempt,
  isKnownTo,
  recordAttempt,
  rememberDevice,
  runInTurn,
  wasCountedRecently,
} from "#server/platform/auth/attempts.ts";
import {
  FIRST_OWNER,
  finishReset,
  isUser,
  resetLinkExpired,
  takeOneTimeToken,
  tokenHolder,
} from "#server/platform/auth/one-time-tokens.ts";
import { findByPassword, hashPassword, refuseWeak, refuseWhenFull } from "#server/platform/auth/password.ts";
import { requireSecondStep } from "#server/platform/auth/second-step.ts";
import { browserOf, startSession } from "#server/platform/auth/session.ts";
import { type Db, inStore, type SystemDb } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows, findRecord } from "#server/platform/db/record.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { resetRequests, sessions } from "#server/platform/db/schema-auth.ts";
import { getStore, updateStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { firstOwnersLink } from "#server/store/organization/setup.ts";

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

type Person = { organizationId: string; id: string };
export type ClientInfo = { device: string | null; userAgent: string; address: string };

const MAX_MAILS = 5;

/** Emails the person if the browser was unknown. */
export async function beginSession(
  db: SystemDb,
  host: Host,
  person: Person,
  { device, userAgent, address }: ClientInfo,
): Promise<{ token: string; device: string }> {
  const isKnown = device !== null && (await isKnownTo(db, person, device));
  const known = await rememberDevice(db, person, device);
  const browser = browserOf(userAgent);
  const token = await startSession(db, person, { browser, address, device: known });
  // After a new password, every browser is unknown. The sign-in that follows needs no email.
  if (!isKnown && !(await wasCountedRecently(db, "new password", person.id))) {
    await sendSecurityMail(inStore(db, person.organizationId), host, person, {
      subject: "New sign-in to your account at {{store}}",
      what: "Someone signed in to your account at {{store}} with a browser that we haven't seen before:",
      otherwise: "change your password now and sign out that browser",
      ...{ userAgent, address, path: "/dashboard/settings/security" },
    });
  }
  return { token, device: known };
}

/** Requires the transaction that changes the password. */
export async function reportPasswordChange(
  db: SystemDb,
  host: Host,
  person: Person,
  by: Omit<ClientInfo, "device">,
) {
  await recordAttempt(db, "new password", person.id);
  await sendSecurityMail(inStore(db, person.organizationId), host, person, {
    subject: "Your password at {{store}} was changed",
    what: "The password of your account at {{store}} was changed, and all browsers were signed out:",
    otherwise: "request a new password now",
    ...{ ...by, path: "/forgot-password" },
  });
}

/** Requires the transaction with the change. */
export async function reportSecondStepChange(
  db: Db,
  host: Host,
  person: Person,
  by: Omit<ClientInfo, "device">,
  change: string,
): Promise<void> {
  await sendSecurityMail(db, host, person, {
    subject: "Your sign-in settings at {{store}} changed",
    what: `${change}:`,
    otherwise: "change your password now and check these settings",
    ...{ ...by, path: "/dashboard/settings/security" },
  });
}

type SecurityMail = {
  subject: string;
  what: string;
  otherwise: string;
  path: string;
  userAgent: string;
  address: string;
};

/** Does nothing if no email can be sent, or in the demo, whose password is public. */
async function sendSecurityMail(db: Db, host: Host, { id }: Person, mail: SecurityMail): Promise<void> {
  const person = await findRecord(db, users, id);
  const { name: store, timezone, isDemo } = await getStore(db);
  if (!person || isDemo) return;
  const account = await accountOfStore(db);
  if (!canSend(host, account?.provider ?? null)) return;
  if ((await recordAttempt(db, "security mail", id)).count > MAX_MAILS) return;
  const { email, firstName } = person;
  const now = host.clock();
  const when = now.toLocaleString("en-US", { dateStyle: "full", timeStyle: "short", timeZone: timezone });
  await queueMail(db, {
    kind: "security",
    to: { address: email, name: firstName },
    subject: mail.subject,
    text: [
      "Hello {{firstName}},",
      `${mail.what}\n{{browser}}\n{{address}}\n{{when}}`,
      `If this was you, you don't need to do anything. If it wasn't, ${mail.otherwise}:\n${host.webUrl}${mail.path}`,
    ].join("\n\n"),
    values: {
      ...{ firstName, store, when },
      browser: browserOf(mail.userAgent) || "An unknown browser",
      address: `Address ${mail.address}`,
    },
    dueAt: now,
  });
}

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

  "auth.demo": async ({ host }) => (host.isDemo ? { isOffered: true } : ((await demoSignIn(host)) ?? {})),

  "auth.tryDemo": async ({ host, body: { device }, address, userAgent }) => {
    if (!host.isDemo) throw notFound();
    await host.database.system((db) => countAttempt(db, "try demo", address));
    const client = { device: device ?? null, userAgent, address };
    return openDemo(host, client.device, async (tx, { organizationId, userId, email }) => ({
      ...(await beginSession(tx, host, { organizationId, id: userId }, client)),
      ...{ organizationId, email, isEmailIntegrationComplete: true },
    }));
  },

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
          .where(and(isUser(used), isNull(users.passwordHash)))
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
      return (await countRows(db, organizations, own)) === 1 && isDemoOpen(db, host);
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
              isUser(used),
              eq(users.email, FIRST_OWNER),
              eq(users.role, "OWNER"),
              isNull(users.passwordHash),
            ),
          )
          .returning({ id: users.id });
        if (updated.length === 0) throw expired();
        await updateStore(inStore(tx, organizationId), { name: organizationName });
        await recordAttempt(tx, "new password", userId);
        await endAccounts(tx, ofDemo);
      }),
    );
  },
} satisfies Partial<Handlers>;

function expired(): HttpError {
  return new HttpError(400, "This invitation has expired or was already used. Ask for a new one.");
}
