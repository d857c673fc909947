import type { NextRequest } from "next/server";
import { readConflict } from "#lib/contract/answer.ts";
import { type Name, row } from "#lib/contract/contract.ts";
import { matchRow } from "#lib/contract/match-row.ts";
import { fillPath } from "#lib/contract/path.ts";
import { queryString } from "#lib/contract/query.ts";
import type { Row } from "#lib/contract/row.ts";
import { forward, forwardFile, forwardKept, HostError, type HostRequest } from "#lib/host.ts";
import { isCrossOrigin, isSameOrigin, readBody, refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders, fileHeaders } from "#lib/security-headers.ts";
import { endSession, readSession } from "#lib/session.ts";
import { traced } from "#lib/trace/trace.ts";

const PREFIX = "/api/v1";
const MAX_BODY = 1_000_000;
// For the body and the host's answer.
const TIMEOUT = 8_000;
const FILE = { "content-type": "application/zip", "content-disposition": "attachment" };
/** Seconds. A full export is sent while it is created. */
export const maxDuration = 300;

type Found = { name: Name; params: Record<string, string> };

async function handle(request: NextRequest): Promise<Response> {
  const found = find(request);
  const id = printableHeader(request, "x-request-id") ?? crypto.randomUUID();
  const start = { name: found?.name ?? "none", kind: "server", of: { id } } as const;
  const answer = await traced(start, async (span) => {
    const answer = await respond(request, found, id);
    span.set({ "http.request.method": request.method, "http.response.status_code": answer.status });
    if (answer.status >= 500) span.fail();
    return answer;
  });
  answer.headers.set("x-request-id", id);
  return answer;
}

async function respond(request: NextRequest, found: Found | null, id: string): Promise<Response> {
  const failed = (more: object) =>
    console.error(JSON.stringify({ level: "error", event: "bff", id, row: found?.name, ...more }));
  try {
    if (!found) throw new HostError(404, "Not found");
    return await forwardRequest(request, found, id);
  } catch (error) {
    if (!(error instanceof HostError)) {
      failed({ error: String(error) });
      return errorResponse(new HostError(500), request, found);
    }
    // The host has logged its own errors.
    if (error.status > 501 && error.answer === undefined && !request.signal.aborted)
      failed({ status: error.status });
    return errorResponse(error, request, found);
  }
}

function find(request: NextRequest): Found | null {
  const { pathname } = new URL(request.url);
  const found = pathname.startsWith(`${PREFIX}/`)
    ? matchRow(request.method, pathname.slice(PREFIX.length))
    : null;
  return found && row(found.name).via !== "server" ? found : null;
}

async function forwardRequest(request: NextRequest, { name, params }: Found, requestId: string) {
  const { method, query, body, streams, file } = row(name);
  const refused = refusedAsHttp(request);
  if (refused) throw new HostError(403, refused);
  if (method === "GET" ? isCrossOrigin(request) : !isSameOrigin(request)) {
    throw new HostError(403, "This request did not come from this site");
  }
  // Public endpoints get no token, so their 401 says nothing about the session.
  const token = isOpen(name) ? undefined : (await readSession(request.cookies))?.token;
  if (!token && !isOpen(name)) throw new HostError(401, "Please sign in again");

  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT)]);
  const content = method === "GET" ? undefined : await jsonBody(request, signal);
  const asked: HostRequest = {
    method,
    path: fillPath(name, params) + knownQuery(query, new URL(request.url).searchParams),
    body: body && content,
    token,
    signal,
    forwardedFor: request.headers.get("x-forwarded-for"),
    requestId,
    idempotencyKey: printableHeader(request, "idempotency-key"),
  };
  if (file) {
    const ifNoneMatch = printableHeader(request, "if-none-match");
    const kept = await forwardKept({ ...asked, signal: request.signal, ifNoneMatch });
    const headers = { ...fileHeaders(isOpen(name)), ...kept.headers };
    return new Response(kept.body, { status: kept.status, headers });
  }
  if (streams) {
    const file = await forwardFile({ ...asked, signal: request.signal });
    return new Response(file, { headers: { ...apiHeaders(), ...FILE } });
  }
  const answer = await forward(asked);
  const headers = new Headers(apiHeaders());
  if (answer.bytes.length === 0) return new Response(null, { status: answer.status, headers });
  headers.set("content-type", "application/json");
  return new Response(answer.bytes, { status: answer.status, headers });
}

function isOpen(name: Name): boolean {
  const { who, via } = row(name);
  return who === "public" && via !== "session";
}

async function jsonBody(request: NextRequest, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const bytes = await readBody(request, MAX_BODY, signal);
  if (bytes.length === 0) return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type) || request.headers.has("content-encoding")) {
    throw new HostError(415, "The request must be JSON");
  }
  return bytes;
}

function printableHeader(request: NextRequest, name: string): string | undefined {
  const value = request.headers.get(name) ?? "";
  return /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined;
}

async function errorResponse(
  { status, message, retryAfter, answer }: HostError,
  request: NextRequest,
  found: Found | null,
): Promise<Response> {
  const headers = new Headers(apiHeaders());
  if (retryAfter) headers.set("retry-after", retryAfter);
  if (status === 401 && found && !isOpen(found.name)) {
    const session = await readSession(request.cookies);
    if (session) endSession(session.id);
  }
  const conflict = status === 409 && found ? readConflict(found.name, answer) : undefined;
  return Response.json({ ...conflict, status, message, reference: referenceIn(answer) }, { status, headers });
}

function referenceIn(answer: unknown): string | undefined {
  const { reference } = Object(answer);
  return typeof reference === "string" && /^[\w-]{1,64}$/.test(reference) ? reference : undefined;
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};

const LONGEST = 500;

/** Known keys, each once. Throws HostError 400 for overlong values. */
function knownQuery(schema: Row["query"], given: URLSearchParams): string {
  const keys = schema && "shape" in schema ? Object.keys(Object(schema.shape)) : [];
  const values = keys.map((key) => [key, given.get(key) ?? undefined] as const);
  if (values.some(([, value]) => value !== undefined && value.length > LONGEST)) {
    throw new HostError(400, "Invalid input");
  }
  return queryString(Object.fromEntries(values));
}
