import { asc, eq } from "drizzle-orm";
import { countAttempt, resetAttempts } from "#server/platform/auth/attempts.ts";
import { revokeAccess } from "#server/platform/auth/one-time-tokens.ts";
import { findByPassword } from "#server/platform/auth/password.ts";
import { getStepWays, ownedBy } from "#server/platform/auth/second-step.ts";
import { userKeyOf } from "#server/platform/auth/session.ts";
import type { Db, UserKey } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { notifyPerson } from "#server/platform/db/incidents.ts";
import { lockRecord } from "#server/platform/db/record.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { authenticatorApps, passkeys, recoveryCodes } from "#server/platform/db/schema-auth.ts";
import { updateStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { reportSecondStepChange } from "#server/store/team/auth.ts";
import {
  beginApp,
  codesLeft,
  finishApp,
  newRecoveryCodes,
  refusalOf,
  storeCodes,
  takeCode,
  wrongCode,
} from "./codes.ts";
import { isConfirmed, requireConfirmation, storeConfirmation } from "./confirmed.ts";
import {
  afterRemoval,
  lockPerson,
  passkeyHandlers,
  passkeyHost,
  takePasskey,
  unknownPasskey,
} from "./passkeys.ts";
import { signInHandlers } from "./sign-in.ts";

const storeHandlers = {
  /** People without a second step set one up at their next sign-in. Open sessions stay valid. */
  "factors.setRequired": async ({ user, body: { isRequired }, tenant }) => {
    if (user.role !== "OWNER") throw new HttpError(403, "Only the owner can change this");
    await tenant(async (db) => {
      await requireConfirmation(db, user);
      const ways = await getStepWays(db, userKeyOf(user));
      if (isRequired && !ways.includes("app") && !ways.includes("passkey"))
        throw new HttpError(409, "Set up your own second step first");
      await updateStore(db, { needsSecondStep: isRequired });
    });
  },

  /** Not for the owner or oneself. */
  "factors.reset": async ({ host, user, body: { id }, tenant, address, userAgent }) => {
    if (!isId(id)) throw notFound();
    const { organizationId } = user;
    const who = { organizationId, userId: id };
    await tenant(async (db) => {
      const person = await lockRecord(db, users, id);
      if (id === user.id) throw new HttpError(403, "Change your own second step in Settings › Security");
      if (person.role === "OWNER") throw new HttpError(403, "The owner’s second step can't be reset");
      await requireConfirmation(db, user);
      await resetSecondStep(db, who, host.clock(), "The owner or an admin of your store");
      const change = "The owner or an admin reset your second step";
      await reportSecondStepChange(db, host, { organizationId, id }, { address, userAgent }, change);
    });
  },
} satisfies Partial<Handlers>;

/** Requires a transaction. */
export async function resetSecondStep(db: Db, who: UserKey, now: Date, by: string): Promise<void> {
  for (const table of [authenticatorApps, passkeys, recoveryCodes])
    await db.delete(table).where(ownedBy(table, who));
  await revokeAccess(db, who);
  await notifyPerson(db, now, {
    ...who,
    kind: "secondStep",
    key: `reset ${now.toISOString()}`,
    title: "Your second step was reset",
    text: `${by} reset your second step. You can now sign in with your password alone. Set up a new one.`,
    href: "/dashboard/settings/security",
  });
}

export const factors = {
  ...signInHandlers,
  ...passkeyHandlers,
  ...storeHandlers,

  "factors.get": async ({ host, user, read }) => {
    const who = userKeyOf(user);
    return read(async (db) => {
      const [found] = await db
        .select({
          appSince: authenticatorApps.createdAt,
          codes: codesLeft(who),
          isRequired: organizations.needsSecondStep,
        })
        .from(organizations)
        .leftJoin(authenticatorApps, ownedBy(authenticatorApps, who));
      if (!found) throw notFound();
      const { id, name, createdAt, lastUsedAt } = passkeys;
      const keys = await db
        .select({ id, name, createdAt, lastUsedAt })
        .from(passkeys)
        .where(ownedBy(passkeys, who))
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
    const who = userKeyOf(user);
    if (passkey) {
      await database.system((db) =>
        db.transaction(async (tx) => {
          const theirKey = await takePasskey(tx, host, passkey);
          if (theirKey?.userId !== user.id || theirKey.organizationId !== user.organizationId)
            throw unknownPasskey();
          await storeConfirmation(tx, user);
          await resetAttempts(tx, "confirm", user.id);
        }),
      );
      return;
    }
    const found = await read((db) =>
      db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id)),
    );
    if (!(await findByPassword(found, password))) throw new HttpError(400, "That password is incorrect");
    const refused = await database.system((db) =>
      db.transaction(async (tx) => {
        const ways = await getStepWays(tx, who);
        if (ways.includes("app") || ways.includes("passkey")) {
          if (!code) return wrongCode();
          const used = await takeCode(tx, who, code, { secret, now: clock(), isKnown: true });
          const refusal = refusalOf(used);
          if (refusal) return refusal;
        }
        await storeConfirmation(tx, user);
        await resetAttempts(tx, "confirm", user.id);
        return null;
      }),
    );
    if (refused) throw refused;
  },

  "factors.startApp": async ({ host, user, tenant }) =>
    tenant(async (db) => {
      await requireConfirmation(db, user);
      return beginApp(db, host, userKeyOf(user));
    }),

  "factors.finishApp": async ({ host, user, body, tenant, address, userAgent }) => {
    await tenant(async (db) => {
      await requireConfirmation(db, user);
      await lockPerson(db, user);
      await finishApp(db, host, userKeyOf(user), { ...body, replaces: true });
      await reportSecondStepChange(db, host, user, { address, userAgent }, "An authenticator app was set up");
    });
  },

  "factors.removeApp": async ({ host, user, tenant, address, userAgent }) => {
    await tenant(async (db) => {
      await requireConfirmation(db, user);
      await lockPerson(db, user);
      await db.delete(authenticatorApps).where(ownedBy(authenticatorApps, userKeyOf(user)));
      await afterRemoval(db, userKeyOf(user));
      await reportSecondStepChange(
        db,
        host,
        user,
        { address, userAgent },
        "The authenticator app was removed",
      );
    });
  },

  "factors.renewCodes": async ({ host, user, tenant, address, userAgent }) => {
    const codes = newRecoveryCodes();
    await tenant(async (db) => {
      await requireConfirmation(db, user);
      await lockPerson(db, user);
      const ways = await getStepWays(db, userKeyOf(user));
      if (ways.length === 0 || ways.includes("setUp")) {
        throw new HttpError(409, "Set up an authenticator app or a passkey first");
      }
      await storeCodes(db, userKeyOf(user), codes);
      await reportSecondStepChange(db, host, user, { address, userAgent }, "New recovery codes were created");
    });
    return { codes };
  },
} satisfies Partial<Handlers>;
