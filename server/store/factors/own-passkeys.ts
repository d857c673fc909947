import { and, eq } from "drizzle-orm";
import { countAttempt, uncountAttempts } from "#server/platform/auth/attempts.ts";
import { getStepWays, ownedBy } from "#server/platform/auth/second-step.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { passkeys } from "#server/platform/db/schema-factors.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { reportSecondStepChange } from "#server/store/team/begin-session.ts";
import { newRecoveryCodes } from "./codes.ts";
import { requireConfirmation } from "./confirmed.ts";
import { afterRemoval, lockPerson, userKeyOf } from "./own.ts";
import { challengeFor, handleOf, newChallenge, readNewPasskey, rpIdOf, takePasskey } from "./passkeys.ts";
import { storeCodes } from "./set-up.ts";
import { signInAs } from "./sign-in.ts";

const MAX_PASSKEYS = 20;

export const passkeyHandlers = {
  "auth.passkeyOptions": async ({ host, address }) => {
    await host.database.system((db) => countAttempt(db, "passkey asked for", address));
    return { challenge: newChallenge(host, "sign-in"), rpId: rpIdOf(host) };
  },

  "auth.passkey": async ({ host, body: { passkey, device = null }, address, userAgent }) =>
    // Outside the transaction, so that failures stay counted.
    host.database.system(async (db) => {
      await countAttempt(db, "second step from address", address);
      return db.transaction(async (tx) => {
        const who = await takePasskey(tx, host, passkey);
        await uncountAttempts(tx, "second step from address", address, 1);
        return signInAs(tx, host, who, { device, userAgent, address });
      });
    }),

  "factors.passkeyOptions": async ({ host, user, tenant }) =>
    tenant(async (db) => {
      await requireConfirmation(db, user);
      const who = userKeyOf(user);
      const [person] = await db
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.organizationId, user.organizationId), eq(users.id, user.id)));
      const known = await db
        .select({ id: passkeys.credentialId })
        .from(passkeys)
        .where(ownedBy(passkeys, who));
      return {
        ...{ challenge: newChallenge(host, challengeFor(who)), rpId: rpIdOf(host) },
        ...{ userId: handleOf(who), userName: person?.email ?? "" },
        known: known.map(({ id }) => id.toString("base64url")),
      };
    }),

  "factors.addPasskey": async ({ host, user, body: { passkey, name }, tenant, read, address, userAgent }) => {
    const who = userKeyOf(user);
    await read((db) => requireConfirmation(db, user));
    const made = await host.database.system((db) =>
      db.transaction(async (tx) => {
        const read = await readNewPasskey(tx, host, who, passkey);
        if ((await organizationsOf(tx, "passkey", [read.credentialId])).length > 0)
          throw new HttpError(409, "This passkey is already registered");
        return read;
      }),
    );
    return tenant(async (db) => {
      await requireConfirmation(db, user);
      await lockPerson(db, user);
      const ways = await getStepWays(db, who);
      const before = await db.$count(passkeys, ownedBy(passkeys, who));
      if (before >= MAX_PASSKEYS)
        throw new HttpError(409, `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);
      await db.insert(passkeys).values({ ...who, ...made, id: newId(), name });
      await reportSecondStepChange(db, host, user, { address, userAgent }, "A passkey was added");
      if (ways.includes("app") || before > 0) return { codes: [] };
      const codes = newRecoveryCodes();
      await storeCodes(db, who, codes);
      return { codes };
    });
  },

  "factors.removePasskey": async ({ host, user, params, tenant, address, userAgent }) => {
    await tenant(async (db) => {
      const its = and(ownedBy(passkeys, userKeyOf(user)), eq(passkeys.id, params.id));
      await lockPerson(db, user);
      if ((await db.$count(passkeys, its)) === 0) throw notFound();
      await requireConfirmation(db, user);
      await db.delete(passkeys).where(its);
      await afterRemoval(db, userKeyOf(user));
      await reportSecondStepChange(db, host, user, { address, userAgent }, "A passkey was removed");
    });
  },
} satisfies Partial<Handlers>;
