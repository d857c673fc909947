import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Database, SystemDb } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import type { TokenPurpose } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { countLoginAttempt, identifyAttempt, isRegistered } from "./attempts.ts";
import { isUser, tokenHolder } from "./one-time-tokens.ts";
import { findByPassword } from "./password.ts";

/* People have one account per store, all with the same email address. */

export const isEmailIntegrationComplete = sql<boolean>`(${users.role} = 'USER' or exists (select from accounts
  where accounts.organization_id = ${users.organizationId} and (is_stores or user_id = ${users.id})))`;

export async function accountsOf(db: SystemDb, email: string) {
  return db
    .select({
      ...pick(users, "id", "organizationId", "email", "passwordHash"),
      isEmailIntegrationComplete,
      isDemo: organizations.isDemo,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(await isRegistered(db, email))
    .orderBy(desc(users.createdAt));
}

type Person = { organizationId: string; email: string };

export async function personOfToken(
  db: SystemDb,
  purpose: TokenPurpose,
  token: string,
): Promise<(Person & { store: string }) | null> {
  const holder = await tokenHolder(db, purpose, token);
  if (!holder) return null;
  const [person] = await db
    .select({ organizationId: users.organizationId, email: users.email, store: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(isUser(holder));
  return person ?? null;
}

/**
 * Throws a 400 if the email has this password at another store: sign-in could not tell them apart. Counts as a
 * sign-in attempt, because the link could be used to guess that password.
 */
export async function refuseSharedPassword(
  database: Database,
  { organizationId, email }: Person,
  password: string,
  address: string,
): Promise<void> {
  const others = await database.system(async (db) => {
    const found = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(await isRegistered(db, email), ne(users.organizationId, organizationId)));
    if (found.length > 0) await countLoginAttempt(db, await identifyAttempt(db, email, address, null));
    return found;
  });
  if (others.length > 0 && (await findByPassword(others, password)))
    throw new HttpError(400, "Choose another password");
}
