import { randomBytes } from "node:crypto";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import type { Assertion, Attestation } from "#lib/contract/factors.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { ownedBy, type UserKey } from "#server/platform/auth/second-step.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bytesOfId, idOfBytes } from "#server/platform/db/id.ts";
import { passkeys, usedChallenges } from "#server/platform/db/schema-factors.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { readToken, signToken } from "#server/platform/secrets/tokens.ts";

const CHALLENGE_MS = 5 * MINUTE;
const RANDOM_BYTES = 16;

type HostPart = Pick<Host, "secret" | "clock" | "webUrl">;

/** Null for an IP address or without https: passkeys belong to a domain. */
export function passkeyHost({ webUrl }: Pick<Host, "webUrl">): string | null {
  const { hostname, protocol } = new URL(webUrl);
  if (hostname === "localhost") return hostname;
  return protocol === "https:" && !/^\[|^[\d.]+$/.test(hostname) ? hostname : null;
}

export function rpIdOf(host: HostPart): string {
  const name = passkeyHost(host);
  if (!name) throw new HttpError(409, "Passkeys need https and a domain name");
  return name;
}

/** Signed, so requesting one stores nothing. `purpose` names the person, or sign-in. */
export function newChallenge({ secret, clock }: HostPart, purpose: string): string {
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
async function spendChallenge(db: Db, challenge: string): Promise<void> {
  const used = await db
    .insert(usedChallenges)
    // By the database clock, longer than the challenge is valid.
    .values({ challenge: Buffer.from(challenge), until: sql`now() + interval '1 hour'` })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  if (used.length === 0) throw unknownPasskey();
}

export function handleOf({ organizationId, userId }: UserKey): string {
  return Buffer.concat([bytesOfId(organizationId), bytesOfId(userId)]).toString("base64url");
}

export const challengeFor = (who: UserKey) => `new passkey ${handleOf(who)}`;

/** Requires a transaction. */
export async function readNewPasskey(db: Db, host: HostPart, who: UserKey, passkey: Attestation) {
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

/** Uses up the challenge. Throws if the passkey is invalid. Requires a transaction in system scope. */
export async function takePasskey(db: Db, host: HostPart, passkey: Assertion): Promise<UserKey> {
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
  await db
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: host.clock() })
    .where(and(eq(passkeys.organizationId, who.organizationId), eq(passkeys.id, known.id)));
  return who;
}

export function unknownPasskey(): HttpError {
  return new HttpError(400, "This passkey isn't registered here");
}
