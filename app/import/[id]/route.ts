import type { NextRequest } from "next/server";
import { fillPath } from "#lib/contract/path.ts";
import { forward, HostError } from "#lib/host.ts";
import { readBody, refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Props = { params: Promise<{ id: string }> };

const MAX_BYTES = 10_000_000;
const TIMEOUT = 60_000;

/** Other programs post a file here. The host checks their key. */
export async function POST(request: NextRequest, { params }: Props): Promise<Response> {
  return handle(request, "imports.receive", (await params).id);
}

/** How the run of a file ended. */
export async function GET(request: NextRequest, { params }: Props): Promise<Response> {
  return handle(request, "imports.received", (await params).id);
}

type Name = "imports.receive" | "imports.received";

async function handle(request: NextRequest, name: Name, id: string): Promise<Response> {
  const { headers, nextUrl } = request;
  try {
    const refused = refusedAsHttp(request);
    if (refused) throw new HostError(403, refused);
    if (headers.has("content-encoding")) throw new HostError(415, "Send the file without compression");
    const token = /^Bearer ([\w-]{20,200})$/i.exec(headers.get("authorization") ?? "")?.[1];
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT)]);
    const hasFile = token && name === "imports.receive";
    const { bytes } = await forward({
      method: name === "imports.receive" ? "POST" : "GET",
      path: pathOf(name, id) + nextUrl.search,
      ...(hasFile && { body: await readBody(request, MAX_BYTES, signal) }),
      ...{ contentType: headers.get("content-type") ?? "", token, signal, timeoutMs: TIMEOUT },
      forwardedFor: headers.get("x-forwarded-for"),
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

function pathOf(name: Name, id: string): string {
  try {
    return fillPath(name, { id });
  } catch {
    throw new HostError(404, "Not found");
  }
}
