import type { Browser } from "#lib/testing/browser.ts";
import { FakeHost, type Script } from "#lib/testing/fake-host.ts";
import { signedIn } from "#lib/testing/signed-in.ts";
import { GET, POST } from "./route.ts";

process.env.NEXTAUTH_SECRET = "a secret for tests";
const host = new FakeHost();
let ann: Browser;
beforeEach(() => void jest.spyOn(console, "error").mockImplementation(() => {}));
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
beforeEach(async () => {
  ann = await signedIn();
});
afterEach(() => {
  host.reset();
  jest.restoreAllMocks();
});
afterAll(() => host.stop());

const NOTES = "/api/v1/notes";
const JSON_TYPE = { "content-type": "application/json" };

const ELSEWHERE: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "null" },
  { origin: "http://localhost:3001" },
  { origin: "https://localhost:3000" },
  { origin: "http://evil.example" },
];

test.each(ELSEWHERE)("answers 403 to %j without calling the host", async (headers) => {
  const write = { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: "{}" };
  expect((await ann.ask(POST, NOTES, write)).status).toBe(403);
  const bare = { method: "POST", headers };
  expect((await ann.ask(POST, "/api/v1/unipile/removeAccount", bare)).status).toBe(403);
  expect((await ann.ask(POST, "/api/v1/authentication/createInvitedUser", write)).status).toBe(403);
  expect((await ann.ask(GET, "/api/v1/unipile/generateAccountLink", { headers })).status).toBe(403);
  expect(host.received).toEqual([]);
  expect(ann.cookies.size).toBe(1);
});

test("allows reading but not writing by a typed address", async () => {
  const headers = { "sec-fetch-site": "none" };
  expect((await ann.ask(GET, "/api/v1/contacts", { headers })).status).toBe(200);
  expect((await ann.ask(POST, NOTES, { method: "POST", headers })).status).toBe(403);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/jsonp",
  "",
])("answers 415 to a body of type %j", async (type) => {
  const answer = await ann.ask(POST, NOTES, {
    method: "POST",
    headers: { "content-type": type },
    body: "{}",
  });
  expect(answer.status).toBe(415);
  expect(host.received).toEqual([]);
});

test("answers 415 to an encoded body", async () => {
  const gzip = { ...JSON_TYPE, "content-encoding": "gzip" };
  expect((await ann.ask(POST, NOTES, { method: "POST", headers: gzip, body: "{}" })).status).toBe(415);
  const charset = { "content-type": "application/json; charset=utf-8" };
  expect((await ann.ask(POST, NOTES, { method: "POST", headers: charset, body: "{}" })).status).toBe(200);
});

test("answers 413 to a body over 1 MB", async () => {
  const body = JSON.stringify("x".repeat(1_000_000));
  const stream = new Blob([body]).stream();
  const announced = { ...JSON_TYPE, "content-length": "1000001" };
  for (const sent of [
    { headers: JSON_TYPE, body },
    { headers: JSON_TYPE, body: stream },
    { headers: announced, body: "{}" },
  ]) {
    expect((await ann.ask(POST, NOTES, { method: "POST", ...sent })).status).toBe(413);
  }
  expect(host.received).toEqual([]);
});

function impatient() {
  const timeout = AbortSignal.timeout;
  jest.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(100));
}

test("answers 408 to a body that never ends", async () => {
  impatient();
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) });
  expect((await ann.ask(POST, NOTES, { method: "POST", headers: JSON_TYPE, body })).status).toBe(408);
  expect(host.received).toEqual([]);
});

test.each<[string, number, Script]>([
  ["is silent", 504, { delay: Number.POSITIVE_INFINITY }],
  ["drips", 504, { body: "x".repeat(500), drip: 20 }],
  ["breaks off", 502, { body: "[1,2,3,4]", cut: true }],
  ["answers HTML", 502, { headers: { "content-type": "text/html" }, body: "<h1>Hi</h1>" }],
  ["redirects", 502, { status: 307, headers: { location: "http://127.0.0.1:1/steal" } }],
])("a host that %s: answers %d with the generic message", async (_, status, script) => {
  impatient();
  host.next.push(script);
  const answer = await ann.ask(GET, "/api/v1/contacts");
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ status, message: "An unexpected error occurred" });
  expect(ann.cookies.size).toBe(1);
});

test("answers 502 without a host, and 500 if misconfigured", async () => {
  const other = new FakeHost();
  process.env.API_URL = await other.start();
  await other.stop();
  expect((await ann.ask(GET, "/api/v1/contacts")).status).toBe(502);
  process.env.API_URL = "http://x/y";
  const report = jest.spyOn(console, "error").mockReturnValue();
  report.mockClear();
  expect((await ann.ask(GET, "/api/v1/contacts")).status).toBe(500);
  expect(report).toHaveBeenCalledTimes(1);
  process.env.API_URL = host.origin;
});

test("cancels the host's work when the caller disconnects", async () => {
  host.next.push({ delay: Number.POSITIVE_INFINITY });
  const leaving = new AbortController();
  const closed = new Promise((resolve) =>
    host.server.once("request", (request) => request.once("close", resolve)),
  );
  const left = ann.ask(GET, "/api/v1/contacts", { signal: leaving.signal });
  while (host.received.length === 0) await new Promise((soon) => setTimeout(soon, 5));
  leaving.abort();
  await left;
  await closed;
});

test("forwards only harmless request headers to the host", async () => {
  const headers = {
    "x-forwarded-for": "6.6.6.6, 203.0.113.7",
    "x-request-id": "r-1",
    "idempotency-key": "k-1",
    authorization: "Bearer forged",
    "x-forwarded-host": "evil.example",
    "x-organization-id": "2",
    "transfer-encoding": "chunked",
    "accept-language": "de",
    "x-http-method-override": "DELETE",
    "if-match": '"v1"',
    "if-none-match": "*",
    range: "bytes=0-1",
    te: "trailers",
  };
  await ann.ask(GET, "/api/v1/contacts", { headers });
  expect(host.last?.headers).toEqual({
    accept: "application/json",
    "accept-encoding": "identity",
    authorization: "Bearer bearer-of-ann",
    connection: "keep-alive",
    host: new URL(host.origin).host,
    "idempotency-key": "k-1",
    "x-forwarded-for": "203.0.113.7",
    "x-request-id": "r-1",
  });
  await ann.ask(GET, "/api/v1/contacts", {
    headers: { "x-request-id": "two words", "idempotency-key": "x".repeat(300) },
  });
  expect(host.last?.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  expect(host.last?.headers).not.toHaveProperty("idempotency-key");
});

test("uses one id from browser to log", async () => {
  const logged = jest.mocked(console.error);
  logged.mockClear();
  const headers = { "x-request-id": "r-1" };
  const failed = (reference: unknown) => ({ status: 500, body: { message: "No", reference } });
  host.next.push(failed("0f3a9c21"), failed("<b>"), failed({ a: 1 }));
  for (const reference of ["0f3a9c21", undefined, undefined]) {
    const answer = await ann.ask(GET, "/api/v1/contacts", { headers });
    expect(answer.headers.get("x-request-id")).toBe("r-1");
    expect(await answer.json()).toEqual({ status: 500, message: "No", ...(reference && { reference }) });
  }
  expect(logged).not.toHaveBeenCalled();
  host.next.push({ cut: true, body: "[1,2]" });
  await ann.ask(GET, "/api/v1/contacts", { headers });
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: "error", event: "bff", id: "r-1", row: "contacts.list", status: 502 },
  ]);
});

test("forwards only harmless response headers to the browser", async () => {
  const headers = {
    etag: '"v2"',
    "set-cookie": ["next-auth.session-token=stolen; Path=/", "a=b"],
    "cache-control": "public, max-age=3600",
    expires: "Sat, 01 Jan 2050 00:00:00 GMT",
    "access-control-allow-origin": "*",
    "content-security-policy": "default-src *",
    "x-powered-by": "Express",
    "x-middleware-rewrite": "/",
    server: "nginx",
    link: "</x>; rel=preload",
    "clear-site-data": '"*"',
    "content-type": "application/json; charset=utf-8",
  };
  host.next.push(
    { headers, body: [] },
    { status: 429, headers: { ...headers, "retry-after": "60" }, body: {} },
  );
  const good = await ann.ask(GET, "/api/v1/contacts");
  const bad = await ann.ask(GET, "/api/v1/contacts");
  const always = {
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "content-type": "application/json",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.any(String),
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
  };
  expect(Object.fromEntries(good.headers)).toEqual(always);
  expect(Object.fromEntries(bad.headers)).toEqual({ ...always, "retry-after": "60" });
});
