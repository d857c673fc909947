import { and, asc, eq, sql } from "drizzle-orm";
import { countAttempt, takeAllBack } from "#server/auth/attempts.ts";
import { fitting } from "#server/auth/password.ts";
import { theirs, type Who, waysOf } from "#server/auth/second-step.ts";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { newRecoveryCodes } from "./codes.ts";
import { checkConfirmed, isConfirmed, noteConfirmed } from "./confirmed.ts";
import { beginApp, finishApp, storeCodes } from "./set-up.ts";
import { signingIn } from "./sign-in.ts";
import { codesLeft, refusalOf, takeCode, wrongCode } from "./take-code.ts";

const whoIs = ({ organizationId, id }: SignedIn): Who => ({ organizationId, userId: id });

/** What a person has beside their password, and how they come by it. */
export const factors = {
  ...signingIn,

  "factors.get": async ({ user, read }) => {
    const who = whoIs(user);
    return read(async (db) => {
      const [found] = await db
        .select({
          appSince: authenticatorApps.createdAt,
          codes: codesLeft(who),
          isRequired: organizations.needsSecondStep,
        })
        .from(organizations)
        .leftJoin(authenticatorApps, theirs(authenticatorApps, who))
        .where(eq(organizations.id, user.organizationId));
      if (!found) throw notFound();
      const { id, name, createdAt, lastUsedAt } = passkeys;
      const keys = await db
        .select({ id, name, createdAt, lastUsedAt })
        .from(passkeys)
        .where(theirs(passkeys, who))
        .orderBy(asc(createdAt), asc(id));
      return { ...found, passkeys: keys, isConfirmed: await isConfirmed(db, user), passkeyHost: null };
    });
  },

  "factors.confirm": async ({ host: { database, secret, clock }, user, body: { password, code }, read }) => {
    await database.system((db) => countAttempt(db, "confirm", user.id));
    const who = whoIs(user);
    const found = await read((db) =>
      db
        .select({ passwordHash: users.passwordHash })
        .from(users)
        .where(and(eq(users.organizationId, user.organizationId), eq(users.id, user.id))),
    );
    if (!(await fitting(found, password))) throw new HttpError(400, "The password is not right");
    const refused = await database.system((db) =>
      db.transaction(async (tx) => {
        const ways = await waysOf(tx, who);
        if (ways.includes("app") || ways.includes("passkey")) {
          if (!code) return wrongCode();
          const used = await takeCode(tx, who, code, { secret, now: clock(), isKnown: true });
          const refusal = refusalOf(used);
          if (refusal) return refusal;
        }
        await noteConfirmed(tx, user);
        await takeAllBack(tx, "confirm", user.id);
        return null;
      }),
    );
    if (refused) throw refused;
  },

  "factors.startApp": async ({ host, user, tenant }) =>
    tenant(async (db) => {
      await checkConfirmed(db, user);
      return beginApp(db, host, whoIs(user));
    }),

  "factors.finishApp": async ({ host, user, body, tenant }) => {
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      await finishApp(db, host, whoIs(user), { ...body, replaces: true });
    });
  },

  "factors.removeApp": async ({ user, tenant }) => {
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      await db.delete(authenticatorApps).where(theirs(authenticatorApps, whoIs(user)));
      await afterRemoval(db, whoIs(user));
    });
  },

  "factors.renewCodes": async ({ user, tenant }) =>
    tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      const ways = await waysOf(db, whoIs(user));
      if (ways.length === 0 || ways.includes("setUp")) {
        throw new HttpError(409, "Set up an authenticator app or a passkey first");
      }
      const codes = newRecoveryCodes();
      await storeCodes(db, whoIs(user), codes);
      return { codes };
    }),
} satisfies Partial<Handlers>;

/** Of what one person changes at once, one is after the other. */
async function lockPerson(db: Db, { organizationId, id }: SignedIn): Promise<void> {
  await db.execute(
    sql`select from ${users} where ${users.organizationId} = ${organizationId} and ${users.id} = ${id} for update`,
  );
}

/** Nobody takes their last way away from a store that wants one. Recovery codes go with it: they recover nothing. */
async function afterRemoval(db: Db, who: Who): Promise<void> {
  const ways = await waysOf(db, who);
  if (ways.includes("setUp"))
    throw new HttpError(409, "Your store wants a second step: set up another one first");
  if (ways.length === 0) await db.delete(recoveryCodes).where(theirs(recoveryCodes, who));
}
