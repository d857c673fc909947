import { type NextRequest, NextResponse } from "next/server";
import { commonHeaders, pagePolicy } from "#lib/security-headers.ts";
import { readSession } from "#lib/session.ts";

export const config = {
  runtime: "nodejs",
  // The API's handlers bring their own headers and checks, and every millisecond there is paid often.
  matcher: ["/((?!_next/static/|api/v1/|api/auth/|favicon\\.ico$|icon\\.svg$).*)"],
};

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const policy = pagePolicy(nonce);
  const answer =
    (await redirection(request)) ??
    NextResponse.next({ request: { headers: inner(request, nonce, policy) } });
  const headers = { ...commonHeaders(), "content-security-policy": policy };
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/** Headers for the pages. What a client sends under these names is overwritten, and Next's own are dropped. */
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
