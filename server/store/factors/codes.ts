import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { isUser } from "#server/platform/auth/one-time-tokens.ts";
import { ownedBy } from "#server/platform/auth/second-step.ts";
import { hashToken } from "#server/platform/auth/session.ts";
import type { SystemDb, UserKey } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { authenticatorApps, recoveryCodes } from "#server/platform/db/schema-auth.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { seal, unseal } from "#server/platform/secrets/keyring.ts";

/* RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 10;

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
function stepOfCode(secret: string, code: string, now: Date): number | null {
  const present = stepAt(now);
  const found = [present, present - 1, present + 1].filter((step) => isSame(codeOf(secret, step), code));
  return found[0] ?? null;
}

/** Accepts spaces and dashes, and digits that look like letters. */
type TypedCode = { kind: "app"; code: string } | { kind: "recovery"; hash: Buffer };
function readCode(text: string): TypedCode | null {
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

/** Wrong codes since the last correct one. Stops a stranger with the password. */
const MAX_FAILURES = 100;

type CodeResult = "app" | "recovery" | "wrong" | "old" | "closed";

type CodeContext = { secret: Buffer; now: Date; isKnown: boolean };

/**
 * App codes work once and in ascending order. `closed`: too many wrong guesses, so only recovery codes and known
 * browsers work. `old`: the code was used before. The transaction must commit in every case.
 */
export async function takeCode(
  db: SystemDb,
  who: UserKey,
  text: string,
  where: CodeContext,
): Promise<CodeResult> {
  const typed = readCode(text);
  if (typed?.kind === "recovery") {
    const its = and(ownedBy(recoveryCodes, who), eq(recoveryCodes.codeHash, typed.hash));
    const deleted = await db.delete(recoveryCodes).where(its).returning({ userId: recoveryCodes.userId });
    if (deleted.length === 0) return "wrong";
    await storeResult(db, who, { failures: 0 });
    return "recovery";
  }
  return takeAppsCode(db, who, typed, where);
}

async function takeAppsCode(
  db: SystemDb,
  who: UserKey,
  typed: Extract<TypedCode, { kind: "app" }> | null,
  { secret, now, isKnown }: CodeContext,
): Promise<CodeResult> {
  const [app] = await db
    .select()
    .from(authenticatorApps)
    .where(ownedBy(authenticatorApps, who))
    .for("update");
  if (!app || !typed) return "wrong";
  if (app.failures >= MAX_FAILURES && !isKnown) return "closed";
  const key = unseal(secret, sealOwner(who), app.secret);
  const step = key && stepOfCode(key, typed.code, now);
  if (step && step <= app.lastStep) return "old";
  if (!step) {
    if (!isKnown) await storeResult(db, who, { failures: app.failures + 1 });
    return "wrong";
  }
  await storeResult(db, who, { failures: 0, lastStep: step });
  return "app";
}

async function storeResult(db: SystemDb, who: UserKey, result: { failures: number; lastStep?: number }) {
  await db.update(authenticatorApps).set(result).where(ownedBy(authenticatorApps, who));
}

export function sealOwner({ organizationId, userId }: UserKey): string {
  return `${organizationId} ${userId} authenticator app`;
}

export function codesLeft({ userId }: UserKey) {
  return sql<number>`(select count(*)::int from ${owned(recoveryCodes)} where ${recoveryCodes.userId} = ${userId})`;
}

export function refusalOf(used: CodeResult): HttpError | null {
  if (used === "wrong") return wrongCode();
  if (used === "old") return new HttpError(400, "That code was already used. Wait for the next one.");
  if (used === "closed") return new HttpError(400, "Too many wrong codes. Use a recovery code.");
  return null;
}

export function wrongCode(): HttpError {
  // The web app treats a 401 as the end of the session.
  return new HttpError(400, "That code is incorrect");
}

const SET_UP_MS = 30 * MINUTE;

type PendingApp = { secret: string; codes: string[]; until: number };
type HostPart = Pick<Host, "secret" | "clock">;

/** Stores nothing: the caller sends `setUp`, the encrypted secret and recovery codes, back with the first code. */
export async function beginApp(db: SystemDb, { secret: key, clock }: HostPart, who: UserKey) {
  const [person] = await db
    .select({ email: users.email, store: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(isUser(who));
  if (!person) throw notFound();
  const [secret, codes] = [base32(randomBytes(SECRET_BYTES)).toUpperCase(), newRecoveryCodes()];
  const pending: PendingApp = { secret, codes, until: clock().getTime() + SET_UP_MS };
  // The label's part before the colon repeats the issuer, so the issuer can't contain one.
  const issuer = person.store.replaceAll(":", " ").trim();
  const label = [issuer, person.email].map(encodeURIComponent).join(":");
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return { secret, uri, codes, setUp: seal(key, setUpOwner(who), JSON.stringify(pending)) };
}

/** With `replaces`, deletes the previous app. Requires a transaction. */
export async function finishApp(
  db: SystemDb,
  { secret: key, clock }: HostPart,
  who: UserKey,
  { setUp, code, replaces }: { setUp: string; code: string; replaces: boolean },
): Promise<void> {
  const text = unseal(key, setUpOwner(who), setUp);
  const pending = text === null ? null : (JSON.parse(text) as PendingApp);
  if (!pending || pending.until < clock().getTime())
    throw new HttpError(409, "That took too long. Please start again.");
  const typed = code.replace(/\s/g, "");
  const step = /^\d{6}$/.test(typed) ? stepOfCode(pending.secret, typed, clock()) : null;
  if (step === null) throw wrongCode();
  if (replaces) await db.delete(authenticatorApps).where(ownedBy(authenticatorApps, who));
  const made = await db
    .insert(authenticatorApps)
    .values({ ...who, secret: seal(key, sealOwner(who), pending.secret), lastStep: step })
    .onConflictDoNothing()
    .returning({ userId: authenticatorApps.userId });
  if (made.length === 0) throw new HttpError(409, "You already have an authenticator app");
  await storeCodes(db, who, pending.codes);
}

export async function storeCodes(db: SystemDb, who: UserKey, codes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(ownedBy(recoveryCodes, who));
  const bare = codes.map((code) => code.replaceAll("-", ""));
  await db.insert(recoveryCodes).values(bare.map((code) => ({ ...who, codeHash: hashToken(code) })));
}

function setUpOwner(who: UserKey): string {
  return `${sealOwner(who)} set-up`;
}
