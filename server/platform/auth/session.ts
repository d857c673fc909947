import { hash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Name, names, route } from "#lib/contract/routes.ts";
import type { Role } from "#lib/contract/users.ts";
import { DAY } from "#lib/time/zone.ts";
import { type Database, type Db, prepared } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { users } from "#server/platform/db/schema.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { markStored, storeUse } from "./session-use.ts";

export type SignedIn = { organizationId: string; id: string; role: Role; tokenHash: Buffer };

/** SQL expression for the person's full name. */
export function nameOf({ organizationId, id }: Pick<SignedIn, "organizationId" | "id">) {
  return sql<string>`(select ${users.firstName} || ' ' || ${users.lastName} from ${users}
    where ${users.organizationId} = ${organizationId} and ${users.id} = ${id})`;
}

const SESSION_MS = 30 * DAY;

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

async function findSession(database: Database, authorization = ""): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const [user] = await database.system((db) => sessionHolder(db).execute({ hash: tokenHash }));
  if (!user) return null;
  const signedIn = { ...user, tokenHash };
  storeUse(database, signedIn);
  return signedIn;
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

/** Screens hide what the role may not do. */
export function forbiddenEndpoints(role: Role): Name[] {
  return names.filter((name) => !mayCall(role, name));
}

function mayCall(role: Role, name: Name): boolean {
  return route(name).who !== "leaders" || role !== "USER";
}
