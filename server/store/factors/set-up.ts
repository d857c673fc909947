import { and, eq } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { ownedBy, type UserKey } from "#server/platform/auth/second-step.ts";
import { hashToken } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { authenticatorApps, recoveryCodes } from "#server/platform/db/schema-factors.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { seal, unseal } from "#server/platform/secrets/seal.ts";
import { newRecoveryCodes, newSecret, stepOfCode } from "./codes.ts";
import { sealOwner, wrongCode } from "./take-code.ts";

const SET_UP_MS = 30 * MINUTE;

type PendingApp = { secret: string; codes: string[]; until: number };
type HostPart = Pick<Host, "secret" | "clock">;

/**
 * Stores nothing yet: `setUp` is the encrypted secret with the recovery codes, which the caller sends back
 * with the first code.
 */
export async function beginApp(db: Db, { secret: key, clock }: HostPart, who: UserKey) {
  const [person] = await db
    .select({ email: users.email, store: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.organizationId, who.organizationId), eq(users.id, who.userId)));
  if (!person) throw notFound();
  const [secret, codes] = [newSecret(), newRecoveryCodes()];
  const pending: PendingApp = { secret, codes, until: clock().getTime() + SET_UP_MS };
  // The label's part before the colon repeats the issuer, so the issuer can't contain one.
  const issuer = person.store.replaceAll(":", " ").trim();
  const label = [issuer, person.email].map(encodeURIComponent).join(":");
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return { secret, uri, codes, setUp: seal(key, setUpOwner(who), JSON.stringify(pending)) };
}

/** With `replaces`, deletes the previous app. Requires a transaction. */
export async function finishApp(
  db: Db,
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

export async function storeCodes(db: Db, who: UserKey, codes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(ownedBy(recoveryCodes, who));
  const bare = codes.map((code) => code.replaceAll("-", ""));
  await db.insert(recoveryCodes).values(bare.map((code) => ({ ...who, codeHash: hashToken(code) })));
}

function setUpOwner(who: UserKey): string {
  return `${sealOwner(who)} set-up`;
}
