import { and, asc, eq } from "drizzle-orm";
import { countAttempt, takeAllBack } from "#server/auth/attempts.ts";
import { fitting } from "#server/auth/password.ts";
import { theirs, waysOf } from "#server/auth/second-step.ts";
import { organizations, users } from "#server/db/schema.ts";
import { authenticatorApps, passkeys } from "#server/db/schema-factors.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";
import { secondStepChanged } from "#server/team/begin-session.ts";
import { newRecoveryCodes } from "./codes.ts";
import { checkConfirmed, isConfirmed, noteConfirmed } from "./confirmed.ts";
import { afterRemoval, lockPerson, whoIs } from "./own.ts";
import { passkeyRows } from "./own-passkeys.ts";
import { passkeyHost, takePasskey, unknownKey } from "./passkeys.ts";
import { beginApp, finishApp, storeCodes } from "./set-up.ts";
import { signingIn } from "./sign-in.ts";
import { storeRows } from "./store.ts";
import { codesLeft, refusalOf, takeCode, wrongCode } from "./take-code.ts";

/** What a person has beside their password, and how they come by it. */
export const factors = {
  ...signingIn,
  ...passkeyRows,
  ...storeRows,

  "factors.get": async ({ host, user, read }) => {
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
      return {
        ...found,
        passkeys: keys,
        isConfirmed: await isConfirmed(db, user),
        passkeyHost: passkeyHost(host),
      };
    });
  },

  "factors.confirm": async ({ host, user, body: { password = "", code, passkey }, read }) => {
    const { database, secret, clock } = host;
    await database.system((db) => countAttempt(db, "confirm", user.id));
    const who = whoIs(user);
    if (passkey) {
      await database.system((db) =>
        db.transaction(async (tx) => {
          const theirKey = await takePasskey(tx, host, passkey);
          if (theirKey?.userId !== user.id || theirKey.organizationId !== user.organizationId)
            throw unknownKey();
          await noteConfirmed(tx, user);
          await takeAllBack(tx, "confirm", user.id);
        }),
      );
      return;
    }
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

  "factors.finishApp": async ({ host, user, body, tenant, address, userAgent }) => {
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      await finishApp(db, host, whoIs(user), { ...body, replaces: true });
    });
    await secondStepChanged(host, user, { address, userAgent }, "an authenticator app was set up");
  },

  "factors.removeApp": async ({ host, user, tenant, address, userAgent }) => {
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      await db.delete(authenticatorApps).where(theirs(authenticatorApps, whoIs(user)));
      await afterRemoval(db, whoIs(user));
    });
    await secondStepChanged(host, user, { address, userAgent }, "the authenticator app was removed");
  },

  "factors.renewCodes": async ({ host, user, tenant, address, userAgent }) => {
    const codes = newRecoveryCodes();
    await tenant(async (db) => {
      await checkConfirmed(db, user);
      await lockPerson(db, user);
      const ways = await waysOf(db, whoIs(user));
      if (ways.length === 0 || ways.includes("setUp")) {
        throw new HttpError(409, "Set up an authenticator app or a passkey first");
      }
      await storeCodes(db, whoIs(user), codes);
    });
    await secondStepChanged(host, user, { address, userAgent }, "new recovery codes were made");
    return { codes };
  },
} satisfies Partial<Handlers>;
