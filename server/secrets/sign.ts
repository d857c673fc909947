import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

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

/** The bytes of a token; null for one that this host did not sign for this purpose. */
export function readToken(secret: Buffer, purpose: string, token: string): Buffer | null {
  if (token.length > LONGEST) return null;
  const bytes = Buffer.from(token, "base64url").subarray(0, -MAC_BYTES);
  const signed = Buffer.from(signToken(secret, purpose, bytes));
  const sent = Buffer.from(token);
  return sent.length === signed.length && timingSafeEqual(sent, signed) ? bytes : null;
}
