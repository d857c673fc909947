import { type AddressInfo, createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { forward, forwardFile, HostError, type HostRequest, hostCall } from "./host.ts";
import { FakeHost, type Script } from "./testing/fake-host.ts";
import { UNEXPECTED } from "./unexpected.ts";

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterEach(() => host.reset());
afterAll(() => host.stop());

async function outcome(script: Script, request: Partial<HostRequest> = {}) {
  host.next.push(script);
  const call = { method: "GET", path: "/contacts/", timeoutMs: 5_000, maxBytes: 1_000, ...request } as const;
  return forward(call).then(
    ({ status, bytes }) => ({ status, text: bytes.toString() }),
    (error) => {
      if (!(error instanceof HostError)) throw error;
      const { status, message, retryAfter } = error;
      return retryAfter ? { status, message, retryAfter } : { status, message };
    },
  );
}

const BAD = { status: 502, message: UNEXPECTED };
const LATE = { status: 504, message: UNEXPECTED };

test.each<[string, Script]>([
  ["an HTML page", { headers: { "content-type": "text/html" }, body: "<h1>Hello</h1>" }],
  ["no content type", { headers: { "content-type": "" }, body: "{}" }],
  ["a connection that breaks", { body: "x".repeat(100), cut: true }],
  ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:1/" } }],
  ["a permanent redirect with JSON", { status: 308, headers: { location: "/api/v1/users/me" } }],
  ["304 without a condition", { status: 304, body: "" }],
  ["a status outside all classes", { status: 999 }],
  ["more than the limit", { body: JSON.stringify("x".repeat(2_000)) }],
  ["a gzip bomb", { headers: { "content-encoding": "gzip" }, body: gzipSync("x".repeat(1_000_000)) }],
  ["an encoded error", { status: 500, headers: { "content-encoding": "br" }, body: "" }],
])("%s is 502", async (_, script) => {
  expect(await outcome(script)).toEqual(BAD);
  expect(host.received).toHaveLength(1);
});

test.each<[string, Script]>([
  ["silence", { delay: Number.POSITIVE_INFINITY }],
  ["an answer that arrives byte by byte", { body: "x".repeat(500), drip: 20 }],
  ["an error that arrives byte by byte", { status: 500, body: "x".repeat(500), drip: 20 }],
])("%s ends with 504 at the deadline", async (_, script) => {
  expect(await outcome(script, { timeoutMs: 150 })).toEqual(LATE);
});

test("refuses a content-length over the limit immediately", async () => {
  const script = { headers: { "content-length": "2000" }, body: "x".repeat(2_000), drip: 20 };
  expect(await outcome(script, { timeoutMs: 150 })).toEqual(BAD);
});

test("answers 504 at the caller's deadline", async () => {
  const silence = { delay: Number.POSITIVE_INFINITY };
  expect(await outcome(silence, { signal: AbortSignal.timeout(50) })).toEqual(LATE);
  const leaving = new AbortController();
  const left = outcome(silence, { signal: leaving.signal });
  leaving.abort();
  expect(await left).toEqual(BAD);
  host.reset();
  expect(await outcome({}, { signal: AbortSignal.abort() })).toEqual(BAD);
  expect(host.received).toEqual([]);
});

test("answers 504 if a file doesn't start in time", async () => {
  const closed = Promise.withResolvers<void>();
  host.server.once("request", (_, response) => response.on("close", closed.resolve));
  host.next.push({ delay: Number.POSITIVE_INFINITY });
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const soon = jest.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 600));
  await expect(forwardFile({ method: "POST", path: "/data/export" })).rejects.toMatchObject({ status: 504 });
  soon.mockImplementation(timeout);
  await closed.promise;
});

test("ends a TLS handshake that never finishes at the deadline", async () => {
  const mute = createServer((socket) => void mute.once("close", () => socket.destroy()));
  await new Promise<void>((listening) => mute.listen(0, "127.0.0.1", listening));
  process.env.API_URL = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  expect(await outcome({}, { timeoutMs: 100 })).toEqual(LATE);
  process.env.API_URL = host.origin;
  mute.emit("close");
  mute.close();
});

test("answers 502 if the host is down", async () => {
  const other = new FakeHost();
  const origin = await other.start();
  await other.stop();
  process.env.API_URL = origin;
  expect(await outcome({})).toEqual(BAD);
  process.env.API_URL = host.origin;
});

test.each<[string, unknown, string]>([
  ["a sentence", { message: "Name is taken", stack: "at db.ts" }, "Name is taken"],
  ["none", {}, UNEXPECTED],
  ["a list", { message: ["a", "b"] }, UNEXPECTED],
  ["nothing", "", UNEXPECTED],
  ["a page", "<h1>Bad gateway</h1>", UNEXPECTED],
  ["a stack trace", { message: "Error\n  at db.ts" }, UNEXPECTED],
  ["blanks", { message: "   " }, UNEXPECTED],
  ["a novel", { message: "x".repeat(501) }, UNEXPECTED],
])("keeps an error's status; its message was %s", async (_, body, message) => {
  for (const status of [400, 401, 404, 409, 422, 429, 500, 501, 503]) {
    expect(await outcome({ status, body })).toEqual({ status, message });
  }
});

test("passes on a valid Retry-After", async () => {
  const script = { status: 429, body: {}, headers: { "retry-after": "60" } };
  expect(await outcome(script)).toEqual({ status: 429, message: UNEXPECTED, retryAfter: "60" });
  expect(await outcome({ ...script, headers: { "retry-after": "x".repeat(300) } })).not.toHaveProperty(
    "retryAfter",
  );
});

test("passes on successful answers byte by byte, also empty ones", async () => {
  const text = ' { "name" : "Zoë", "cost": 1.50 } ';
  expect(await outcome({ body: text })).toEqual({ status: 200, text });
  expect(await outcome({ status: 201, body: "" })).toEqual({ status: 201, text: "" });
  expect(await outcome({ status: 204, body: "", headers: { "content-type": "text/plain" } })).toEqual({
    status: 204,
    text: "",
  });
});

test("sends the host only needed headers", async () => {
  await outcome(
    {},
    { method: "POST", body: "{}", token: "t", forwardedFor: "203.0.113.7", requestId: "r-1" },
  );
  expect(host.last?.headers).toEqual({
    accept: "application/json",
    "accept-encoding": "identity",
    authorization: "Bearer t",
    connection: "keep-alive",
    "content-length": "2",
    "content-type": "application/json",
    host: new URL(host.origin).host,
    "x-forwarded-for": "203.0.113.7",
    "x-request-id": "r-1",
  });
  await outcome({}, { idempotencyKey: "k" });
  expect(host.last?.headers).toMatchObject({ "idempotency-key": "k" });
  expect(host.last?.headers).not.toHaveProperty("authorization");
  expect(host.last?.headers).not.toHaveProperty("content-type");
  expect(host.last?.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
});

test("builds path and query, sends and parses in hostCall", async () => {
  host.next.push({ body: { data: [{ id: 7, firstName: "Ann" }, "no contact"] } });
  const contacts = await hostCall("contacts.list", { query: { page: 2, limit: 50 }, token: "t" });
  expect(contacts).toMatchObject([{ id: "7", firstName: "Ann", lastName: "" }]);
  expect(host.last?.url).toBe("/api/v1/contacts/?page=2&limit=50");

  const note = { id: "5", content: "Likes opals", contactId: "7" };
  expect(await hostCall("notes.update", { params: { id: "5" }, body: note, token: "t" })).toBeUndefined();
  expect(host.last).toMatchObject({ method: "PATCH", url: "/api/v1/notes/5", body: JSON.stringify(note) });
});

test("refuses an invalid id and an invalid answer in hostCall", async () => {
  await expect(hostCall("contacts.get", { params: { id: "../users/me" } })).rejects.toMatchObject({
    status: 404,
  });
  expect(host.received).toEqual([]);
  for (const body of [{ contacts: 3 }, "<h1>Hello</h1>", '[{"id":1},']) {
    host.next.push({ body });
    await expect(hostCall("contacts.list", {})).rejects.toMatchObject({ status: 502, message: UNEXPECTED });
  }
  host.next.push({ body: "" });
  await expect(hostCall("users.me", {})).rejects.toMatchObject({ status: 502 });
});
