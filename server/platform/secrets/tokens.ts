import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { bytesOfId, idOfBytes } from "#server/platform/db/id.ts";
import type { Secret } from "./seal.ts";

// The longest path segment of a token. Two ids, the MAC and four more bytes fit.
const MAX_LENGTH = 64;
const MAC_BYTES = 12;

/** A token is valid for one purpose only. Its bytes are readable. */
export function signToken(secret: Buffer, purpose: string, bytes: Buffer): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", `sign ${purpose}`, 32));
  const mac = createHmac("sha256", key).update(bytes).digest().subarray(0, MAC_BYTES);
  return Buffer.concat([bytes, mac]).toString("base64url");
}

/** Null if this host didn't sign it for this purpose with a trusted secret. */
export function readToken(secret: Secret, purpose: string, token: string): Buffer | null {
  if (token.length > MAX_LENGTH) return null;
  const bytes = Buffer.from(token, "base64url").subarray(0, -MAC_BYTES);
  const sent = Buffer.from(token);
  const trusted = (secret.others ?? []).flatMap((one) => (one.isTrusted ? [one.secret] : []));
  const isOurs = [secret, ...trusted].some((key) => {
    const signed = Buffer.from(signToken(key, purpose, bytes));
    return sent.length === signed.length && timingSafeEqual(sent, signed);
  });
  return isOurs ? bytes : null;
}

export type RecordKey = { organizationId: string; id: string };

/**
 * `unsubscribe`: unsubscribes the address that received the email. `feed`: a calendar feed, valid while its
 * row exists. `wish`: a waitlist entry.
 */
type RecordPurpose = "unsubscribe" | "feed" | "wish";

export function recordToken(
  secret: Buffer,
  purpose: RecordPurpose,
  { organizationId, id }: RecordKey,
): string {
  return signToken(secret, purpose, Buffer.concat([bytesOfId(organizationId), bytesOfId(id)]));
}

export function recordOfToken(secret: Secret, purpose: RecordPurpose, token: string): RecordKey | null {
  const bytes = readToken(secret, purpose, token);
  if (bytes?.length !== 32) return null;
  return { organizationId: idOfBytes(bytes.subarray(0, 16)), id: idOfBytes(bytes.subarray(16)) };
}

/** The one action that a link in an email allows. */
const purposes = ["cancel", "move", "confirm"] as const;
export type Purpose = (typeof purposes)[number];

/** A booking at the time the link was written. Each change of the booking increases its sequence. */
type BookingKey = { organizationId: string; id: string; sequence: number };

export function bookingToken(
  secret: Buffer,
  purpose: Purpose,
  { organizationId, id, sequence }: BookingKey,
): string {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(sequence);
  return signToken(
    secret,
    `${purpose} booking`,
    Buffer.concat([bytesOfId(organizationId), bytesOfId(id), count]),
  );
}

export function readBookingToken(secret: Secret, token: string): (BookingKey & { purpose: Purpose }) | null {
  for (const purpose of purposes) {
    const bytes = readToken(secret, `${purpose} booking`, token);
    if (bytes?.length === 36) {
      const [organizationId, id] = [idOfBytes(bytes.subarray(0, 16)), idOfBytes(bytes.subarray(16, 32))];
      return { purpose, organizationId, id, sequence: bytes.readUInt32BE(32) };
    }
  }
  return null;
}

/**
 * Keyed hashes of a text, so that access to the database alone isn't enough to test guesses. The first uses
 * the current secret, the others the previous ones.
 */
export function keyedHashes(secret: Secret, purpose: string, text: string): [Buffer, ...Buffer[]] {
  const by = (one: Buffer) => {
    const key = new Uint8Array(hkdfSync("sha256", one, "", `hash ${purpose}`, 32));
    return createHmac("sha256", key).update(text).digest();
  };
  return [by(secret), ...(secret.others ?? []).map((one) => by(one.secret))];
}
