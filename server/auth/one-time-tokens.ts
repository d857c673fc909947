import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import type { Db } from "#server/db/client.ts";
import { organizationsOf } from "#server/db/directory.ts";
import { users } from "#server/db/schema.ts";
import { onlyNewest, type TokenPurpose, oneTimeTokens as table } from "#server/db/schema-auth.ts";
import { hashOf, newToken } from "./session.ts";

/** How long each is good; mails and pages say so. */
const LASTS: Record<TokenPurpose, number> = {
  invitation: 7 * DAY,
  reset: HOUR,
  /** Where a person chooses their account. */
  page: 15 * MINUTE,
  /** Unipile's, with which it tells of the account that was made. */
  notice: HOUR,
  /** Between a right password and the second step. */
  step: 10 * MINUTE,
};

export type TokenHolder = { organizationId: string; userId: string };

/** A token for one purpose. Of invitations and resets it takes the place of the person's older one. */
export async function newOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  { organizationId, userId }: TokenHolder,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = sql`now() + ${LASTS[purpose]} * interval '1 millisecond'`;
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

/** Whose token this is; null for one that is used, over, made up or for something else. Wants system scope. */
export async function tokenHolder(db: Db, purpose: TokenPurpose, token: string): Promise<TokenHolder | null> {
  const [holder] = await db
    .select(HOLDER)
    .from(table)
    .where(await isGood(db, purpose, token));
  return holder ?? null;
}

/** The same, and ends it: of two who use it at once, one finds nothing to delete. Wants system scope. */
export async function takeOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenHolder | null> {
  const [holder] = await db
    .delete(table)
    .where(await isGood(db, purpose, token))
    .returning(HOLDER);
  return holder ?? null;
}

const HOLDER = { organizationId: table.organizationId, userId: table.userId };

async function isGood(db: Db, purpose: TokenPurpose, token: string) {
  // One of before there was a purpose in the row has it in its hash; the last ones end an hour after an update.
  const hashes = [hashOf(token), hashOf(`${purpose} ${token}`)];
  const organizations = await organizationsOf(db, "token", hashes);
  return and(
    inArray(table.organizationId, organizations),
    inArray(table.tokenHash, hashes),
    eq(table.purpose, purpose),
    gt(table.expiresAt, sql`now()`),
  );
}

/** An invitation that nobody used goes with its pending user. An owner stays: the store has nobody else. */
export async function forgetOldTokens(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const over = await tx.delete(table).where(lt(table.expiresAt, sql`now()`)).returning();
    for (const { purpose, organizationId, userId } of over) {
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
