import "server-only";
import { hash } from "node:crypto";
import { cookies } from "next/headers";
import { decode, type JWT } from "next-auth/jwt";
import { MINUTE } from "#lib/time/zone.ts";
import { authSecrets, isHttps } from "./env.ts";
import { KEPT_COOKIE } from "./kept.ts";

/** Encrypted in the cookie. `id`: the sign-in, as a host may return a token twice. `exp`: seconds since 1970. */
type Session = { id: string; token: string; remember: boolean; exp: number };

type Jar = { getAll(): { name: string; value: string }[] };

/** Identifies this browser to the host, so strangers can't lock its users out. */
export function deviceCookie(): string {
  return `${isHttps() ? "__Host-" : ""}loupe.device`;
}

/** The pending second step after a correct password. */
export function ticketCookie(): string {
  return `${isHttps() ? "__Host-" : ""}loupe.step`;
}

/** The https prefix prevents sibling hosts from setting it. */
export function cookieName(name: "session-token" | "csrf-token" | "callback-url"): string {
  return `${isHttps() ? "__Host-" : ""}next-auth.${name}`;
}

// Decryption is the most expensive part of the BFF. All bundles of the process share this cache.
const CAPACITY = 5_000;
type Memory = { sessions: Map<string, { session: Session; until: number }>; ended: Map<string, true> };
const KEY = Symbol.for("loupe.sessions");
const shared = globalThis as { [KEY]?: Memory };
shared[KEY] ??= { sessions: new Map(), ended: new Map() };
const { sessions, ended } = shared[KEY];

export async function currentSession(): Promise<Session | null> {
  return readSession(await cookies());
}

/** Null if missing, forged, expired or ended. */
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

/** Refuses all copies of a session's cookie, for hosts that can't end the token. Forgotten when the process ends. */
export function endSession(id: string) {
  remember(ended, id, true);
}

export function expiredCookies(jar: Jar): string[] {
  const secure = isHttps() ? "; Secure" : "";
  return sessionCookies(jar).map(
    ({ name }) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** Set-Cookie for the service worker (public/sw.js): whose data it stores. Grants nothing. Null if it knows already. */
export async function keptMark(jar: Jar): Promise<string | null> {
  const known = jar.getAll().find(({ name }) => name === KEPT_COOKIE)?.value;
  const session = await readSession(jar);
  const mark = session ? `${hash("sha256", session.id, "base64url").slice(0, 16)}.${session.exp}` : undefined;
  if (mark === known) return null;
  const ends = session?.remember ? `; Expires=${new Date(session.exp * 1000).toUTCString()}` : "";
  return `${KEPT_COOKIE}=${mark ?? ""}; Path=/${mark ? ends : "; Max-Age=0"}; SameSite=Lax${isHttps() ? "; Secure" : ""}`;
}

/** next-auth splits cookies over 4 kB into name.0, name.1, … */
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

/** Forgets the oldest of too many. */
export function remember<V>(map: Map<string, V>, key: string, value: V) {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > CAPACITY && oldest !== undefined) map.delete(oldest);
}

const HOME = "/dashboard";

/** The requested page if it is below /dashboard, else Home. */
export function safeNext(value: string | null | undefined): string {
  if (!value || value.length > 2000 || /[\\\p{Cc}]/u.test(value) || !value.startsWith(HOME)) return HOME;
  // The URL parser resolves dot segments, also encoded ones, as browsers do.
  const { pathname, search, hash } = new URL(value, "http://here");
  const below = /^\/dashboard(\/|$)/.test(pathname) && !pathname.includes("//");
  return below ? pathname + search + hash : HOME;
}
