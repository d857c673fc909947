import type { NextRequest } from "next/server";
import { HostError, hostCall } from "#lib/host.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Context = { params: Promise<{ token: string }> };

/** Mail programs post here without cookies (RFC 8058). The page's own form adds `page` and is redirected. */
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

/** Scanners follow links, so GET changes nothing. */
export async function GET(_: NextRequest, { params }: Context): Promise<Response> {
  return toPage((await params).token);
}

function toPage(token: string, query = ""): Response {
  const location = `/unsubscribe/${encodeURIComponent(token)}${query}`;
  return new Response(null, { status: 303, headers: { ...apiHeaders(), location } });
}
