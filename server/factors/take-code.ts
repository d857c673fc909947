import { and, eq, sql } from "drizzle-orm";
import { theirs, type Who } from "#server/auth/second-step.ts";
import type { Db } from "#server/db/client.ts";
import { authenticatorApps, recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";
import { unseal } from "#server/secrets/seal.ts";
import { readCode, stepOfCode, type Typed } from "./codes.ts";

/** Wrong codes in all, until a right one: a stranger who has the password guesses no longer than that. */
const MOST_FAILURES = 100;

type Taken = "app" | "recovery" | "wrong" | "old" | "closed";

type Where = {
  secret: Buffer;
  now: Date;
  /** Whether this person has signed in in this browser before, or is signed in. */
  isKnown: boolean;
};

/**
 * Uses a code up: of an app none is taken twice, nor one older than the last; a recovery code is gone. `closed`: strangers
 * guessed too often, so that only recovery codes and known browsers count. `old`: it was right, once. Wants a transaction that stays whatever it says.
 */
export async function takeCode(db: Db, who: Who, text: string, where: Where): Promise<Taken> {
  const typed = readCode(text);
  if (typed?.kind === "recovery") {
    const its = and(theirs(recoveryCodes, who), eq(recoveryCodes.codeHash, typed.hash));
    const gone = await db.delete(recoveryCodes).where(its).returning({ userId: recoveryCodes.userId });
    if (gone.length === 0) return "wrong";
    await noteResult(db, who, { failures: 0 });
    return "recovery";
  }
  return takeAppsCode(db, who, typed, where);
}

async function takeAppsCode(
  db: Db,
  who: Who,
  typed: Extract<Typed, { kind: "app" }> | null,
  { secret, now, isKnown }: Where,
): Promise<Taken> {
  const [app] = await db.select().from(authenticatorApps).where(theirs(authenticatorApps, who)).for("update");
  if (!app || !typed) return "wrong";
  if (app.failures >= MOST_FAILURES && !isKnown) return "closed";
  const key = unseal(secret, sealOwner(who), app.secret);
  const step = key && stepOfCode(key, typed.code, now);
  if (step && step <= app.lastStep) return "old";
  if (!step) {
    if (!isKnown) await noteResult(db, who, { failures: app.failures + 1 });
    return "wrong";
  }
  await noteResult(db, who, { failures: 0, lastStep: step });
  return "app";
}

async function noteResult(db: Db, who: Who, result: { failures: number; lastStep?: number }): Promise<void> {
  await db.update(authenticatorApps).set(result).where(theirs(authenticatorApps, who));
}

export function sealOwner({ organizationId, userId }: Who): string {
  return `${organizationId} ${userId} authenticator app`;
}

/** How many codes are left. */
export function codesLeft(who: Who) {
  return sql<number>`(select count(*)::int from ${recoveryCodes} where ${theirs(recoveryCodes, who)})`;
}

/** Why a code was not taken; null where it was. */
export function refusalOf(used: Taken): HttpError | null {
  if (used === "wrong") return wrongCode();
  if (used === "old") return new HttpError(400, "That code was used already. Wait for the next one.");
  if (used === "closed") return new HttpError(400, "Too many codes were wrong. Use a recovery code.");
  return null;
}

export function wrongCode(): HttpError {
  // No 401: to the web app that would be the end of a session.
  return new HttpError(400, "That code is not right");
}
