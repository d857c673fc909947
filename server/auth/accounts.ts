import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Database, Db } from "#server/db/client.ts";
import { organizations, users } from "#server/db/schema.ts";
import type { TokenPurpose } from "#server/db/schema-auth.ts";
import { HttpError } from "#server/errors.ts";
import { countTry, registered, tryOf } from "./login-limit.ts";
import { tokenHolder } from "./one-time-tokens.ts";
import { fitting } from "./password.ts";

/* One person may work in several stores: an account each, under one address. */

/**
 * Whether nobody has to ask a person for an account: theirs or the store's is connected, or connecting the store's is not
 * their business. Of a query over users.
 */
export const isEmailIntegrationComplete = sql<boolean>`(${users.role} = 'USER' or exists (select from accounts
  where accounts.organization_id = ${users.organizationId} and (is_stores or user_id = ${users.id})))`;

/** Those that can sign in, the newest first. Wants system scope. */
export async function accountsOf(db: Db, email: string) {
  return db
    .select({
      id: users.id,
      organizationId: users.organizationId,
      email: users.email,
      passwordHash: users.passwordHash,
      isEmailIntegrationComplete,
      isDemo: organizations.isDemo,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(await registered(db, email))
    .orderBy(desc(users.createdAt));
}

type Person = { organizationId: string; email: string };

/** Whom a token makes somebody at which store; null for one that is not good. Wants system scope. */
export async function personOfToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<(Person & { store: string }) | null> {
  const holder = await tokenHolder(db, purpose, token);
  if (!holder) return null;
  const { organizationId, userId } = holder;
  const [person] = await db
    .select({ organizationId: users.organizationId, email: users.email, store: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  return person ?? null;
}

/**
 * Throws a 400 for a new password with which the same person signs in to another store: sign-in could not tell the two
 * apart. An invitation's link is in its sender's hands, too, so this is a guess at the other account like one at sign-in,
 * and counted there.
 */
export async function refuseShared(
  database: Database,
  { organizationId, email }: Person,
  password: string,
  address: string,
): Promise<void> {
  const others = await database.system(async (db) => {
    const found = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(await registered(db, email), ne(users.organizationId, organizationId)));
    if (found.length > 0) await countTry(db, await tryOf(db, email, address, null));
    return found;
  });
  if (others.length > 0 && (await fitting(others, password)))
    throw new HttpError(400, "Choose another password");
}
