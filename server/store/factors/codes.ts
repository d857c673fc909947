import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "#server/platform/auth/session.ts";

/* RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;

export function newSecret(): string {
  return base32(randomBytes(SECRET_BYTES)).toUpperCase();
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", unbase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Accepts a neighboring step, because clocks differ. Null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const present = stepAt(now);
  const found = [present, present - 1, present + 1].filter((step) => isSame(codeOf(secret, step), code));
  return found[0] ?? null;
}

/** Accepts spaces and dashes, and digits that look like letters. */
export type TypedCode = { kind: "app"; code: string } | { kind: "recovery"; hash: Buffer };
export function readCode(text: string): TypedCode | null {
  const bare = text.toLowerCase().replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(bare)) return { kind: "app", code: bare };
  const letters = bare.replaceAll("0", "o").replaceAll("1", "l").replaceAll("8", "b");
  return /^[a-z2-7]{16}$/.test(letters) ? { kind: "recovery", hash: hashToken(letters) } : null;
}

export function newRecoveryCodes(): string[] {
  const bare = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  return bare.map((code) => code.replace(/(.{4})(?=.)/g, "$1-"));
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
}

function unbase32(text: string): Buffer {
  const bits = [...text.toLowerCase()].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
