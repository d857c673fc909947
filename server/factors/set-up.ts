import { and, eq } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import { theirs, type Who } from "#server/auth/second-step.ts";
import { hashOf } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { authenticatorApps, recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Host } from "#server/handler.ts";
import { seal, unseal } from "#server/secrets/seal.ts";
import { newRecoveryCodes, newSecret, stepOfCode } from "./codes.ts";
import { sealOwner, wrongCode } from "./take-code.ts";

/** Long enough to find a phone and install an app. */
const LASTS = 30 * MINUTE;

type Begun = { secret: string; codes: string[]; until: number };
type Kept = Pick<Host, "secret" | "clock">;

/**
 * What an authenticator app is told, with the recovery codes. Nothing is stored before the app has answered: `setUp` is
 * both of them once more, sealed, and comes back with the code.
 */
export async function beginApp(db: Db, { secret: key, clock }: Kept, who: Who) {
  const [person] = await db
    .select({ email: users.email, store: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.organizationId, who.organizationId), eq(users.id, who.userId)));
  if (!person) throw notFound();
  const [secret, codes] = [newSecret(), newRecoveryCodes()];
  const begun: Begun = { secret, codes, until: clock().getTime() + LASTS };
  // What stands before the colon is the issuer once more.
  const issuer = person.store.replaceAll(":", " ").trim();
  const label = [issuer, person.email].map(encodeURIComponent).join(":");
  const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
  return { secret, uri, codes, setUp: seal(key, setUpOwner(who), JSON.stringify(begun)) };
}

/**
 * Makes the app theirs, instead of one that they had where it `replaces`. Throws where the code is not its own. Wants a
 * transaction.
 */
export async function finishApp(
  db: Db,
  { secret: key, clock }: Kept,
  who: Who,
  { setUp, code, replaces }: { setUp: string; code: string; replaces: boolean },
): Promise<void> {
  const text = unseal(key, setUpOwner(who), setUp);
  const begun = text === null ? null : (JSON.parse(text) as Begun);
  if (!begun || begun.until < clock().getTime()) throw new HttpError(409, "That took too long. Begin again.");
  const typed = code.replace(/\s/g, "");
  const step = /^\d{6}$/.test(typed) ? stepOfCode(begun.secret, typed, clock()) : null;
  if (step === null) throw wrongCode();
  if (replaces) await db.delete(authenticatorApps).where(theirs(authenticatorApps, who));
  const made = await db
    .insert(authenticatorApps)
    .values({ ...who, secret: seal(key, sealOwner(who), begun.secret), lastStep: step })
    .onConflictDoNothing()
    .returning({ userId: authenticatorApps.userId });
  if (made.length === 0) throw new HttpError(409, "There is an authenticator app already");
  await storeCodes(db, who, begun.codes);
}

/** These codes take the place of all older ones. Wants a transaction. */
export async function storeCodes(db: Db, who: Who, codes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(theirs(recoveryCodes, who));
  const bare = codes.map((code) => code.replaceAll("-", ""));
  await db.insert(recoveryCodes).values(bare.map((code) => ({ ...who, codeHash: hashOf(code) })));
}

function setUpOwner(who: Who): string {
  return `${sealOwner(who)} set-up`;
}
