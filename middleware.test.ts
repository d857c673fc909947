import type { NextRequest } from "next/server";
import { Browser } from "#lib/testing/browser.ts";
import { sealed, signedIn } from "#lib/testing/signed-in.ts";
import { config, middleware } from "./middleware.ts";

process.env.NEXTAUTH_SECRET = "a secret for tests";
afterEach(() => {
  delete process.env.NEXTAUTH_URL;
  delete process.env.HSTS_INCLUDE_SUBDOMAINS;
  delete process.env.POSTHOG_KEY;
  delete process.env.POSTHOG_URL;
});

const pass = (request: NextRequest) => middleware(request);

/** The headers passed on to the page, in Next's protocol. */
function passedOn(answer: Response): Record<string, string | null> {
  const names = answer.headers.get("x-middleware-override-headers")?.split(",") ?? [];
  return Object.fromEntries(names.map((name) => [name, answer.headers.get(`x-middleware-request-${name}`)]));
}

test.each([
  ["/dashboard", "/login?next=%2Fdashboard"],
  ["/dashboard/", "/login?next=%2Fdashboard%2F"],
  ["/dashboard/contacts?search=a&x=1", "/login?next=%2Fdashboard%2Fcontacts%3Fsearch%3Da%26x%3D1"],
  ["/", "/login"],
])("redirects a visitor without a session from %s to %s", async (path, location) => {
  const answer = await new Browser().ask(pass, path);
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe(`http://localhost:3000${location}`);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test.each([
  ["garbage", () => "garbage"],
  ["an expired session", () => sealed({}, -60)],
  ["a session of another secret", () => sealed({}, 60, "another")],
])("accepts no session from %s", async (_, cookie) => {
  const browser = new Browser();
  browser.cookies.set("next-auth.session-token", await cookie());
  expect((await browser.ask(pass, "/dashboard")).status).toBe(307);
});

test("opens the dashboard with a session", async () => {
  expect((await (await signedIn()).ask(pass, "/dashboard/contacts")).status).toBe(200);
  for (const path of ["/login", "/register", "/dashboards", "/nope"]) {
    expect((await new Browser().ask(pass, path)).status).toBe(200);
  }
});

test("tells the service worker once about each sign-in", async () => {
  const browser = await signedIn();
  const told = (answer: Response) =>
    answer.headers.getSetCookie().filter((line) => line.startsWith("loupe.kept"));
  const [line = ""] = told(await browser.ask(pass, "/dashboard"));
  expect(line).toMatch(/^loupe\.kept=[\w-]{16}\.\d+; Path=\/; SameSite=Lax$/);
  expect(told(await browser.ask(pass, "/dashboard/contacts"))).toEqual([]);

  const remembered = await sealed({ remember: true });
  browser.cookies.set("next-auth.session-token", remembered);
  const [another = ""] = told(await browser.ask(pass, "/dashboard"));
  expect(another).toContain("; Expires=");
  expect(another.split(".")[1]).not.toBe(line.split(".")[1]);

  browser.cookies.delete("next-auth.session-token");
  expect(told(await browser.ask(pass, "/login"))).toEqual(["loupe.kept=; Path=/; Max-Age=0; SameSite=Lax"]);
  expect(told(await browser.ask(pass, "/login"))).toEqual([]);
});

test("allows calls only to a configured analytics service", async () => {
  Object.assign(process.env, { POSTHOG_KEY: "phc_1", POSTHOG_URL: "https://events.example.com/ingest" });
  const policy = (await new Browser().ask(pass, "/login")).headers.get("content-security-policy");
  expect(policy).toContain("connect-src 'self' https://events.example.com;");
  expect(policy).not.toContain("phc_1");
});

test("lets other sites frame only booking pages", async () => {
  const ancestors = async (path: string) =>
    /frame-ancestors [^;]*/.exec(
      (await new Browser().ask(pass, path)).headers.get("content-security-policy") ?? "",
    )?.[0];
  expect(await ancestors("/book/ring-fitting-1a2b3c4d")).toBe("frame-ancestors *");
  for (const path of ["/login", "/book/manage/token", "/dashboard/book/x", "/book"]) {
    expect((await ancestors(path)) ?? "frame-ancestors 'none'").toBe("frame-ancestors 'none'");
  }
});

test("gives page and browser the same new nonce", async () => {
  const [first, second] = [await new Browser().ask(pass, "/login"), await new Browser().ask(pass, "/login")];
  const policy = first.headers.get("content-security-policy");
  const nonce = passedOn(first)["x-nonce"];
  expect(nonce).toMatch(/^[\da-f]{32}$/);
  expect(policy).toBe(
    `default-src 'self'; script-src 'self' 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; ` +
      "style-src-attr 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; worker-src 'self'; connect-src 'self'; " +
      "frame-src 'self' https:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  );
  expect(passedOn(first)["content-security-policy"]).toBe(policy);
  expect(passedOn(second)["x-nonce"]).not.toBe(nonce);
});

test("overwrites our headers and drops Next's from a client", async () => {
  const headers = {
    "x-nonce": "known",
    "x-pathname": "/evil",
    "content-security-policy": "default-src *",
    "x-middleware-subrequest": "middleware:middleware",
    "x-middleware-rewrite": "/evil",
  };
  const got = passedOn(await (await signedIn()).ask(pass, "/dashboard/sales?new=true", { headers }));
  expect(got["x-pathname"]).toBe("/dashboard/sales?new=true");
  expect(got["x-nonce"]).not.toBe("known");
  expect(got["content-security-policy"]).toContain("default-src 'self'");
  expect(Object.keys(got).filter((name) => name.startsWith("x-middleware-"))).toEqual([]);
});

test("sends HSTS and upgrades on https", async () => {
  const plain = await new Browser().ask(pass, "/login");
  expect(plain.headers.has("strict-transport-security")).toBe(false);
  process.env.NEXTAUTH_URL = "https://crm.example.com";
  const secure = await new Browser().ask(pass, "/login");
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(secure.headers.get("content-security-policy")).toMatch(/; upgrade-insecure-requests$/);
  const mixed = await new Browser().ask(pass, "/login", { headers: { "x-forwarded-proto": "http" } });
  expect([mixed.status, await mixed.text()]).toEqual([
    403,
    expect.stringContaining("only answers over https"),
  ]);
});

test("includes subdomains in HSTS only if configured and on https", async () => {
  process.env.HSTS_INCLUDE_SUBDOMAINS = "1";
  const plain = await new Browser().ask(pass, "/login");
  expect(plain.headers.has("strict-transport-security")).toBe(false);
  process.env.NEXTAUTH_URL = "https://crm.example.com";
  const secure = await new Browser().ask(pass, "/login");
  expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test.each(["/%zz", "/dashboard/%c0", "/api/v1/contacts/%c0%af"])(
  "answers 400 to the invalid encoding %s",
  async (path) => {
    expect((await new Browser().ask(pass, path)).status).toBe(400);
  },
);

test.each([
  ["/login", true],
  ["/", true],
  ["/dashboard/contacts", true],
  ["/icon.svg/x", true],
  ["/api/other", true],
  ["/api/v1/contacts", false],
  ["/api/v1/contacts/%c0", true],
  ["/api/auth/csrf", false],
  ["/import/token", false],
  ["/_next/static/chunks/a.js", false],
  ["/icon.svg", false],
  ["/sw.js", false],
  ["/manifest.webmanifest", false],
])("%s runs through the middleware: %p", (path, expected) => {
  expect(config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path))).toBe(expected);
});
