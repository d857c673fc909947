import type { NextRequest } from "next/server";
import { fillPath } from "#lib/contract/path.ts";
import { forward, HostError, type HostRequest } from "#lib/host.ts";
import { readBody, refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Props = { params: Promise<{ id: string }> };

const MAX_BYTES = 10_000_000;
const TOO_LARGE = "The file is too large (10 MB at most). Import it by hand.";
const MOST_AT_ONCE = 8;
const BUSY = "Too many files are arriving. Send it again in a minute.";
let arriving = 0;
const TIMEOUT = 60_000;

export async function POST(request: NextRequest, { params }: Props): Promise<Response> {
  return handle(request, "imports.receive", (await params).id);
}

export async function GET(request: NextRequest, { params }: Props): Promise<Response> {
  return handle(request, "imports.received", (await params).id);
}

const NO_RUN = "?run=00000000-0000-4000-8000-000000000000";
type Name = "imports.receive" | "imports.received";

async function handle(request: NextRequest, name: Name, id: string): Promise<Response> {
  const { headers, nextUrl } = request;
  try {
    const refused = refusedAsHttp(request);
    if (refused) throw new HostError(403, refused);
    if (headers.has("content-encoding")) throw new HostError(415, "Send the file without compression");
    const token = /^Bearer (loupe_import_[\w-]{86})$/i.exec(headers.get("authorization") ?? "")?.[1];
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT)]);
    const hasFile = token && name === "imports.receive";
    const from = { token, signal, forwardedFor: headers.get("x-forwarded-for") };
    if (hasFile) await checkKey({ method: "GET", path: pathOf("imports.received", id) + NO_RUN, ...from });
    const { bytes } = await forward({
      method: name === "imports.receive" ? "POST" : "GET",
      path: pathOf(name, id) + nextUrl.search,
      ...(hasFile && { body: await readFile(request, signal) }),
      ...{ contentType: headers.get("content-type") ?? "", timeoutMs: TIMEOUT, ...from },
      idempotencyKey: headers.get("idempotency-key") ?? undefined,
    });
    return new Response(bytes, { headers: { ...apiHeaders(), "content-type": "application/json" } });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { status, message, retryAfter } = error;
    const more = { ...apiHeaders(), ...(retryAfter && { "retry-after": retryAfter }) };
    return Response.json({ status, message }, { status, headers: more });
  }
}

/** Senders without a valid key take no places. For a valid key, the host answers 404. */
async function checkKey(asked: HostRequest): Promise<void> {
  await forward(asked).catch((error) => {
    if (!(error instanceof HostError && error.status === 404)) throw error;
  });
}

async function readFile(request: NextRequest, signal: AbortSignal): Promise<Buffer> {
  if (arriving >= MOST_AT_ONCE) throw new HostError(503, BUSY, "60");
  arriving += 1;
  try {
    return await readBody(request, MAX_BYTES, signal, TOO_LARGE);
  } finally {
    arriving -= 1;
  }
}

function pathOf(name: Name, id: string): string {
  try {
    return fillPath(name, { id });
  } catch {
    throw new HostError(404, "Not found");
  }
}
