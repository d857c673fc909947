import { NextRequest } from "next/server";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { GET, POST } from "./route.ts";

const TOKEN = "a".repeat(59);
const ROW = `POST /api/v1/unsubscribe/${TOKEN}`;
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterEach(() => host.reset());
afterAll(() => host.stop());

function ask(method: "GET" | "POST", query = "", token = TOKEN, body?: string) {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "cross-site",
    origin: "null",
  };
  const url = `https://crm.example.com/api/unsubscribe/${encodeURIComponent(token)}${query}`;
  const request = new NextRequest(url, { method, headers, body });
  return (method === "POST" ? POST : GET)(request, { params: Promise.resolve({ token }) });
}

test("unsubscribes with one request, from any origin (RFC 8058)", async () => {
  const answer = await ask("POST", "", TOKEN, "List-Unsubscribe=One-Click");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(host.received.map(({ method, url }) => `${method} ${url}`)).toEqual([ROW]);
  expect(host.last?.headers.authorization).toBeUndefined();
});

test("redirects the page's form to the page", async () => {
  const answer = await ask("POST", "?page");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/unsubscribe/${TOKEN}`]);
  expect(host.received).toHaveLength(1);
});

test("changes nothing when the link is followed", async () => {
  const answer = await ask("GET");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/unsubscribe/${TOKEN}`]);
  expect(host.received).toEqual([]);
});

test.each([
  [404, 404, "This link is not valid"],
  [503, 503, "Try again later"],
])("passes on the host's %i", async (status, expected, message) => {
  host.answers[ROW] = { status, body: { message } };
  const answer = await ask("POST");
  expect([answer.status, await answer.json()]).toEqual([expected, { status: expected, message }]);
  const page = await ask("POST", "?page");
  expect(page.headers.get("location")).toBe(`/unsubscribe/${TOKEN}?failed`);
});

test("never sends an invalid token or redirects elsewhere", async () => {
  for (const token of ["../contacts", "a b", "//evil.example", "x".repeat(97)]) {
    expect((await ask("POST", "", token)).status).toBe(404);
    const { headers } = await ask("POST", "?page", token);
    expect(headers.get("location")).toBe(`/unsubscribe/${encodeURIComponent(token)}?failed`);
  }
  expect(host.received).toEqual([]);
});
