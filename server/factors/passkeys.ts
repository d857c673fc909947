import { randomBytes } from "node:crypto";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import type { Assertion, Attestation } from "#lib/contract/factors.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { theirs, type Who } from "#server/auth/second-step.ts";
import type { Db } from "#server/db/client.ts";
import { bytesOfId, idOfBytes } from "#server/db/id.ts";
import { passkeys, usedChallenges } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { readToken, signToken } from "#server/secrets/tokens.ts";

const LASTS = 5 * MINUTE;
const RANDOM_BYTES = 16;

type Kept = Pick<Host, "secret" | "clock" | "webUrl">;

/** The name that passkeys of this deployment are for; null for an address of numbers, or without https: there are none. */
export function passkeyHost({ webUrl }: Pick<Host, "webUrl">): string | null {
  const { hostname, protocol } = new URL(webUrl);
  if (hostname === "localhost") return hostname;
  return protocol === "https:" && !/^\[|^[\d.]+$/.test(hostname) ? hostname : null;
}

export function rpIdOf(host: Kept): string {
  const name = passkeyHost(host);
  if (!name) throw new HttpError(409, "Passkeys need https and a name of the site");
  return name;
}

/** Signed, so that whoever asks for one leaves no row behind. `purpose` says whose it is, or that it is for anyone. */
export function newChallenge({ secret, clock }: Kept, purpose: string): string {
  const until = Buffer.alloc(8);
  until.writeBigUInt64BE(BigInt(clock().getTime() + LASTS));
  return signToken(secret, `challenge ${purpose}`, Buffer.concat([randomBytes(RANDOM_BYTES), until]));
}

function isOurs({ secret, clock }: Kept, purpose: string, challenge: string): boolean {
  const bytes = readToken(secret, `challenge ${purpose}`, challenge);
  return (
    bytes?.length === RANDOM_BYTES + 8 && bytes.readBigUInt64BE(RANDOM_BYTES) >= BigInt(clock().getTime())
  );
}

/** Of those who answer one challenge at once, or later, the first alone has answered it. Wants a transaction. */
async function spendChallenge(db: Db, challenge: string): Promise<void> {
  const used = await db
    .insert(usedChallenges)
    // By the database's clock, a little longer than it could be answered.
    .values({ challenge: Buffer.from(challenge), until: sql`now() + interval '1 hour'` })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  if (used.length === 0) throw unknownKey();
}

/** Organization and person: a passkey says by itself whose it is. */
export function handleOf({ organizationId, userId }: Who): string {
  return Buffer.concat([bytesOfId(organizationId), bytesOfId(userId)]).toString("base64url");
}

export const challengeFor = (who: Who) => `new passkey ${handleOf(who)}`;

/** What is to be kept of a new passkey. Wants a transaction. */
export async function readNewPasskey(db: Db, host: Kept, who: Who, passkey: Attestation) {
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
  if (!verified?.verified) throw unknownKey();
  await spendChallenge(db, challenge);
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: Buffer.from(id, "base64url"), publicKey: Buffer.from(publicKey), counter };
}

/** Whose passkey has answered one of our challenges, which is used up; throws otherwise. Wants a transaction in system scope. */
export async function takePasskey(db: Db, host: Kept, passkey: Assertion): Promise<Who> {
  const handle = Buffer.from(passkey.response.userHandle, "base64url");
  if (handle.length !== 32) throw unknownKey();
  const who = { organizationId: idOfBytes(handle.subarray(0, 16)), userId: idOfBytes(handle.subarray(16)) };
  const [known] = await db
    .select()
    .from(passkeys)
    .where(and(theirs(passkeys, who), eq(passkeys.credentialId, Buffer.from(passkey.id, "base64url"))))
    .for("update");
  if (!known) throw unknownKey();
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
  if (!verified?.verified) throw unknownKey();
  await spendChallenge(db, challenge);
  await db
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: host.clock() })
    .where(and(eq(passkeys.organizationId, who.organizationId), eq(passkeys.id, known.id)));
  return who;
}

export function unknownKey(): HttpError {
  return new HttpError(400, "This passkey does not sign in here");
}
