import { and, eq } from "drizzle-orm";
import { isEmailIntegrationComplete } from "#server/auth/accounts.ts";
import { countAttempt, takeAllBack, takeBack } from "#server/auth/attempts.ts";
import { tryOf } from "#server/auth/login-limit.ts";
import { takeOneTimeToken, tokenHolder } from "#server/auth/one-time-tokens.ts";
import { theirs, type Who, waysOf } from "#server/auth/second-step.ts";
import type { Db } from "#server/db/client.ts";
import { tellPerson } from "#server/db/incidents.ts";
import { users } from "#server/db/schema.ts";
import { authenticatorApps } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { type Asking, beginSession } from "#server/team/begin-session.ts";
import { beginApp, finishApp } from "./set-up.ts";
import { refusalOf, takeCode } from "./take-code.ts";

/** So many wrong codes of strangers, and the person is told that somebody has their password. */
const TELL_AT = 10;

export const signingIn = {
  "auth.startSecondStep": async ({ host, body: { ticket }, address }) => {
    return host.database.system(async (db) => {
      await countAttempt(db, "second step from address", address);
      const who = await tokenHolder(db, "step", ticket);
      if (!who) throw over();
      if (!(await waysOf(db, who)).includes("setUp")) throw isSetUp();
      return beginApp(db, host, who);
    });
  },

  "auth.secondStep": async ({ host, body: { ticket, code, setUp, device = null }, address, userAgent }) => {
    const { database, secret, clock } = host;
    const { who, attempt } = await database.system(async (db) => {
      await countAttempt(db, "second step from address", address);
      const found = await tokenHolder(db, "step", ticket);
      if (!found) throw over();
      const known = await tryOf(db, await emailOf(db, found), address, device);
      return { who: found, attempt: known };
    });
    const here = `${who.userId} ${attempt.place}`;
    const limits = attempt.isKnown
      ? ([["second step", here]] as const)
      : ([
          ["second step", here],
          ["second step of account", who.userId],
        ] as const);
    // Counted before it is looked at, so that parallel guesses cannot overtake the count.
    await database.system((db) =>
      db.transaction(async (tx) => {
        for (const [limit, key] of limits) await countAttempt(tx, limit, key);
      }),
    );
    const outcome = await database.system((db) =>
      db.transaction(async (tx) => {
        if (setUp) {
          if (!(await waysOf(tx, who)).includes("setUp")) throw isSetUp();
          await finishApp(tx, host, who, { setUp, code, replaces: false });
        } else {
          const used = await takeCode(tx, who, code, { secret, now: clock(), isKnown: attempt.isKnown });
          const refused = refusalOf(used);
          // Not thrown here: what was counted stays.
          if (refused) {
            await tellOfGuesses(tx, who, clock());
            return refused;
          }
        }
        // Of two who use it at once, one finds nothing to take, and its code is not used up.
        if (!(await takeOneTimeToken(tx, "step", ticket))) throw over();
        await takeAllBack(tx, "second step", here);
        if (!attempt.isKnown) await takeBack(tx, "second step of account", who.userId, 1);
        await takeBack(tx, "second step from address", address, 1);
        return signInAs(tx, host, who, { device, userAgent, address });
      }),
    );
    if (outcome instanceof HttpError) throw outcome;
    return outcome;
  },
} satisfies Partial<Handlers>;

/** A session for who has shown all that is asked of them. Wants system scope. */
export async function signInAs(db: Db, host: Host, { organizationId, userId }: Who, asking: Asking) {
  const [person] = await db
    .select({ email: users.email, isEmailIntegrationComplete })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  if (!person) throw over();
  const started = await beginSession(db, host, { organizationId, id: userId }, asking);
  return { ...started, organizationId, ...person };
}

async function emailOf(db: Db, { organizationId, userId }: Who): Promise<string> {
  const [person] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  return person?.email ?? "";
}

async function tellOfGuesses(db: Db, who: Who, now: Date): Promise<void> {
  const [app] = await db
    .select({ failures: authenticatorApps.failures })
    .from(authenticatorApps)
    .where(theirs(authenticatorApps, who));
  if (app?.failures !== TELL_AT) return;
  await tellPerson(db, now, {
    ...who,
    kind: "secondStep",
    key: `guesses ${now.toISOString()}`,
    title: "Somebody has your password",
    text: "Somebody who has your password tried codes of your authenticator app, and was kept out. Change your password.",
    href: "/dashboard/settings/security",
  });
}

function over(): HttpError {
  return new HttpError(410, "That took too long. Sign in again.");
}

function isSetUp(): HttpError {
  return new HttpError(409, "A second step is set up already. Sign in again.");
}
