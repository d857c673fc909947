import { and, eq, sql } from "drizzle-orm";
import type { StepWay } from "#lib/contract/factor-terms.ts";
import type { Role } from "#lib/contract/users.ts";
import type { SystemDb, UserKey } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { authenticatorApps, passkeys, type recoveryCodes } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { newOneTimeToken } from "./one-time-tokens.ts";

type Owned = typeof authenticatorApps | typeof passkeys | typeof recoveryCodes;

export function ownedBy(table: Owned, { organizationId, userId }: UserKey) {
  return and(eq(table.organizationId, organizationId), eq(table.userId, userId));
}

export async function getStepWays(db: SystemDb, who: UserKey): Promise<StepWay[]> {
  const [found] = await db
    .select({
      app: sql<boolean>`exists (select from ${authenticatorApps} where ${ownedBy(authenticatorApps, who)})`,
      passkey: sql<boolean>`exists (select from ${passkeys} where ${ownedBy(passkeys, who)})`,
      setUp: organizations.needsSecondStep,
    })
    .from(organizations)
    .where(eq(organizations.id, who.organizationId));
  if (!found) return [];
  const { app, passkey, setUp } = found;
  if (!app && !passkey) return setUp ? ["setUp"] : [];
  return [...(app ? ["app" as const] : []), ...(passkey ? ["passkey" as const] : [])];
}

export async function requireSecondStep(db: SystemDb, who: UserKey): Promise<void> {
  const ways = await getStepWays(db, who);
  if (ways.length === 0) return;
  const ticket = await newOneTimeToken(db, "step", who);
  throw new HttpError(409, "A second step is needed to sign in", undefined, { step: { ticket, ways } });
}

export function secondStepVisibleTo({ role }: { role: Role }) {
  if (role === "USER") return sql<boolean>`false`;
  const existsIn = (table: Owned) =>
    sql`exists (select from ${owned(table)} where ${table.userId} = ${users.id})`;
  return sql<boolean>`(${existsIn(authenticatorApps)} or ${existsIn(passkeys)})`;
}
