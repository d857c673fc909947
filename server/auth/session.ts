import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Name, names, route } from "#lib/contract/routes.ts";
import type { Role } from "#lib/contract/users.ts";
import { DAY } from "#lib/time/zone.ts";
import { type Database, type Db, prepared, type Scopes, type Work } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { users } from "#server/db/schema.ts";
import { sessions } from "#server/db/schema-auth.ts";
import { HttpError } from "#server/errors.ts";
import { isNoted, noteUse } from "./session-use.ts";

export type SignedIn = { organizationId: string; id: string; role: Role; tokenHash: Buffer };

/** The person's name, for what they record: a part of the statement that stores it. */
export function nameOf({ organizationId, id }: Pick<SignedIn, "organizationId" | "id">) {
  return sql<string>`(select ${users.firstName} || ' ' || ${users.lastName} from ${users}
    where ${users.organizationId} = ${organizationId} and ${users.id} = ${id})`;
}

const SESSION_MS = 30 * DAY;

/** 256 random bits, as text for the bearer and as the hash that is stored. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Where a session begins: what the browser is called, its address, and what it is known by from now on. */
type From = { browser: string; address: string; device: string };

/** Starts a session; answers its bearer token. */
export async function startSession(
  db: Db,
  user: { organizationId: string; id: string },
  from?: From,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(Date.now() + SESSION_MS);
  const { organizationId, id: userId } = user;
  const where = from && { ...from, device: hashOf(from.device) };
  await db.insert(sessions).values({ tokenHash, id: newId(), organizationId, userId, expiresAt, ...where });
  isNoted(tokenHash);
  return token;
}

const holder = prepared((db) =>
  db
    .select({
      organizationId: sql<string>`organization_id`,
      id: sql<string>`id`,
      role: sql<Role>`role`,
    })
    .from(sql`session_holder(${sql.placeholder("hash")})`)
    .prepare("session_holder"),
);

const lookUp = (tokenHash: Buffer) => (db: Db) => holder(db).execute({ hash: tokenHash });

function hashSent(authorization = ""): Buffer | null {
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1];
  return token ? hashOf(token) : null;
}

/** Who sent this Authorization header; null for no, an unknown or an expired bearer. */
async function whoSent(database: Database, authorization?: string): Promise<SignedIn | null> {
  const tokenHash = hashSent(authorization);
  if (!tokenHash) return null;
  const [user] = await database.system(lookUp(tokenHash));
  if (!user) return null;
  if (seen.size >= SEEN) seen.clear();
  const signedIn = { ...user, tokenHash };
  seen.set(tokenHash.toString("base64"), signedIn);
  noteUse(database, signedIn);
  return signedIn;
}

/** Who held which session when it was last looked up. Good for guessing whose rows to read, and for nothing else. */
const seen = new Map<string, SignedIn>();
const SEEN = 10_000;

/**
 * Handles a call of somebody seen before while their session is looked up: its first read goes to the database in one with
 * the look-up, and comes back to the handler only when that says the same as before. Null where it does not (signed out,
 * removed, another role), and where the handler fails or reads nothing: the call is then to be handled from the beginning.
 * Whoever is handled so must be able to do nothing but read.
 */
export async function readAhead<T>(
  database: Database,
  name: Name,
  authorization: string | undefined,
  handle: (caller: { user: SignedIn; read: Scopes["read"] }) => T | Promise<T>,
): Promise<{ answer: T } | null> {
  const tokenHash = hashSent(authorization);
  const user = tokenHash && seen.get(tokenHash.toString("base64"));
  if (!user || !may(user.role, name)) return null;
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
    // Whatever the handler made of it.
    await lookedUp;
    noteUse(database, user);
    return { answer };
  } catch {
    return null;
  }
}

/** Who calls the row, if they may; null where nobody need be signed in. */
export async function admitted(
  database: Database,
  name: Name,
  authorization?: string,
): Promise<SignedIn | null> {
  if (route(name).who === "public") return null;
  const user = await whoSent(database, authorization);
  if (!user) throw new HttpError(401, "Sign in first");
  checkMay(user, name);
  return user;
}

export function checkMay({ role }: { role: Role }, name: Name): void {
  if (!may(role, name)) throw new HttpError(403, "Your role may not do this");
}

/** The rows that a role is refused, for screens to show nothing that would not work. */
export function refusedTo(role: Role): Name[] {
  return names.filter((name) => !may(role, name));
}

function may(role: Role, name: Name): boolean {
  return route(name).who !== "leaders" || role !== "USER";
}
