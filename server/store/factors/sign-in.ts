import { STEP_EXPIRED } from "#lib/contract/factor-terms.ts";
import { isEmailIntegrationComplete } from "#server/platform/auth/accounts.ts";
import {
  countAttempt,
  identifyAttempt,
  resetAttempts,
  uncountAttempts,
} from "#server/platform/auth/attempts.ts";
import { isUser, takeOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { getStepWays, ownedBy } from "#server/platform/auth/second-step.ts";
import { inStore, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { notifyPerson } from "#server/platform/db/incidents.ts";
import { users } from "#server/platform/db/schema.ts";
import { authenticatorApps } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { beginSession, type ClientInfo } from "#server/store/team/auth.ts";
import { beginApp, finishApp, refusalOf, takeCode } from "./codes.ts";

/** Wrong codes from strangers until the person learns that someone has their password. */
const NOTIFY_AT = 10;

export const signInHandlers = {
  "auth.startSecondStep": async ({ host, body: { ticket }, address }) => {
    return host.database.system(async (db) => {
      await countAttempt(db, "second step from address", address);
      const who = await tokenHolder(db, "step", ticket);
      if (!who) throw ticketExpired();
      if (!(await getStepWays(db, who)).includes("setUp")) throw alreadySetUp();
      return beginApp(db, host, who);
    });
  },

  "auth.secondStep": async ({ host, body: { ticket, code, setUp, device = null }, address, userAgent }) => {
    const { database, secret, clock } = host;
    const { who, attempt } = await database.system(async (db) => {
      await countAttempt(db, "second step from address", address);
      const found = await tokenHolder(db, "step", ticket);
      if (!found) throw ticketExpired();
      const known = await identifyAttempt(db, await emailOf(db, found), address, device);
      return { who: found, attempt: known };
    });
    const here = `${who.userId} ${attempt.place}`;
    const limits = attempt.isKnown
      ? ([["second step", here]] as const)
      : ([
          ["second step", here],
          ["second step of account", who.userId],
        ] as const);
    // Before the check, so that parallel guesses can't outrun the count.
    await database.system((db) =>
      db.transaction(async (tx) => {
        for (const [limit, key] of limits) await countAttempt(tx, limit, key);
      }),
    );
    const outcome = await database.system((db) =>
      db.transaction(async (tx) => {
        if (setUp) {
          if (!(await getStepWays(tx, who)).includes("setUp")) throw alreadySetUp();
          await finishApp(tx, host, who, { setUp, code, replaces: false });
        } else {
          const used = await takeCode(tx, who, code, { secret, now: clock(), isKnown: attempt.isKnown });
          const refused = refusalOf(used);
          // Returned instead of thrown, so that the transaction commits the count.
          if (refused) {
            await notifyOfGuesses(tx, who, clock());
            return refused;
          }
        }
        // If the ticket is used twice at the same time, the loser rolls back and its code stays valid.
        if (!(await takeOneTimeToken(tx, "step", ticket))) throw ticketExpired();
        await resetAttempts(tx, "second step", here);
        if (!attempt.isKnown) await uncountAttempts(tx, "second step of account", who.userId, 1);
        await uncountAttempts(tx, "second step from address", address, 1);
        return signInAs(tx, host, who, { device, userAgent, address });
      }),
    );
    if (outcome instanceof HttpError) throw outcome;
    return outcome;
  },
} satisfies Partial<Handlers>;

export async function signInAs(db: SystemDb, host: Host, who: UserKey, asking: ClientInfo) {
  const { organizationId, userId } = who;
  const [person] = await db
    .select({ email: users.email, isEmailIntegrationComplete })
    .from(users)
    .where(isUser(who));
  if (!person) throw ticketExpired();
  const started = await beginSession(db, host, { organizationId, id: userId }, asking);
  return { ...started, organizationId, ...person };
}

async function emailOf(db: SystemDb, who: UserKey): Promise<string> {
  const [person] = await db.select({ email: users.email }).from(users).where(isUser(who));
  return person?.email ?? "";
}

async function notifyOfGuesses(db: SystemDb, who: UserKey, now: Date): Promise<void> {
  const [app] = await db
    .select({ failures: authenticatorApps.failures })
    .from(authenticatorApps)
    .where(ownedBy(authenticatorApps, who));
  if (app?.failures !== NOTIFY_AT) return;
  await notifyPerson(inStore(db, who.organizationId), now, {
    ...who,
    kind: "secondStep",
    key: `guesses ${now.toISOString()}`,
    title: "Someone has your password",
    text: "Someone entered your password, but failed to guess your authenticator code. Change your password now.",
    href: "/dashboard/settings/security",
  });
}

function ticketExpired(): HttpError {
  return new HttpError(410, STEP_EXPIRED);
}

function alreadySetUp(): HttpError {
  return new HttpError(409, "You already have a second step. Sign in again.");
}
