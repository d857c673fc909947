import "server-only";
import { hash, randomUUID } from "node:crypto";
import type { NextAuthOptions, User } from "next-auth";
import { encode } from "next-auth/jwt";
import { DAY, HOUR } from "#lib/time/zone.ts";
import { readConflict } from "./contract/answer.ts";
import { SECOND_STEP, STEP_EXPIRED, STEP_OVER } from "./contract/factor-terms.ts";
import type { Assertion } from "./contract/factors.ts";
import { authSecret, authSecrets, isHttps } from "./env.ts";
import { HostError, hostCall } from "./host.ts";
import { cookieName, decodeSession, endSession } from "./session.ts";

/** In seconds. Use doesn't extend it. */
const LIFETIME = { remembered: (30 * DAY) / 1000, browser: (16 * HOUR) / 1000 };

type SignedIn = User & { token: string; remember: boolean };

/** `known`: the host's id of this browser. `ticket`: the pending second step; keepTicket(null) removes it. */
type Device = {
  known?: string | undefined;
  ticket?: string | undefined;
  keep: (device: string) => void;
  keepTicket: (ticket: string | null) => void;
};

export function authOptions(device?: Device, csrf?: string): NextAuthOptions {
  const cookie = { httpOnly: true, sameSite: "lax", path: "/", secure: isHttps() } as const;
  return {
    secret: csrfSecret(csrf),
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
      encode: ({ token = {} }) => encode({ token, secret: authSecret(), maxAge: secondsLeft(token) }),
      decode: async ({ token }) => (token ? decodeSession(token) : null),
    },
    callbacks: {
      // Only a sign-in writes the token: the "update" trigger carries data from the browser.
      jwt: ({ token, user }) => (user ? claims(user as SignedIn) : token),
      // The browser never sees the host's token.
      session: ({ token }) => ({ expires: new Date(Number(token.exp) * 1000).toISOString() }),
      redirect: ({ url, baseUrl }) => ownUrl(url, baseUrl),
    },
    events: { signOut: ({ token }) => signOut({ ...token }) },
    logger: { error: (code) => logError(code), warn: () => {}, debug: () => {} },
  };
}

/** During a rotation the cookie may have another web server's secret. */
function csrfSecret(cookie = ""): string {
  const [token, hashed] = cookie.split("|");
  return authSecrets().find((secret) => hash("sha256", `${token}${secret}`) === hashed) ?? authSecret();
}

type Request = { headers?: Record<string, unknown> };

async function signIn(form: Record<string, unknown> | undefined, request: Request, device?: Device) {
  const { email, code, passkey, demo, remember } = form ?? {};
  const step =
    demo !== undefined
      ? tryDemo
      : passkey !== undefined
        ? byPasskey
        : code !== undefined
          ? secondStep
          : firstStep;
  const asking = {
    forwardedFor: String(request.headers?.["x-forwarded-for"] ?? ""),
    // The header may have any length and bytes.
    userAgent: String(request.headers?.["user-agent"] ?? "")
      .replace(/[^\x20-\x7e]/g, "")
      .slice(0, 500),
  };
  try {
    const answer = await step(form ?? {}, asking, device);
    const { token } = answer;
    // It must fit into a header.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new HostError(502);
    if (answer.device) device?.keep(answer.device);
    device?.keepTicket(null);
    return { id: answer.email || String(email), token, remember: remember === "true" };
  } catch (error) {
    if (!(error instanceof HostError)) logError(String(error));
    throw new Error(signInError(error, step !== firstStep));
  }
}

type Form = Record<string, unknown>;
type Asking = { forwardedFor: string; userAgent: string };

async function firstStep({ email, password }: Form, asking: Asking, device?: Device) {
  if (typeof email !== "string" || typeof password !== "string") throw new HostError(400);
  const known = device?.known;
  const body = { email, password, ...(known && { device: known }) };
  try {
    return await hostCall("auth.login", { body, ...asking });
  } catch (error) {
    const step = error instanceof HostError && error.status === 409 && secondStepIn(error.answer);
    if (!step) throw error;
    device?.keepTicket(step.ticket);
    throw new StepNeeded(`${SECOND_STEP}${step.ways.join(" ")}`);
  }
}

/** The ticket is in an httpOnly cookie, so no script sees it. */
async function secondStep({ code, setUp }: Form, asking: Asking, device?: Device) {
  const [ticket, known] = [device?.ticket, device?.known];
  if (!ticket) throw new HostError(410, STEP_EXPIRED);
  const more = { ...(typeof setUp === "string" && { setUp }), ...(known && { device: known }) };
  return hostCall("auth.secondStep", { body: { ticket, code: String(code), ...more }, ...asking });
}

async function tryDemo(_: Form, asking: Asking, device?: Device) {
  const known = device?.known;
  return hostCall("auth.tryDemo", { body: known ? { device: known } : {}, ...asking });
}

async function byPasskey({ passkey }: Form, asking: Asking, device?: Device) {
  const said = parsedPasskey(passkey);
  const known = device?.known;
  return hostCall("auth.passkey", { body: { passkey: said, ...(known && { device: known }) }, ...asking });
}

function parsedPasskey(passkey: unknown): Assertion {
  try {
    return JSON.parse(String(passkey));
  } catch {
    throw new HostError(400, "Invalid input");
  }
}

class StepNeeded extends HostError {
  constructor(message: string) {
    super(409, message);
  }
}

function secondStepIn(answer: unknown) {
  const { step } = (readConflict("auth.login", answer) ?? {}) as {
    step?: { ticket: string; ways: string[] };
  };
  // It must fit into a cookie.
  return step && /^[\w-]{1,200}$/.test(step.ticket) ? step : null;
}

function signInError(error: unknown, isSecond: boolean): string {
  if (error instanceof StepNeeded) return error.message;
  if (!(error instanceof HostError)) return "Login failed";
  if (isSecond) return error.status === 410 ? STEP_OVER : error.message;
  return error.status === 401 ? "Incorrect Password" : "Login failed";
}

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
  // Old or forged cookies aren't worth a log line.
  if (code !== "JWT_SESSION_ERROR") console.error(JSON.stringify({ level: "error", event: "auth", code }));
}
