import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { bytesOfId, idOfBytes } from "#server/db/id.ts";
import type { Secret } from "./seal.ts";

// A token is a part of a path, which holds so much: two ids, the MAC and four bytes more fit.
const LONGEST = 64;
const MAC_BYTES = 12;

/**
 * Bytes that only this host can have written, for the links of its mails. The token of one purpose is none of another.
 * The bytes can be read by anyone who has the token.
 */
export function signToken(secret: Buffer, purpose: string, bytes: Buffer): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", `sign ${purpose}`, 32));
  const mac = createHmac("sha256", key).update(bytes).digest().subarray(0, MAC_BYTES);
  return Buffer.concat([bytes, mac]).toString("base64url");
}

/** The bytes of a token; null for one that this host did not sign for this purpose, with a secret that is believed. */
export function readToken(secret: Secret, purpose: string, token: string): Buffer | null {
  if (token.length > LONGEST) return null;
  const bytes = Buffer.from(token, "base64url").subarray(0, -MAC_BYTES);
  const sent = Buffer.from(token);
  const believed = (secret.others ?? []).flatMap((one) => (one.isBelieved ? [one.secret] : []));
  const isOurs = [secret, ...believed].some((key) => {
    const signed = Buffer.from(signToken(key, purpose, bytes));
    return sent.length === signed.length && timingSafeEqual(sent, signed);
  });
  return isOurs ? bytes : null;
}

/** A record of a store. */
export type Key = { organizationId: string; id: string };

/**
 * Of one record. `unsubscribe`: whoever has it got this mail, and may unsubscribe the address that it went to. `feed`: a
 * calendar that can be subscribed to, as long as its row is there. `wish`: whoever waits for a time.
 */
type RecordPurpose = "unsubscribe" | "feed" | "wish";

export function recordToken(secret: Buffer, purpose: RecordPurpose, { organizationId, id }: Key): string {
  return signToken(secret, purpose, Buffer.concat([bytesOfId(organizationId), bytesOfId(id)]));
}

/** The record that a token leads to; null for a made-up one. */
export function recordOfToken(secret: Secret, purpose: RecordPurpose, token: string): Key | null {
  const bytes = readToken(secret, purpose, token);
  if (bytes?.length !== 32) return null;
  return { organizationId: idOfBytes(bytes.subarray(0, 16)), id: idOfBytes(bytes.subarray(16)) };
}

/** What a mail's link lets its reader do, and nothing else. */
const purposes = ["cancel", "move", "confirm"] as const;
export type Purpose = (typeof purposes)[number];

/** A booking as it was when the link was written: one that was changed since has another sequence. */
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

/** Null for a made-up one. */
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
 * A text as only this host can make it: whoever has the database alone cannot try which texts it may be of. The first is by
 * the present secret, the others by those of before.
 */
export function keyedHashes(secret: Secret, purpose: string, text: string): [Buffer, ...Buffer[]] {
  const by = (one: Buffer) => {
    const key = new Uint8Array(hkdfSync("sha256", one, "", `hash ${purpose}`, 32));
    return createHmac("sha256", key).update(text).digest();
  };
  return [by(secret), ...(secret.others ?? []).map((one) => by(one.secret))];
}
