import "server-only";
import { randomUUID } from "node:crypto";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import { DAY, HOUR } from "#lib/time/zone.ts";
import { authSecret, isHttps } from "./env.ts";
import { HostError, hostCall } from "./host.ts";
import { cookieName, decodeSession, endSession } from "./session.ts";

/** Seconds that a session lasts, if it may outlive the browser and if not. It does not grow by being used. */
const LIFETIME = { remembered: (30 * DAY) / 1000, browser: (16 * HOUR) / 1000 };

type SignedIn = User & { token: string; remember: boolean };

/** What a host knew the browser by before this sign-in, and how it is told what to be known by from now on. */
type Device = { known?: string | undefined; keep: (device: string) => void };

export function authOptions(device?: Device): NextAuthOptions {
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
  return {
    secret: authSecret(),
    providers: [
      {
        id: "credentials",
        name: "Credentials",
        type: "credentials",
        credentials: {},
        authorize: (form, request) => signIn(form, request, device),
      },
    ],
    session: { strategy: "jwt", maxAge: LIFETIME.remembered },
    pages: { signIn: "/login", error: "/login", signOut: "/login" },
    useSecureCookies: isHttps(),
    cookies: {
      sessionToken: { name: cookieName("session-token"), options: cookie },
      csrfToken: { name: cookieName("csrf-token"), options: cookie },
      callbackUrl: { name: cookieName("callback-url"), options: cookie },
    },
    jwt: {
      encode: ({ token = {}, secret }) => encode({ token, secret, maxAge: secondsLeft(token) }),
      decode: async ({ token }) => (token ? decodeSession(token) : null),
    },
    callbacks: {
      // Nothing but a sign-in writes the token: the "update" trigger carries what the browser says.
      jwt: ({ token, user }) => (user ? claims(user as SignedIn) : token),
      // The browser learns that there is a session and no more; above all not the host's token.
      session: ({ token }) => ({ expires: new Date(Number(token.exp) * 1000).toISOString() }),
      redirect: ({ url, baseUrl }) => ownUrl(url, baseUrl),
    },
    events: { signOut: ({ token }) => signOut({ ...token }) },
    logger: { error: (code) => logError(code), warn: () => {}, debug: () => {} },
  };
}

type Request = { headers?: Record<string, unknown> };

/** Throws the sentence that the sign-in screen shows. */
async function signIn(
  form: Record<string, unknown> | undefined,
  request: Request,
  device?: Device,
): Promise<SignedIn> {
  const { email, password, remember } = form ?? {};
  try {
    if (typeof email !== "string" || typeof password !== "string") throw new HostError(400);
    const forwardedFor = String(request.headers?.["x-forwarded-for"] ?? "");
    const known = device?.known;
    const answer = await hostCall("auth.login", {
      body: { email, password, ...(known && { device: known }) },
      forwardedFor,
      // A line of any length and any bytes; the host knows it by a few words in its beginning.
      userAgent: String(request.headers?.["user-agent"] ?? "")
        .replace(/[^\x20-\x7e]/g, "")
        .slice(0, 500),
    });
    const { token } = answer;
    // It has to fit into a header.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new HostError(502);
    if (answer.device) device?.keep(answer.device);
    return { id: email, token, remember: remember === "true" };
  } catch (error) {
    if (!(error instanceof HostError)) logError(String(error));
    throw new Error(
      error instanceof HostError && error.status === 401 ? "Incorrect Password" : "Login failed",
    );
  }
}

/** Ends the session here and at the host, which may not know how: then it is simply forgotten. */
async function signOut({ id, token }: Record<string, unknown>) {
  if (typeof id !== "string" || typeof token !== "string") return;
  endSession(id);
  await hostCall("auth.logout", { token, timeoutMs: 3_000 }).catch(() => {});
}

function claims({ token, remember }: SignedIn) {
  return { id: randomUUID(), token, remember };
}

function secondsLeft({ exp, remember }: Record<string, unknown>): number {
  if (typeof exp === "number") return exp - Math.floor(Date.now() / 1000);
  return remember ? LIFETIME.remembered : LIFETIME.browser;
}

function ownUrl(url: string, baseUrl: string): string {
  const target = URL.parse(url, baseUrl);
  const own = target?.origin === new URL(baseUrl).origin && !target.pathname.startsWith("//");
  return own ? target.href : `${baseUrl}/dashboard`;
}

function logError(code: string) {
  // An old or forged cookie is no event.
  if (code !== "JWT_SESSION_ERROR") console.error(JSON.stringify({ level: "error", event: "auth", code }));
}
