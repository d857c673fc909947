import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { users } from "#server/db/schema.ts";
import { accountLinks as table } from "#server/db/schema-mail.ts";
import { hashOf, newToken } from "./session.ts";

/** `page`: where a person chooses an account. `notice`: Unipile's, with which it tells of the account that was made. */
type Purpose = "page" | "notice";
const MINUTES: Record<Purpose, number> = { page: 15, notice: 60 };

export type LinkOwner = { organizationId: string; userId: string };

/** A one-time token for connecting an organization's account, for one purpose. */
export async function newAccountLink(db: Db, owner: LinkOwner, purpose: Purpose): Promise<string> {
  const { token } = newToken();
  const expiresAt = new Date(Date.now() + MINUTES[purpose] * 60_000);
  await db.insert(table).values({ ...owner, tokenHash: hashOf(`${purpose} ${token}`), expiresAt });
  return token;
}

/**
 * Who asked for this link; null where it is used, over or made up, or where that person is gone or leads the store no
 * more. Wants system scope.
 */
export async function accountLinkOwner(db: Db, token: string, purpose: Purpose): Promise<LinkOwner | null> {
  const [owner] = await db
    .select({ organizationId: table.organizationId, userId: table.userId })
    .from(table)
    .where(live(token, purpose));
  return owner ?? null;
}

/** Ends a link; true for the one who does. */
export async function useAccountLink(db: Db, token: string, purpose: Purpose): Promise<boolean> {
  const used = await db.delete(table).where(live(token, purpose)).returning({ userId: table.userId });
  return used.length > 0;
}

export async function forgetOldAccountLinks(db: Db): Promise<void> {
  await db.delete(table).where(lt(table.expiresAt, sql`now()`));
}

/** Who may connect is decided anew each time the link is used: whoever has the account reads what passes through it. */
function live(token: string, purpose: Purpose) {
  const leader = sql`exists (select from ${users} where ${users.organizationId} = ${table.organizationId}
    and ${users.id} = ${table.userId} and ${users.role} in ('OWNER', 'ADMIN'))`;
  return and(eq(table.tokenHash, hashOf(`${purpose} ${token}`)), gt(table.expiresAt, sql`now()`), leader);
}
