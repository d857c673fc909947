import { Browser } from "#lib/testing/browser.ts";
import { FakeHost, type Script } from "#lib/testing/fake-host.ts";
import { GET, HEAD, OPTIONS, POST } from "./route.ts";

jest.mock("next/headers", () => jest.requireActual("#lib/testing/browser.ts").nextHeaders);

process.env.NEXTAUTH_SECRET = "a secret for tests";
const CREDENTIALS = "/api/auth/callback/credentials";
const LOGIN = "POST /api/v1/authentication/login";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
  process.env.NEXTAUTH_URL = "https://crm.example.com";
});
afterEach(() => host.reset());
afterAll(() => host.stop());

const newBrowser = () => new Browser("https://crm.example.com");

async function signIn(fields: Record<string, unknown>, browser = newBrowser()) {
  const { csrfToken } = await (await browser.ask(GET, "/api/auth/csrf")).json();
  const form = { csrfToken, email: "ann@example.com", password: "x", json: "true", ...fields };
  return browser.send(POST, "POST", CREDENTIALS, form);
}

test.each<[string, string, Script]>([
  ["Incorrect Password", "401", { status: 401, body: { message: "no such user" } }],
  ["Login failed", "429", { status: 429, body: { message: "slow down" } }],
  ["Login failed", "500", { status: 500, body: {} }],
  ["Login failed", "HTML", { headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }],
  ["Login failed", "nothing", { body: "" }],
  ["Login failed", "a broken answer", { body: '{"token":', cut: true }],
  ["Login failed", "no token", { body: { email: "ann@example.com" } }],
  ["Login failed", "replaces a token that doesn't fit into a header", { body: { token: "a\r\nx: y" } }],
])("%s: the host answers %s", async (message, _, script) => {
  host.answers[LOGIN] = script;
  const answer = await signIn({});
  expect(answer.status).toBe(401);
  expect(new URL((await answer.json()).url).searchParams.get("error")).toBe(message);
  expect(answer.headers.getSetCookie().join()).not.toContain("session-token");
});

test.each([{ email: undefined }, { password: undefined }, { email: { $ne: "" } }, { password: ["x"] }])(
  "rejects the sign-in %j without calling the host",
  async (fields) => {
    const answer = await signIn(fields);
    expect(new URL((await answer.json()).url).searchParams.get("error")).toBe("Login failed");
    expect(host.received).toEqual([]);
  },
);

test("marks every cookie Secure, HttpOnly, SameSite and host-bound", async () => {
  host.answers[LOGIN] = { body: { token: "t", isEmailIntegrationComplete: true } };
  const browser = newBrowser();
  const lines = (await browser.ask(GET, "/api/auth/csrf")).headers.getSetCookie();
  lines.push(...(await signIn({ callbackUrl: "/dashboard" }, browser)).headers.getSetCookie());
  expect(lines.map((line) => line.split("=")[0]).sort()).toEqual([
    "__Host-next-auth.callback-url",
    "__Host-next-auth.callback-url",
    "__Host-next-auth.csrf-token",
    "__Host-next-auth.session-token",
  ]);
  for (const line of lines)
    expect(line.replace(/^[^;]+/, "")).toBe("; Path=/; HttpOnly; Secure; SameSite=Lax");
});

test.each([
  [GET, "GET", "/api/auth/"],
  [GET, "GET", "/api/auth/signin"],
  [GET, "GET", "/api/auth/error?error=%0d%0aX-Evil:1"],
  [GET, "GET", "/api/auth/signout"],
  [GET, "GET", "/api/auth/callback/credentials"],
  [GET, "GET", "/api/auth/csrf/more"],
  [GET, "GET", "/api/auth/__proto__"],
  [HEAD, "HEAD", "/api/auth/session"],
  [OPTIONS, "OPTIONS", "/api/auth/session"],
  [POST, "POST", "/api/auth/session"],
  [POST, "POST", "/api/auth/_log"],
  [POST, "POST", "/api/auth/callback/google"],
  [POST, "POST", "/api/auth/signin/credentials"],
])("answers 404 to %p %s %s", async (handler, method, path) => {
  const answer = await newBrowser().ask(handler, path, { method });
  expect(answer.status).toBe(404);
});

test.each([
  [400, { "content-type": "application/json" }, "{"],
  [400, { "content-type": "application/json" }, "[1]"],
  [400, { "content-type": "application/json" }, "null"],
  [415, { "content-type": "text/plain" }, "csrfToken=1"],
  [415, {}, undefined],
  [413, FORM, `csrfToken=${"x".repeat(64_001)}`],
  [403, FORM, "email=ann@example.com&password=x&json=true"],
  [403, FORM, "email=ann@example.com&password=x"],
  [403, { ...FORM, "sec-fetch-site": "cross-site" }, "csrfToken=1"],
  [403, { ...FORM, origin: "null" }, "csrfToken=1"],
])("answers %d to %j %j without calling the host", async (status, headers, body) => {
  for (const path of [CREDENTIALS, "/api/auth/signout"]) {
    const answer = await newBrowser().ask(POST, path, { method: "POST", headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status });
  }
  expect(host.received).toEqual([]);
});

test("lets no other site sign anyone in or out", async () => {
  const browser = newBrowser();
  const { csrfToken } = await (await browser.ask(GET, "/api/auth/csrf")).json();
  for (const path of [CREDENTIALS, "/api/auth/signout"]) {
    const headers = { ...FORM, "sec-fetch-site": "same-site" };
    const body = `csrfToken=${csrfToken}&email=a@b.example&password=x&json=true`;
    expect((await browser.ask(POST, path, { method: "POST", headers, body })).status).toBe(403);
  }
  expect(host.received).toEqual([]);
});

test.each([
  ["/dashboard/contacts?search=a", "https://crm.example.com/dashboard/contacts?search=a"],
  ["https://crm.example.com/dashboard", "https://crm.example.com/dashboard"],
  ["//evil.example", "https://crm.example.com/dashboard"],
  ["/\\evil.example", "https://crm.example.com/dashboard"],
  ["https://crm.example.com//evil.example", "https://crm.example.com/dashboard"],
  ["https://crm.example.com.evil.example/", "https://crm.example.com/dashboard"],
  ["http://crm.example.com/", "https://crm.example.com/dashboard"],
  ["https://evil.example", "https://crm.example.com/dashboard"],
])("follows callbackUrl %j to %s", async (callbackUrl, url) => {
  host.answers[LOGIN] = { body: { token: "t" } };
  expect(await (await signIn({ callbackUrl })).json()).toEqual({ url });
});

test.each(["javascript:alert(1)", "http://", "data:text/html,x", { a: 1 }])(
  "drops callbackUrl %j",
  async (url) => {
    host.answers[LOGIN] = { body: { token: "t" } };
    expect((await signIn({ callbackUrl: url })).status).toBe(200);
    const query = await newBrowser().ask(
      GET,
      `/api/auth/csrf?callbackUrl=${encodeURIComponent(String(url))}`,
    );
    expect(query.status).toBe(200);
  },
);

test("answers odd cookies without a server error", async () => {
  const browser = newBrowser();
  browser.cookies.set("__Host-next-auth.callback-url", "javascript:alert(1)");
  expect((await browser.ask(GET, "/api/auth/csrf")).status).toBe(400);
  browser.cookies.clear();
  browser.cookies.set("__Host-next-auth.csrf-token", "%7C%7C|");
  browser.cookies.set("__Host-next-auth.session-token", "garbage");
  expect(await (await browser.ask(GET, "/api/auth/session")).json()).toEqual({});
  expect(browser.cookies.has("__Host-next-auth.session-token")).toBe(false);
});
