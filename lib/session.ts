import "server-only";
import { hash } from "node:crypto";
import { cookies } from "next/headers";
import { decode, type JWT } from "next-auth/jwt";
import { MINUTE } from "#lib/time/zone.ts";
import { authSecrets, isHttps } from "./env.ts";
import { KEPT_COOKIE } from "./kept.ts";

/**
 * What the encrypted cookie holds. `id` is of this sign-in: a host may answer two of them with the same token.
 * `exp` in seconds since 1970.
 */
type Session = {
  id: string;
  token: string;
  remember: boolean;
  exp: number;
};

/** Cookies of a request, of Next's or of a server component. */
type Jar = { getAll(): { name: string; value: string }[] };

/** What a host knows this browser by: with it strangers cannot lock its people out. */
export function deviceCookie(): string {
  return `${isHttps() ? "__Host-" : ""}loupe.device`;
}

/** What a browser is asked for a second step with, once its password was right. */
export function ticketCookie(): string {
  return `${isHttps() ? "__Host-" : ""}loupe.step`;
}

/** The cookie's name; on https the prefix keeps sibling hosts from planting one. */
export function cookieName(name: "session-token" | "csrf-token" | "callback-url"): string {
  return `${isHttps() ? "__Host-" : ""}next-auth.${name}`;
}

// Decrypting costs more than anything else in the BFF. Shared by all bundles of the process (middleware, routes).
const CAPACITY = 5_000;
type Memory = { sessions: Map<string, { session: Session; until: number }>; ended: Map<string, true> };
const KEY = Symbol.for("loupe.sessions");
const shared = globalThis as { [KEY]?: Memory };
shared[KEY] ??= { sessions: new Map(), ended: new Map() };
const { sessions, ended } = shared[KEY];

/** The session of a server component's request. */
export async function currentSession(): Promise<Session | null> {
  return readSession(await cookies());
}

/** The session that a request's cookies hold; null if there is none, or one that is forged, expired or ended. */
export async function readSession(jar: Jar): Promise<Session | null> {
  const raw = rawCookie(jar);
  return raw ? decodeSession(raw) : null;
}

export async function decodeSession(raw: string): Promise<Session | null> {
  const now = Date.now();
  const known = sessions.get(raw);
  const session = known && known.until > now ? known.session : await decrypt(raw);
  if (!session || session.exp * 1000 <= now || ended.has(session.id)) return null;
  if (session !== known?.session) remember(sessions, raw, { session, until: now + MINUTE });
  return session;
}

/**
 * Refuses a session's cookie from now on, wherever it was copied to. The host does the same for its token, if it can;
 * this memory is for hosts that cannot, and lasts as long as the process.
 */
export function endSession(id: string) {
  remember(ended, id, true);
}

/** Set-Cookie headers that remove the session from the browser that sent it. */
export function expiredCookies(jar: Jar): string[] {
  const secure = isHttps() ? "; Secure" : "";
  return sessionCookies(jar).map(
    ({ name }) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`,
  );
}

/**
 * The Set-Cookie header by which the browser's worker (public/sw.js) learns whose what it keeps is; null where it knows. It
 * names the sign-in, opens nothing, and lasts as long as the session's own cookie.
 */
export async function keptMark(jar: Jar): Promise<string | null> {
  const told = jar.getAll().find(({ name }) => name === KEPT_COOKIE)?.value;
  const session = await readSession(jar);
  const mark = session ? `${hash("sha256", session.id, "base64url").slice(0, 16)}.${session.exp}` : undefined;
  if (mark === told) return null;
  const ends = session?.remember ? `; Expires=${new Date(session.exp * 1000).toUTCString()}` : "";
  return `${KEPT_COOKIE}=${mark ?? ""}; Path=/${mark ? ends : "; Max-Age=0"}; SameSite=Lax${isHttps() ? "; Secure" : ""}`;
}

/** next-auth splits a cookie over 4 kB into name.0, name.1, … */
function rawCookie(jar: Jar): string {
  const parts = sessionCookies(jar);
  const whole = parts.find(({ name }) => name === cookieName("session-token"));
  if (whole) return whole.value;
  return parts
    .sort((a, b) => Number(a.name.split(".").at(-1)) - Number(b.name.split(".").at(-1)))
    .map(({ value }) => value)
    .join("");
}

function sessionCookies(jar: Jar) {
  const name = cookieName("session-token");
  return jar
    .getAll()
    .filter((cookie) => cookie.name.startsWith(name) && /^(\.\d)?$/.test(cookie.name.slice(name.length)));
}

async function decrypt(raw: string): Promise<Session | null> {
  let claims: JWT | null = null;
  for (const secret of authSecrets()) claims ??= await decode({ token: raw, secret }).catch(() => null);
  const { id, token, exp } = claims ?? {};
  if (typeof id !== "string" || typeof token !== "string" || typeof exp !== "number") return null;
  return { id, token, exp, remember: claims?.remember === true };
}

function remember<V>(map: Map<string, V>, key: string, value: V) {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > CAPACITY && oldest !== undefined) map.delete(oldest);
}

const HOME = "/dashboard";

/** Where to go after signing in: the page that was wanted if it is one of ours below /dashboard, else home. */
export function safeNext(value: string | null | undefined): string {
  if (!value || value.length > 2000 || /[\\\p{Cc}]/u.test(value) || !value.startsWith(HOME)) return HOME;
  // The URL parser resolves dot segments, also encoded ones, as the browser will.
  const { pathname, search, hash } = new URL(value, "http://here");
  const below = /^\/dashboard(\/|$)/.test(pathname) && !pathname.includes("//");
  return below ? pathname + search + hash : HOME;
}
