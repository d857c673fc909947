import { and, eq, sql } from "drizzle-orm";
import type { StepWay } from "#lib/contract/factor-terms.ts";
import type { Role } from "#lib/contract/users.ts";
import type { Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import { authenticatorApps, passkeys, type recoveryCodes } from "#server/db/schema-factors.ts";
import { HttpError } from "#server/errors.ts";
import { newOneTimeToken } from "./one-time-tokens.ts";

export type Who = { organizationId: string; userId: string };

type Owned = typeof authenticatorApps | typeof passkeys | typeof recoveryCodes;

export function theirs(table: Owned, { organizationId, userId }: Who) {
  return and(eq(table.organizationId, organizationId), eq(table.userId, userId));
}

/** What a password is not enough without; empty where it is. Wants system scope, or the store's. */
export async function waysOf(db: Db, who: Who): Promise<StepWay[]> {
  const [found] = await db
    .select({
      app: sql<boolean>`exists (select from ${authenticatorApps} where ${theirs(authenticatorApps, who)})`,
      passkey: sql<boolean>`exists (select from ${passkeys} where ${theirs(passkeys, who)})`,
      setUp: organizations.needsSecondStep,
    })
    .from(organizations)
    .where(eq(organizations.id, who.organizationId));
  if (!found) return [];
  const { app, passkey, setUp } = found;
  if (!app && !passkey) return setUp ? ["setUp"] : [];
  return [...(app ? ["app" as const] : []), ...(passkey ? ["passkey" as const] : [])];
}

/**
 * Throws the 409 that a right password is answered with where it is not enough: whoever has what it says may try the
 * second step for ten minutes. Wants system scope.
 */
export async function checkPasswordEnough(db: Db, who: Who): Promise<void> {
  const ways = await waysOf(db, who);
  if (ways.length === 0) return;
  const ticket = await newOneTimeToken(db, "step", who);
  throw new HttpError(409, "A second step is needed to sign in", undefined, { step: { ticket, ways } });
}

/** Of a query over users: whether they have one, for who leads the store. */
export function secondStepSeenBy({ role }: { role: Role }) {
  if (role === "USER") return sql<boolean>`false`;
  const has = (table: Owned) =>
    sql`exists (select from ${table} where ${table.organizationId} = ${users.organizationId} and ${table.userId} = ${users.id})`;
  return sql<boolean>`(${has(authenticatorApps)} or ${has(passkeys)})`;
}
