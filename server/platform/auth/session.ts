import { hash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { type Name, route } from "#lib/contract/routes.ts";
import type { Role } from "#lib/contract/users.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";
import { type Database, prepared, type SystemDb, type UserKey } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { users } from "#server/platform/db/schema.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { machineTime, randomBytes } from "#server/platform/machine.ts";

// The client controls this header, so store only a known word.

const BROWSERS: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, mark: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Chromebook", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];
const MAX_LENGTH = 1_000;

export function browserOf(userAgent: string): string {
  const header = userAgent.slice(0, MAX_LENGTH);
  const firstMatch = (names: typeof BROWSERS) => names.find(([, mark]) => mark.test(header))?.[0];
  return [firstMatch(BROWSERS), firstMatch(SYSTEMS)].filter(Boolean).join(" on ");
}

type SessionKey = { organizationId: string; tokenHash: Buffer };

const storedAt = new Map<string, number>();
const MAX_SESSIONS = 10_000;
const INTERVAL = 15 * MINUTE;

function markStored(tokenHash: Buffer): void {
  if (storedAt.size >= MAX_SESSIONS) storedAt.clear();
  storedAt.set(tokenHash.toString("base64"), machineTime());
}

/** Stores the time at most every 15 minutes, without making the caller wait. */
function storeUse(database: Database, { organizationId, tokenHash }: SessionKey): void {
  const last = storedAt.get(tokenHash.toString("base64"));
  if (last !== undefined && last > machineTime() - INTERVAL) return;
  markStored(tokenHash);
  const isThis = and(eq(sessions.organizationId, organizationId), eq(sessions.tokenHash, tokenHash));
  const isOld = lt(sessions.usedAt, sql`now() - interval '10 minutes'`);
  // If this fails, the list of devices only shows an older time.
  void database
    .system((db) => db.update(sessions).set({ usedAt: sql`now()` }).where(and(isThis, isOld)))
    .catch(() => {});
}

export type SignedIn = { organizationId: string; id: string; role: Role; tokenHash: Buffer };

export const userKeyOf = ({ organizationId, id }: SignedIn): UserKey => ({ organizationId, userId: id });

export function nameOf({ id }: Pick<SignedIn, "id">) {
  return sql<string>`(select ${users.firstName} || ' ' || ${users.lastName} from ${owned(users)} where ${users.id} = ${id})`;
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
  db: SystemDb,
  user: { organizationId: string; id: string },
  from?: SessionOrigin,
): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(machineTime() + SESSION_MS);
  const { organizationId, id: userId } = user;
  const where = from && { ...from, device: hashToken(from.device) };
  await db.insert(sessions).values({ tokenHash, id: newId(), organizationId, userId, expiresAt, ...where });
  markStored(tokenHash);
  return token;
}

const sessionHolder = prepared((db: SystemDb) =>
  db
    .select({ organizationId: sql<string>`organization_id`, id: sql<string>`id`, role: sql<Role>`role` })
    .from(sql`session_holder(${sql.placeholder("hash")})`)
    .prepare("session_holder"),
);

type Holder = Awaited<ReturnType<ReturnType<typeof sessionHolder>["execute"]>>[number];
const waiting = new WeakMap<Database, Map<string, Promise<Holder | undefined>>>();

/** Waiting requests share one look-up. It begins after all of them arrived, so an ended session is refused. */
function findHolder(database: Database, tokenHash: Buffer): Promise<Holder | undefined> {
  const shared = waiting.get(database) ?? new Map<string, Promise<Holder | undefined>>();
  waiting.set(database, shared);
  const key = tokenHash.toString("base64");
  const lookUp =
    shared.get(key) ??
    database
      .system((db) => {
        shared.delete(key);
        return sessionHolder(db).execute({ hash: tokenHash });
      })
      .then(([user]) => user)
      .finally(() => shared.delete(key));
  shared.set(key, lookUp);
  return lookUp;
}

async function findSession(database: Database, authorization = ""): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1];
  if (!token) return null;
  const tokenHash = hashToken(token);
  const user = await findHolder(database, tokenHash);
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

export function mayCall(role: Role, name: Name): boolean {
  return route(name).who !== "managers" || role !== "USER";
}
