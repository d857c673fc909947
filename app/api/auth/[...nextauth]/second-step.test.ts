import { Browser } from "#lib/testing/browser.ts";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { GET, POST } from "./route.ts";

jest.mock("next/headers", () => jest.requireActual("#lib/testing/browser.ts").nextHeaders);

process.env.NEXTAUTH_SECRET = "a secret for tests";
const LOGIN = "POST /api/v1/authentication/login";
const SECOND = "POST /api/v1/authentication/secondStep";
const TICKET = "ticket-of-ann";
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
  process.env.NEXTAUTH_URL = "http://localhost:3000";
});
beforeEach(() => {
  const step = { ticket: TICKET, ways: ["app"] };
  host.answers[LOGIN] = { status: 409, body: { status: 409, message: "More is needed", step } };
  host.answers[SECOND] = { body: { token: "bearer-of-ann", isEmailIntegrationComplete: false } };
});
afterEach(() => host.reset());
afterAll(() => host.stop());

async function send(browser: Browser, fields: Record<string, string>) {
  const { csrfToken } = await (await browser.ask(GET, "/api/auth/csrf")).json();
  return browser.ask(POST, "/api/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ csrfToken, json: "true", ...fields })),
  });
}
const ANN = { email: "ann@example.com", password: "Welcome-1" };
const cookies = (answer: Response) => answer.headers.getSetCookie();
const errorOf = async (answer: Response) => new URL((await answer.json()).url).searchParams.get("error");

test("gives no session before the second step", async () => {
  const browser = new Browser();
  const answer = await send(browser, ANN);
  expect(answer.status).toBe(401);
  const [kept] = cookies(answer).filter((line) => line.startsWith("loupe.step="));
  expect(kept).toMatch(/^loupe\.step=ticket-of-ann; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookies(answer).join()).not.toContain("session-token");
  const text = await answer.clone().text();
  expect(text).not.toContain(TICKET);
  expect(await errorOf(answer)).toBe("Second step: app");

  const signedIn = await send(browser, { code: "123456", remember: "true" });
  expect(signedIn.status).toBe(200);
  expect(JSON.parse(host.last?.body ?? "")).toEqual({ ticket: TICKET, code: "123456" });
  expect(cookies(signedIn).join()).toMatch(/session-token=.+loupe\.step=; Max-Age=0/);
});

test("rejects a code with no or an expired ticket", async () => {
  const browser = new Browser();
  expect(await errorOf(await send(browser, { code: "123456" }))).toBe("Second step over");
  expect(host.last).toBeUndefined();
  await send(browser, ANN);
  host.answers[SECOND] = { status: 410, body: { status: 410, message: "Too late" } };
  expect(await errorOf(await send(browser, { code: "123456" }))).toBe("Second step over");
  host.answers[SECOND] = { status: 429, body: { status: 429, message: "Too many attempts" } };
  expect(await errorOf(await send(browser, { code: "123456" }))).toBe("Too many attempts");
});

test("treats a 409 of another host as a failed sign-in", async () => {
  for (const step of [undefined, { ticket: "a b; c", ways: ["app"] }, { ticket: 7 }]) {
    host.answers[LOGIN] = { status: 409, body: { status: 409, message: "More is needed", step } };
    const answer = await send(new Browser(), ANN);
    expect(await errorOf(answer)).toBe("Login failed");
    expect(cookies(answer).join()).not.toContain("loupe.step");
  }
});
