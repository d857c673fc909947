import type { NextRequest } from "next/server";
import { HostError, hostCall } from "#lib/host.ts";
import { expiredCookies, readSession, safeNext } from "#lib/session.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

const CHECKED = "session-checked";
const HTML = { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" };
const PAGE = `<!doctype html><html lang="en"><title>${UNEXPECTED}</title>
<h1>${UNEXPECTED}</h1><p><a href="/dashboard/">Go back home</a></p></html>`;

export async function GET(request: NextRequest): Promise<Response> {
  const next = new URL(safeNext(request.nextUrl.searchParams.get("next")), "http://here");
  const session = await readSession(request.cookies);
  if (!session || (await isRefused(session.token))) {
    next.searchParams.delete(CHECKED);
    return redirect(
      `/login?next=${encodeURIComponent(next.pathname + next.search)}`,
      expiredCookies(request.cookies),
    );
  }
  // Avoids a redirect loop if the host refuses the page but accepts this check.
  if (next.searchParams.has(CHECKED)) return new Response(PAGE, { status: 502, headers: HTML });
  next.searchParams.set(CHECKED, "1");
  return redirect(next.pathname + next.search, []);
}

async function isRefused(token: string): Promise<boolean> {
  try {
    await hostCall("users.me", { token });
    return false;
  } catch (error) {
    return error instanceof HostError && error.status === 401;
  }
}

function redirect(path: string, cookies: string[]): Response {
  const headers = new Headers({ location: path, "cache-control": "private, no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
