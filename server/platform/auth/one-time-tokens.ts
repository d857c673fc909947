import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { users } from "#server/platform/db/schema.ts";
import { onlyNewest, type TokenPurpose, oneTimeTokens as table } from "#server/platform/db/schema-auth.ts";
import { hashToken, newToken } from "./session.ts";

/** Emails and pages state these durations. */
const LIFETIME_MS: Record<TokenPurpose, number> = {
  invitation: 7 * DAY,
  reset: HOUR,
  page: 15 * MINUTE,
  notice: HOUR,
  step: 10 * MINUTE,
};

export type TokenHolder = { organizationId: string; userId: string };

/** A new invitation or reset token replaces the person's previous one. */
export async function newOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  { organizationId, userId }: TokenHolder,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = sql`now() + ${LIFETIME_MS[purpose]} * interval '1 millisecond'`;
  await db
    .insert(table)
    .values({ tokenHash, purpose, organizationId, userId, expiresAt })
    .onConflictDoUpdate({
      target: [table.organizationId, table.userId, table.purpose],
      targetWhere: onlyNewest,
      set: { tokenHash, expiresAt, createdAt: sql`now()` },
    });
  return token;
}

/** Null if the token is invalid. Requires system scope. */
export async function tokenHolder(db: Db, purpose: TokenPurpose, token: string): Promise<TokenHolder | null> {
  const [holder] = await db
    .select(holderColumns)
    .from(table)
    .where(await whereValid(db, purpose, token));
  return holder ?? null;
}

/**
 * Like `tokenHolder`, but deletes the token: only one of two simultaneous uses succeeds. Requires system
 * scope.
 */
export async function takeOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenHolder | null> {
  const [holder] = await db
    .delete(table)
    .where(await whereValid(db, purpose, token))
    .returning(holderColumns);
  return holder ?? null;
}

const holderColumns = { organizationId: table.organizationId, userId: table.userId };

async function whereValid(db: Db, purpose: TokenPurpose, token: string) {
  // Tokens of older versions have the purpose in their hash. They expire within an hour after the update.
  const hashes = [hashToken(token), hashToken(`${purpose} ${token}`)];
  const organizations = await organizationsOf(db, "token", hashes);
  return and(
    inArray(table.organizationId, organizations),
    inArray(table.tokenHash, hashes),
    eq(table.purpose, purpose),
    gt(table.expiresAt, sql`now()`),
  );
}

/** Deletes pending users with their expired invitation, except owners: their store has nobody else. */
export async function forgetOldTokens(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const expired = await tx.delete(table).where(lt(table.expiresAt, sql`now()`)).returning();
    for (const { purpose, organizationId, userId } of expired) {
      if (purpose !== "invitation") continue;
      await tx
        .delete(users)
        .where(
          and(
            eq(users.organizationId, organizationId),
            eq(users.id, userId),
            isNull(users.passwordHash),
            ne(users.role, "OWNER"),
          ),
        );
    }
  });
}
