import { Browser } from "#lib/testing/browser.ts";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { signedIn } from "#lib/testing/signed-in.ts";
import { GET } from "./route.ts";

process.env.NEXTAUTH_SECRET = "a secret for tests";
const ME = "GET /api/v1/users/me";
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterEach(() => host.reset());
afterAll(() => host.stop());

test("removes a rejected session, and returns after sign-in", async () => {
  const ann = await signedIn();
  host.answers[ME] = { status: 401, body: {} };
  const answer = await ann.ask(GET, "/session-ended?next=/dashboard/sales?new=true");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/login?next=%2Fdashboard%2Fsales%3Fnew%3Dtrue");
  expect(host.last?.headers.authorization).toBe("Bearer bearer-of-ann");
  expect(ann.cookies.size).toBe(0);
});

test.each(["//evil.example", "https://evil.example", "/api/auth/signout", ""])(
  "next=%s leads home",
  async (next) => {
    const answer = await new Browser().ask(GET, `/session-ended?next=${encodeURIComponent(next)}`);
    expect(answer.headers.get("location")).toBe("/login?next=%2Fdashboard");
    expect(host.received).toEqual([]);
  },
);

test.each([{ status: 200, body: { id: 1 } }, { status: 500 }, { body: "", cut: true }])(
  "keeps the session if the host answers %j",
  async (script) => {
    const ann = await signedIn();
    host.answers[ME] = script;
    const link = { headers: { "sec-fetch-site": "cross-site" } };
    const answer = await ann.ask(GET, "/session-ended?next=/dashboard/sales", link);
    expect(answer.headers.get("location")).toBe("/dashboard/sales?session-checked=1");
    expect(ann.cookies.size).toBe(1);
  },
);

test("ends redirects with a page if the host's answers disagree", async () => {
  const ann = await signedIn();
  host.answers[ME] = { body: { id: 1 } };
  const first = await ann.ask(GET, "/session-ended?next=/dashboard/sales");
  const back = encodeURIComponent(first.headers.get("location") ?? "");
  const second = await ann.ask(GET, `/session-ended?next=${back}`);
  expect(second.status).toBe(502);
  expect(await second.text()).toContain("An unexpected error occurred");
  expect(ann.cookies.size).toBe(1);
  host.answers[ME] = { status: 401, body: {} };
  const third = await ann.ask(GET, `/session-ended?next=${back}`);
  expect(third.headers.get("location")).toBe("/login?next=%2Fdashboard%2Fsales");
});
