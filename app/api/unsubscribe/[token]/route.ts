import type { NextRequest } from "next/server";
import { HostError, hostCall } from "#lib/host.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Context = { params: Promise<{ token: string }> };

/**
 * Where mails' List-Unsubscribe header leads (RFC 8058): programs of mail post here for their reader, without cookies
 * and from anywhere, so no same-origin rule holds; the token says who asks. The page's own form posts here as well, and
 * has `page` in its query: it is led back to the page.
 */
export async function POST(request: NextRequest, { params }: Context): Promise<Response> {
  const { token } = await params;
  const isPage = request.nextUrl.searchParams.has("page");
  try {
    const forwardedFor = request.headers.get("x-forwarded-for");
    await hostCall("mails.unsubscribe", { params: { token }, forwardedFor });
    return isPage ? toPage(token) : Response.json({}, { headers: apiHeaders() });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (isPage) return toPage(token, "?failed");
    const { status, message } = error;
    return Response.json({ status, message }, { status, headers: apiHeaders() });
  }
}

/** Scanners follow links, so this changes nothing. */
export async function GET(_: NextRequest, { params }: Context): Promise<Response> {
  return toPage((await params).token);
}

function toPage(token: string, query = ""): Response {
  const location = `/unsubscribe/${encodeURIComponent(token)}${query}`;
  return new Response(null, { status: 303, headers: { ...apiHeaders(), location } });
}
