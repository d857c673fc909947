import { Browser } from "#lib/testing/browser.ts";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { GET as callHost } from "../../v1/[...path]/route.ts";
import { GET, POST } from "./route.ts";

jest.mock("next/headers", () => jest.requireActual("#lib/testing/browser.ts").nextHeaders);

process.env.NEXTAUTH_SECRET = "a secret for tests";
const LOGIN = "POST /api/v1/authentication/login";
const TOKEN = "bearer-of-ann";
const SESSION = "next-auth.session-token";
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
  process.env.NEXTAUTH_URL = "http://localhost:3000";
});
beforeEach(() => {
  host.answers[LOGIN] = { body: { token: TOKEN, isEmailIntegrationComplete: false } };
});
afterEach(() => host.reset());
afterAll(() => host.stop());

async function csrf(browser: Browser): Promise<string> {
  const { csrfToken } = await (await browser.ask(GET, "/api/auth/csrf")).json();
  return csrfToken;
}

async function signIn(
  browser: Browser,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const csrfToken = fields.csrfToken ?? (await csrf(browser));
  const form = { csrfToken, email: "ann@example.com", password: "Welcome-1", json: "true", ...fields };
  return browser.ask(POST, "/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: String(new URLSearchParams(form)),
  });
}

function sessionCookie(answer: Response): string | undefined {
  return answer.headers.getSetCookie().find((line) => line.startsWith(SESSION));
}

test("signs in at the host, and seals the token", async () => {
  const browser = new Browser();
  const sent = { "x-forwarded-for": "6.6.6.6, 203.0.113.7", "user-agent": "Firefox/153.0\u00e9 (Windows)" };
  const answer = await signIn(browser, {}, sent);
  expect(answer.status).toBe(200);
  expect(JSON.parse(host.last?.body ?? "")).toEqual({ email: "ann@example.com", password: "Welcome-1" });
  expect(host.last?.headers).toMatchObject({
    "x-forwarded-for": "203.0.113.7",
    "user-agent": "Firefox/153.0 (Windows)",
  });
  expect(host.last?.headers).not.toHaveProperty("cookie");
  await browser.ask(callHost, "/api/v1/users/me");
  expect(host.last?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test("keeps the host's device id for the next sign-in", async () => {
  const browser = new Browser();
  host.answers[LOGIN] = { body: { token: TOKEN, device: "abc_-9" } };
  const answer = await signIn(browser);
  expect(answer.headers.getSetCookie()).toContain(
    "loupe.device=abc_-9; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax",
  );
  await signIn(browser, { email: "bob@example.com" });
  expect(JSON.parse(host.last?.body ?? "")).toEqual({
    email: "bob@example.com",
    password: "Welcome-1",
    device: "abc_-9",
  });
  browser.cookies.set("loupe.device", "no%20device;");
  host.answers[LOGIN] = { body: { token: TOKEN, device: "line\r\nbreak" } };
  expect((await signIn(browser)).headers.getSetCookie().join()).not.toContain("loupe.device");
  expect(JSON.parse(host.last?.body ?? "")).not.toHaveProperty("device");
});

test("ends the cookie after 30 days with Remember me", async () => {
  const browser = new Browser();
  const flags = "; Path=/; HttpOnly; SameSite=Lax";
  for (const remember of ["false", "", "yes"]) {
    const cookie = sessionCookie(await signIn(browser, { remember }));
    expect(cookie?.replace(/^[^;]+/, "")).toBe(flags);
  }
  const remembered = sessionCookie(await signIn(browser, { remember: "true" })) ?? "";
  const [, expires = ""] = /; Expires=([^;]+)/.exec(remembered) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

test.each([
  ["false", 16],
  ["true", 30 * 24],
])(
  "remember=%s: keeps the session valid for %d hours, and doesn't extend it on reads",
  async (remember, hours) => {
    const browser = new Browser();
    await signIn(browser, { remember });
    const clock = jest.spyOn(Date, "now");
    const start = Date.now();
    const at = (h: number) => clock.mockReturnValue(start + h * 3_600_000);
    at(hours - 0.1);
    const look = await browser.ask(GET, "/api/auth/session");
    expect(await look.json()).toEqual({ expires: expect.any(String) });
    expect((await browser.ask(callHost, "/api/v1/users/me")).status).toBe(200);
    at(hours + 0.1);
    expect((await browser.ask(callHost, "/api/v1/users/me")).status).toBe(401);
    clock.mockRestore();
  },
);

test("keeps a browser session one when the session is read", async () => {
  const browser = new Browser();
  await signIn(browser);
  expect(sessionCookie(await browser.ask(GET, "/api/auth/session"))).not.toContain("Expires");
  await signIn(browser, { remember: "true" });
  expect(sessionCookie(await browser.ask(GET, "/api/auth/session"))).toContain("Expires");
});

test("never exposes the token in answers or readable cookies", async () => {
  const browser = new Browser();
  const answers = [
    await signIn(browser, { callbackUrl: "/dashboard" }),
    await browser.ask(GET, "/api/auth/session"),
    await browser.ask(GET, "/api/auth/csrf"),
    await browser.ask(GET, "/api/auth/providers"),
    await browser.ask(callHost, "/api/v1/users/me"),
  ];
  for (const answer of answers) {
    const text = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(Buffer.from(TOKEN).toString("base64").replaceAll("=", ""));
  }
});

test("ends the token at sign-out, and rejects a copy", async () => {
  const browser = new Browser();
  await signIn(browser);
  const thief = new Browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  const csrfToken = await csrf(browser);
  const answer = await browser.send(POST, "POST", "/api/auth/signout", { csrfToken, json: "true" });
  expect(answer.status).toBe(200);
  expect(host.last).toMatchObject({ method: "POST", url: "/api/v1/authentication/logout" });
  expect(host.last?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  expect([...browser.cookies.keys()]).not.toContain(SESSION);

  host.reset();
  expect((await thief.ask(callHost, "/api/v1/users/me")).status).toBe(401);
  expect(await (await thief.ask(GET, "/api/auth/session")).json()).toEqual({});
  expect(host.received).toEqual([]);

  host.answers[LOGIN] = { body: { token: TOKEN } };
  await signIn(browser);
  expect((await browser.ask(callHost, "/api/v1/users/me")).status).toBe(200);
  expect((await thief.ask(callHost, "/api/v1/users/me")).status).toBe(401);
});

test.each([404, 401, 500])("signs out even if the host answers %d", async (status) => {
  const browser = new Browser();
  await signIn(browser);
  host.answers["POST /api/v1/authentication/logout"] = { status, body: {} };
  const csrfToken = await csrf(browser);
  expect((await browser.send(POST, "POST", "/api/auth/signout", { csrfToken, json: "true" })).status).toBe(
    200,
  );
  expect([...browser.cookies.keys()]).not.toContain(SESSION);
});

test("splits a long token over several cookies", async () => {
  const browser = new Browser();
  host.answers[LOGIN] = { body: { token: "t".repeat(6_000), isEmailIntegrationComplete: true } };
  const lines = (await signIn(browser)).headers.getSetCookie().filter((line) => line.startsWith(SESSION));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).not.toContain("Expires");
  expect((await browser.ask(callHost, "/api/v1/users/me")).status).toBe(200);
  const csrfToken = await csrf(browser);
  await browser.send(POST, "POST", "/api/auth/signout", { csrfToken, json: "true" });
  expect([...browser.cookies.keys()].filter((name) => name.startsWith(SESSION))).toEqual([]);
});

test("completes a sign-in across two servers during a rotation", async () => {
  const be = (own: string, also?: string) => {
    process.env.NEXTAUTH_SECRET = own;
    if (also) process.env.NEXTAUTH_SECRET_ALSO = also;
    else delete process.env.NEXTAUTH_SECRET_ALSO;
  };
  const browser = new Browser();
  be("old", "new");
  const csrfToken = await csrf(browser);
  be("new", "old");
  expect((await signIn(browser, { csrfToken })).status).toBe(200);
  const isIn = async () => (await browser.ask(callHost, "/api/v1/users/me")).status === 200;
  be("old", "new");
  expect(await isIn()).toBe(true);
  be("new");
  expect(await isIn()).toBe(true);
  const former = new Browser();
  be("old");
  await signIn(former);
  be("new", "old");
  expect((await former.ask(callHost, "/api/v1/users/me")).status).toBe(200);
  be("a secret for tests");
});
