import type { NextRequest } from "next/server";
import { HostError, hostCall } from "#lib/host.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Props = { params: Promise<{ token: string }> };

// A store's year is the largest answer of all endpoints.
const MAX_BYTES = 40_000_000;

/** Anyone with the address can read it, so it must not be cached. */
export async function GET(request: NextRequest, { params }: Props): Promise<Response> {
  const forwardedFor = request.headers.get("x-forwarded-for");
  const headers = { ...apiHeaders(), "referrer-policy": "no-referrer" };
  const known = request.headers.get("if-none-match")?.replace(/^W\//, "").replaceAll('"', "");
  try {
    const query = known ? { etag: known.slice(0, 200) } : {};
    const { etag, ics } = await hostCall("feeds.read", {
      ...{ params: await params, query, forwardedFor },
      maxBytes: MAX_BYTES,
    });
    const named = { ...headers, etag: `"${etag}"`, "cache-control": "private, no-cache" };
    if (ics === null) return new Response(null, { status: 304, headers: named });
    return new Response(ics, { headers: { ...named, "content-type": "text/calendar; charset=utf-8" } });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { status, message } = error;
    return new Response(message, {
      status,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  }
}
