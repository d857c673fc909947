import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Role } from "#lib/contract/users.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/zone.ts";
import { type Db, inStore, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { organizationsOf } from "#server/platform/db/directory.ts";
import { newId } from "#server/platform/db/id.ts";
import { patchRecord } from "#server/platform/db/record.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import {
  knownDevices,
  onlyNewest,
  sessions,
  type TokenPurpose,
  oneTimeTokens as table,
} from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { isRegistered } from "./attempts.ts";
import { hashToken, newToken } from "./session.ts";

/** Emails and pages state these durations. */
const LIFETIME_MS: Record<TokenPurpose, number> = {
  invitation: 7 * DAY,
  reset: HOUR,
  page: 15 * MINUTE,
  notice: HOUR,
  step: 10 * MINUTE,
};

export function isUser({ organizationId, userId }: UserKey) {
  return and(eq(users.organizationId, organizationId), eq(users.id, userId));
}

/** A new invitation or reset token replaces the person's previous one. */
export async function newOneTimeToken(
  db: SystemDb,
  purpose: TokenPurpose,
  { organizationId, userId }: UserKey,
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

export async function tokenHolder(
  db: SystemDb,
  purpose: TokenPurpose,
  token: string,
): Promise<UserKey | null> {
  const [holder] = await db
    .select(holderColumns)
    .from(table)
    .where(await whereValid(db, purpose, token));
  return holder ?? null;
}

/** Like `tokenHolder`, but deletes the token: only one of two simultaneous uses succeeds. Requires system scope. */
export async function takeOneTimeToken(
  db: SystemDb,
  purpose: TokenPurpose,
  token: string,
): Promise<UserKey | null> {
  const [holder] = await db
    .delete(table)
    .where(await whereValid(db, purpose, token))
    .returning(holderColumns);
  return holder ?? null;
}

const holderColumns = { organizationId: table.organizationId, userId: table.userId };

async function whereValid(db: SystemDb, purpose: TokenPurpose, token: string) {
  const tokenHash = hashToken(token);
  const organizations = await organizationsOf(db, "token", [tokenHash]);
  return and(
    inArray(table.organizationId, organizations),
    eq(table.tokenHash, tokenHash),
    eq(table.purpose, purpose),
    gt(table.expiresAt, sql`now()`),
  );
}

/** Deletes invited people with them, except owners: their store has nobody else. */
export async function forgetOldTokens(db: SystemDb): Promise<void> {
  await db.transaction(async (tx) => {
    const expired = await tx.delete(table).where(lt(table.expiresAt, sql`now()`)).returning();
    for (const { purpose, organizationId, userId } of expired) {
      if (purpose !== "invitation") continue;
      await tx
        .delete(users)
        .where(and(isUser({ organizationId, userId }), isNull(users.passwordHash), ne(users.role, "OWNER")));
    }
  });
}

export type PasswordReset = {
  organizationId: string;
  email: string;
  firstName: string;
  store: string;
  token: string;
};

export async function startResets(db: SystemDb, email: string): Promise<PasswordReset[]> {
  const found = await db
    .select({
      organizationId: users.organizationId,
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      store: organizations.name,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .where(await isRegistered(db, email));
  const started: PasswordReset[] = [];
  for (const { userId, ...rest } of found) {
    const { organizationId } = rest;
    started.push({ ...rest, token: await newOneTimeToken(db, "reset", { organizationId, userId }) });
  }
  return started;
}

/** Requires a transaction. */
export async function finishReset(db: SystemDb, token: string, passwordHash: string): Promise<UserKey> {
  const holder = await takeOneTimeToken(db, "reset", token);
  if (!holder) throw resetLinkExpired();
  const { organizationId, userId } = holder;
  const store = inStore(db, organizationId);
  await patchRecord(store, users, userId, { passwordHash, updatedAt: sql`now()` });
  await revokeAccess(store, holder);
  return holder;
}

export async function revokeAccess(db: Db, { userId }: UserKey): Promise<void> {
  for (const one of [sessions, table, knownDevices]) await db.delete(one).where(eq(one.userId, userId));
}

export function resetLinkExpired(): HttpError {
  return new HttpError(400, "This link has expired or was already used. Ask for a new one.");
}

export const FIRST_OWNER = "owner@first-start.invalid";

type Invited = { organizationId: string; firstName: string; lastName: string; email: string; role: Role };

/** A repeated invitation replaces the link. 409 if the address has an account here. Needs the system's transaction. */
export async function inviteUser(db: SystemDb, webUrl: string, invited: Invited): Promise<string> {
  const { organizationId, firstName, lastName, role } = invited;
  const email = invited.email.toLowerCase();
  const [user] = await db
    .insert(users)
    .values({ id: newId(), organizationId, firstName, lastName, email, role })
    .onConflictDoUpdate({
      target: [users.organizationId, users.email],
      set: { firstName, lastName, role, updatedAt: sql`now()` },
      setWhere: and(isNull(users.passwordHash), ne(users.role, "OWNER")),
    })
    .returning({ id: users.id });
  if (!user) throw new HttpError(409, "That email address already has an account");
  const link = await renewInvitation(db, webUrl, { organizationId, userId: user.id });
  return `${link}&${new URLSearchParams({ name: firstName })}`;
}

export async function renewInvitation(db: SystemDb, webUrl: string, pending: UserKey): Promise<string> {
  const token = await newOneTimeToken(db, "invitation", pending);
  return `${webUrl}/register?${new URLSearchParams({ token })}`;
}
