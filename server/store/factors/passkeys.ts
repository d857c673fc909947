import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import type { Assertion, Attestation } from "#lib/contract/factors.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { countAttempt, uncountAttempts } from "#server/platform/auth/attempts.ts";
import { getStepWays, ownedBy } from "#server/platform/auth/second-step.ts";
import { type SignedIn, userKeyOf } from "#server/platform/auth/session.ts";
import { type Db, inStore, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { bytesOfId, idOfBytes, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { countRows, patchRecord } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { passkeys, recoveryCodes, usedChallenges } from "#server/platform/db/schema-auth.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { readToken, signToken } from "#server/platform/secrets/tokens.ts";
import { reportSecondStepChange } from "#server/store/team/auth.ts";
import { newRecoveryCodes, storeCodes } from "./codes.ts";
import { requireConfirmation } from "./confirmed.ts";
import { signInAs } from "./sign-in.ts";

export async function lockPerson(db: Db, { id }: SignedIn): Promise<void> {
  await db.execute(sql`select from ${owned(users)} where ${users.id} = ${id} for update`);
}

/** Throws if this was the last second step and the store requires one. Otherwise deletes the recovery codes with it. */
export async function afterRemoval(db: Db, who: UserKey): Promise<void> {
  const ways = await getStepWays(db, who);
  if (ways.includes("setUp"))
    throw new HttpError(
      409,
      "Your store requires a second step. Set up another one before removing this one.",
    );
  if (ways.length === 0) await db.delete(recoveryCodes).where(ownedBy(recoveryCodes, who));
}

const CHALLENGE_MS = 5 * MINUTE;
const RANDOM_BYTES = 16;

type HostPart = Pick<Host, "secret" | "clock" | "webUrl">;

/** Null for an IP address or without https: passkeys belong to a domain. */
export function passkeyHost({ webUrl }: Pick<Host, "webUrl">): string | null {
  const { hostname, protocol } = new URL(webUrl);
  if (hostname === "localhost") return hostname;
  return protocol === "https:" && !/^\[|^[\d.]+$/.test(hostname) ? hostname : null;
}

function rpIdOf(host: HostPart): string {
  const name = passkeyHost(host);
  if (!name) throw new HttpError(409, "Passkeys need https and a domain name");
  return name;
}

/** Signed, so requesting one stores nothing. `purpose` names the person, or sign-in. */
function newChallenge({ secret, clock }: HostPart, purpose: string): string {
  const until = Buffer.alloc(8);
  until.writeBigUInt64BE(BigInt(clock().getTime() + CHALLENGE_MS));
  return signToken(secret, `challenge ${purpose}`, Buffer.concat([randomBytes(RANDOM_BYTES), until]));
}

function isOurs({ secret, clock }: HostPart, purpose: string, challenge: string): boolean {
  const bytes = readToken(secret, `challenge ${purpose}`, challenge);
  return (
    bytes?.length === RANDOM_BYTES + 8 && bytes.readBigUInt64BE(RANDOM_BYTES) >= BigInt(clock().getTime())
  );
}

/** Requires a transaction. */
async function spendChallenge(db: SystemDb, challenge: string): Promise<void> {
  const used = await db
    .insert(usedChallenges)
    // By the database clock, longer than the challenge is valid.
    .values({ challenge: Buffer.from(challenge), until: sql`now() + interval '1 hour'` })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  if (used.length === 0) throw unknownPasskey();
}

function handleOf({ organizationId, userId }: UserKey): string {
  return Buffer.concat([bytesOfId(organizationId), bytesOfId(userId)]).toString("base64url");
}

const challengeFor = (who: UserKey) => `new passkey ${handleOf(who)}`;

/** Requires a transaction. */
async function readNewPasskey(db: SystemDb, host: HostPart, who: UserKey, passkey: Attestation) {
  let challenge = "";
  const verified = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: (sent) => {
      challenge = sent;
      return isOurs(host, challengeFor(who), sent);
    },
    expectedOrigin: new URL(host.webUrl).origin,
    expectedRPID: rpIdOf(host),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw unknownPasskey();
  await spendChallenge(db, challenge);
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: Buffer.from(id, "base64url"), publicKey: Buffer.from(publicKey), counter };
}

/** Uses up the challenge. Requires a transaction. */
export async function takePasskey(db: SystemDb, host: HostPart, passkey: Assertion): Promise<UserKey> {
  const handle = Buffer.from(passkey.response.userHandle, "base64url");
  if (handle.length !== 32) throw unknownPasskey();
  const who = { organizationId: idOfBytes(handle.subarray(0, 16)), userId: idOfBytes(handle.subarray(16)) };
  const [known] = await db
    .select()
    .from(passkeys)
    .where(and(ownedBy(passkeys, who), eq(passkeys.credentialId, Buffer.from(passkey.id, "base64url"))))
    .for("update");
  if (!known) throw unknownPasskey();
  let challenge = "";
  const verified = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: (sent) => {
      challenge = sent;
      return isOurs(host, "sign-in", sent);
    },
    expectedOrigin: new URL(host.webUrl).origin,
    expectedRPID: rpIdOf(host),
    credential: { id: passkey.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw unknownPasskey();
  await spendChallenge(db, challenge);
  await patchRecord(inStore(db, who.organizationId), passkeys, known.id, {
    counter: verified.authenticationInfo.newCounter,
    lastUsedAt: host.clock(),
  });
  return who;
}

export function unknownPasskey(): HttpError {
  return new HttpError(400, "This passkey isn't registered here");
}

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
      const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, user.id));
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
      const before = await countRows(db, passkeys, ownedBy(passkeys, who));
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
      if ((await countRows(db, passkeys, its)) === 0) throw notFound();
      await requireConfirmation(db, user);
      await db.delete(passkeys).where(its);
      await afterRemoval(db, userKeyOf(user));
      await reportSecondStepChange(db, host, user, { address, userAgent }, "A passkey was removed");
    });
  },
} satisfies Partial<Handlers>;
