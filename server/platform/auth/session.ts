import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Name, names, route } from "#lib/contract/routes.ts";
import type { Role } from "#lib/contract/users.ts";
import { DAY } from "#lib/time/zone.ts";
import { type Database, type Db, prepared, type Scopes, type Work } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { markStored, storeUse } from "./session-use.ts";

export type SignedIn = { organizationId: string; id: string; role: Role; tokenHash: Buffer };

/** SQL expression for the person's full name, to store with the records they create. */
export function nameOf({ organizationId, id }: Pick<SignedIn, "organizationId" | "id">) {
  return sql<string>`(select ${users.firstName} || ' ' || ${users.lastName} from ${users}
    where ${users.organizationId} = ${organizationId} and ${users.id} = ${id})`;
}

const SESSION_MS = 30 * DAY;

/** 256 random bits and their hash. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

type SessionOrigin = { browser: string; address: string; device: string };

export async function startSession(
  db: Db,
  user: { organizationId: string; id: string },
  from?: SessionOrigin,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(Date.now() + SESSION_MS);
  const { organizationId, id: userId } = user;
  const where = from && { ...from, device: hashToken(from.device) };
  await db.insert(sessions).values({ tokenHash, id: newId(), organizationId, userId, expiresAt, ...where });
  markStored(tokenHash);
  return token;
}

const sessionHolder = prepared((db) =>
  db
    .select({
      organizationId: sql<string>`organization_id`,
      id: sql<string>`id`,
      role: sql<Role>`role`,
    })
    .from(sql`session_holder(${sql.placeholder("hash")})`)
    .prepare("session_holder"),
);

const lookUp = (tokenHash: Buffer) => (db: Db) => sessionHolder(db).execute({ hash: tokenHash });

function bearerHash(authorization = ""): Buffer | null {
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1];
  return token ? hashToken(token) : null;
}

/** Null if the token is missing, unknown or expired. */
async function findSession(database: Database, authorization?: string): Promise<SignedIn | null> {
  const tokenHash = bearerHash(authorization);
  if (!tokenHash) return null;
  const [user] = await database.system(lookUp(tokenHash));
  if (!user) return null;
  if (recentSessions.size >= MAX_RECENT) recentSessions.clear();
  const signedIn = { ...user, tokenHash };
  recentSessions.set(tokenHash.toString("base64"), signedIn);
  storeUse(database, signedIn);
  return signedIn;
}

/** Recent sessions. Only a hint for which rows to read early; never proof of a valid session. */
const recentSessions = new Map<string, SignedIn>();
const MAX_RECENT = 10_000;

/**
 * Runs a read-only handler for a recently seen session while the session is confirmed. Its first read travels
 * to the database together with the session lookup, and the handler gets the result only if the session is
 * unchanged. Returns null if it changed (signed out, removed, another role), or if the handler fails or reads
 * nothing; the caller must then handle the request the usual way. The handler must only read.
 */
export async function readAhead<T>(
  database: Database,
  name: Name,
  authorization: string | undefined,
  handle: (caller: { user: SignedIn; read: Scopes["read"] }) => T | Promise<T>,
): Promise<{ answer: T } | null> {
  const tokenHash = bearerHash(authorization);
  const user = tokenHash && recentSessions.get(tokenHash.toString("base64"));
  if (!user || !mayCall(user.role, name)) return null;
  const { organizationId, id, role } = user;
  let lookedUp: Promise<void> | undefined;
  const read = async <R>(work: Work<R>): Promise<R> => {
    if (lookedUp) {
      await lookedUp;
      return database.read(organizationId, work);
    }
    const both = database.readBehind(organizationId, lookUp(tokenHash), work);
    lookedUp = both.then(([[found]]) => {
      if (found?.organizationId !== organizationId || found.id !== id || found.role !== role) {
        throw new HttpError(401, "Sign in first");
      }
    });
    await lookedUp;
    return (await both)[1];
  };
  try {
    const answer = await handle({ user, read });
    if (!lookedUp) return null;
    // Required even if the handler swallowed the error.
    await lookedUp;
    storeUse(database, user);
    return { answer };
  } catch {
    return null;
  }
}

/** Null for public endpoints. Throws a 401 or 403. */
export async function authenticate(
  database: Database,
  name: Name,
  authorization?: string,
): Promise<SignedIn | null> {
  if (route(name).who === "public") return null;
  const user = await findSession(database, authorization);
  if (!user) throw new HttpError(401, "Sign in first");
  checkRole(user, name);
  return user;
}

export function checkRole({ role }: { role: Role }, name: Name): void {
  if (!mayCall(role, name)) throw new HttpError(403, "Your role can't do this");
}

/** Endpoints that this role may not call. Screens hide what would not work. */
export function forbiddenEndpoints(role: Role): Name[] {
  return names.filter((name) => !mayCall(role, name));
}

function mayCall(role: Role, name: Name): boolean {
  return route(name).who !== "leaders" || role !== "USER";
}
