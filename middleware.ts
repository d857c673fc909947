import { type NextRequest, NextResponse } from "next/server";
import { refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders, commonHeaders, pagePolicy } from "#lib/security-headers.ts";
import { keptMark, readSession } from "#lib/session.ts";

export const config = {
  runtime: "nodejs",
  matcher: [
    // The API's handlers set their own headers and checks, and must stay fast.
    "/((?!_next/static/|api/v1/|api/auth/|import/|favicon\\.ico$|icon\\.svg$|sw\\.js$|manifest\\.webmanifest$).*)",
    // Except invalid encodings, to which Next would answer 500.
    "/api/(.*%.*)",
  ],
};

export async function middleware(request: NextRequest): Promise<NextResponse> {
  if (!isReadable(request.nextUrl.pathname)) {
    return NextResponse.json(
      { status: 400, message: "Invalid input" },
      { status: 400, headers: apiHeaders() },
    );
  }
  const refused = refusedAsHttp(request);
  if (refused) return new NextResponse(`${refused}\n`, { status: 403, headers: apiHeaders() });
  const nonce = crypto.randomUUID().replaceAll("-", "");
  // Stores embed the booking page in their own sites.
  const policy = pagePolicy(nonce, /^\/book\/[^/]+$/.test(request.nextUrl.pathname));
  const answer =
    (await redirection(request)) ??
    NextResponse.next({ request: { headers: inner(request, nonce, policy) } });
  const headers = { ...commonHeaders(), "content-security-policy": policy };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  const mark = await keptMark(request.cookies);
  if (mark) answer.headers.append("set-cookie", mark);
  return answer;
}

/** Overwrites the client's values and drops Next's internal headers. */
function inner(request: NextRequest, nonce: string, policy: string): Headers {
  const headers = new Headers([...request.headers].filter(([name]) => !name.startsWith("x-middleware-")));
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set("x-pathname", request.nextUrl.pathname + request.nextUrl.search);
  return headers;
}

async function redirection(request: NextRequest): Promise<NextResponse | null> {
  const { pathname, search } = request.nextUrl;
  if (pathname === "/") return NextResponse.redirect(new URL("/login", request.nextUrl.origin));
  if (!/^\/dashboard(\/|$)/.test(pathname) || (await readSession(request.cookies))) return null;
  const login = new URL("/login", request.nextUrl.origin);
  login.searchParams.set("next", pathname + search);
  return NextResponse.redirect(login);
}

function isReadable(path: string): boolean {
  try {
    return Boolean(decodeURIComponent(path));
  } catch {
    return false;
  }
}
