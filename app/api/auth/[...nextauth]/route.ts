import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#lib/auth.ts";
import { isHttps } from "#lib/env.ts";
import { HostError } from "#lib/host.ts";
import { isCrossOrigin, readBody, refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders } from "#lib/security-headers.ts";
import { cookieName, deviceCookie, readSession, ticketCookie } from "#lib/session.ts";
import { DAY, MINUTE } from "#lib/time/zone.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

const DEVICE = /^[\w-]{1,100}$/;
const PREFIX = "/api/auth/";
const ACTIONS = new Set([
  "GET csrf",
  "GET providers",
  "GET session",
  "POST callback/credentials",
  "POST signout",
]);

/** Only the actions that this app uses; next-auth would answer odd requests with 500. */
async function handle(request: NextRequest): Promise<Response> {
  try {
    return await pass(request);
  } catch (error) {
    const status = error instanceof HostError ? error.status : 500;
    if (status === 500)
      console.error(JSON.stringify({ level: "error", event: "auth", error: String(error) }));
    const message = error instanceof HostError ? error.message : UNEXPECTED;
    return Response.json({ status, message }, { status, headers: apiHeaders() });
  }
}

async function pass(request: NextRequest): Promise<Response> {
  const url = new URL(request.url);
  const action = url.pathname.replace(/\/$/, "").slice(PREFIX.length);
  if (!ACTIONS.has(`${request.method} ${action}`)) throw new HostError(404, "Not found");
  const refused = refusedAsHttp(request);
  if (refused) throw new HostError(403, refused);
  if (isCrossOrigin(request)) throw new HostError(403, "This request did not come from this site");
  refuseMalformedCookie(request);

  const form = request.method === "POST" ? await readForm(request) : undefined;
  const inner = new NextRequest(`${url.origin}${PREFIX}${action}`, {
    method: request.method,
    headers: { "content-type": "application/json" },
    body: form && JSON.stringify(form),
  });
  const context = { params: Promise.resolve({ nextauth: action.split("/") }) };
  let device = request.cookies.get(deviceCookie())?.value;
  if (device && !DEVICE.test(device)) device = undefined;
  const keep = (sent: string) => {
    device = DEVICE.test(sent) ? sent : undefined;
  };
  const ticket = request.cookies.get(ticketCookie())?.value;
  let kept: string | null | undefined;
  const keepTicket = (sent: string | null) => {
    kept = sent;
  };
  const isSignIn = action === "callback/credentials";
  const answer: Response = await NextAuth(
    inner,
    context,
    authOptions(
      isSignIn ? { known: device, ticket, keep, keepTicket } : undefined,
      request.cookies.get(cookieName("csrf-token"))?.value,
    ),
  );
  await refuseBadCsrf(answer);

  const remembered = form?.remember === "true" || (await readSession(request.cookies))?.remember === true;
  const result = withHeaders(answer, remembered);
  if (isSignIn && device) result.headers.append("set-cookie", rememberDevice(device));
  if (kept || (kept === null && ticket)) result.headers.append("set-cookie", keptTicket(kept));
  return result;
}

/** Valid as long as at the host; null removes it. */
function keptTicket(ticket: string | null): string {
  const secure = isHttps() ? "; Secure" : "";
  const kept = ticket ? `${ticket}; Max-Age=${(10 * MINUTE) / 1000}` : "; Max-Age=0";
  return `${ticketCookie()}=${kept}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The host forgets unused browsers after the same time. */
function rememberDevice(device: string): string {
  const secure = isHttps() ? "; Secure" : "";
  return `${deviceCookie()}=${device}; Path=/; Max-Age=${(180 * DAY) / 1000}; HttpOnly; SameSite=Lax${secure}`;
}

/** next-auth answers 500 to a callback-url cookie that isn't a url. */
function refuseMalformedCookie(request: NextRequest) {
  const cookie = request.cookies.get(cookieName("callback-url"));
  const url = cookie?.value && URL.parse(cookie.value, "http://here");
  if (cookie?.value && !(url && /^https?:$/.test(url.protocol))) throw new HostError(400, "Invalid input");
}

/** With a wrong CSRF token, next-auth answers 200 with a url, like a success. */
async function refuseBadCsrf(answer: Response) {
  const target = answer.headers.get("location") ?? (await answer.clone().text());
  if (/\/sign(in|out)\?csrf=true\b/.test(target))
    throw new HostError(403, "Please reload the page and try again");
}

function withHeaders(answer: Response, remembered: boolean): Response {
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  for (const cookie of answer.headers.getSetCookie()) {
    const ofSession = cookie.startsWith(cookieName("session-token"));
    headers.append("set-cookie", ofSession && !remembered ? cookie.replace(/; Expires=[^;]+/i, "") : cookie);
  }
  for (const [name, value] of Object.entries(apiHeaders())) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };

const FIELDS = [
  "csrfToken",
  "callbackUrl",
  "json",
  "email",
  "password",
  "remember",
  "code",
  "setUp",
  "passkey",
  "demo",
] as const;
const MAX_BODY = 64_000;
const TIMEOUT = 5_000;

type Form = Partial<Record<(typeof FIELDS)[number], string>>;

/** As a form or JSON. Throws HostError 400, 408, 413 or 415. */
async function readForm(request: Request): Promise<Form> {
  const text = (await readBody(request, MAX_BODY, AbortSignal.timeout(TIMEOUT))).toString();
  const sent = parse(request.headers.get("content-type") ?? "", text);
  const fields = FIELDS.flatMap((name) => {
    const value = sent[name];
    return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(fields);
}

function parse(type: string, text: string): Record<string, unknown> {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HostError(415, "The request must be a form or JSON");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new HostError(400, "Invalid input");
  return { ...value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HostError(400, "Invalid input");
  }
}
