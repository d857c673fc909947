import { and, eq, sql } from "drizzle-orm";
import { ownedBy, type UserKey } from "#server/platform/auth/second-step.ts";
import type { Db } from "#server/platform/db/client.ts";
import { authenticatorApps, recoveryCodes } from "#server/platform/db/schema-factors.ts";
import { HttpError } from "#server/platform/errors.ts";
import { unseal } from "#server/platform/secrets/seal.ts";
import { readCode, stepOfCode, type TypedCode } from "./codes.ts";

/** Since the last correct code. Stops a stranger with the password. */
const MAX_FAILURES = 100;

type CodeResult = "app" | "recovery" | "wrong" | "old" | "closed";

type CodeContext = {
  secret: Buffer;
  now: Date;
  isKnown: boolean;
};

/**
 * App codes work once and in ascending order; recovery codes are deleted. `closed`: too many wrong guesses,
 * so only recovery codes and known browsers work. `old`: the code was used before. The transaction must
 * commit in every case.
 */
export async function takeCode(db: Db, who: UserKey, text: string, where: CodeContext): Promise<CodeResult> {
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
  db: Db,
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

async function storeResult(
  db: Db,
  who: UserKey,
  result: { failures: number; lastStep?: number },
): Promise<void> {
  await db.update(authenticatorApps).set(result).where(ownedBy(authenticatorApps, who));
}

export function sealOwner({ organizationId, userId }: UserKey): string {
  return `${organizationId} ${userId} authenticator app`;
}

export function codesLeft(who: UserKey) {
  return sql<number>`(select count(*)::int from ${recoveryCodes} where ${ownedBy(recoveryCodes, who)})`;
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
