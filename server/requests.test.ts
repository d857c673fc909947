import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { testHost } from "./testing/host.ts";

const host = testHost();
const events: [string, Record<string, unknown>][] = [];
let server: ReturnType<typeof serve>;
let port = 0;

beforeAll(async () => {
  const log = (event: string, fields = {}) => void events.push([event, fields]);
  const app = createApp({ ...(await host.host()), log });
  server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
}, 60_000);
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  events.length = 0;
});

const LOGIN = "/api/v1/authentication/login";

function send(path: string, pieces: string[], headers: Record<string, string> = {}, length?: number) {
  return new Promise<{ status?: number | undefined; body: string }>((resolve, reject) => {
    const type = { "content-type": "application/json", ...headers };
    const sized = length === undefined ? type : { ...type, "content-length": String(length) };
    const call = request({ port, path, method: "POST", headers: sized, agent: false }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode, body });
    });
    call.on("error", reject);
    for (const piece of pieces) call.write(piece);
    call.end();
  });
}

const TOO_LARGE = { status: 413, message: "The request is too large (1 MB at most)" };
const piece = `"${"x".repeat(99_998)}"`;

test.each([
  ["which says its length", 20 * 100_000],
  ["in chunks of no known length", undefined],
])("refuses a body of 2 MB %s", async (_, length) => {
  const { status, body } = await send(LOGIN, Array(20).fill(piece), {}, length);
  expect([status, JSON.parse(body)]).toEqual([413, TOO_LARGE]);
  expect(events).toEqual([["request", expect.objectContaining({ row: "auth.login", status: 413 })]]);
});

test.each([
  ["which says its length", true],
  ["in chunks of no known length", false],
])("reads a body of 1 MB %s", async (_, isSized) => {
  const text = JSON.stringify({ email: "nobody@example.com", password: "x", more: "" });
  const pieces = [text, " ".repeat(1_000_000 - text.length)];
  expect((await send(LOGIN, pieces, {}, isSized ? 1_000_000 : undefined)).status).toBe(401);
  const longer = [...pieces, " "];
  expect((await send(LOGIN, longer, {}, isSized ? 1_000_001 : undefined)).status).toBe(413);
});

test("authenticates before it reads the body", async () => {
  expect((await send("/api/v1/contacts/createContact", Array(20).fill(piece))).status).toBe(401);
});

test("limits notices and the link page alike", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const page = await send("/connect/some-token", Array(20).fill(piece), form);
  expect([page.status, page.body.includes(TOO_LARGE.message)]).toEqual([413, true]);
  expect((await send("/unipile/notify", Array(20).fill(piece))).status).toBe(413);
});

test.each(["content-length: 100", "transfer-encoding: chunked"])(
  "logs no error when a client leaves early (%s)",
  async (size) => {
    const socket = connect(port, "127.0.0.1");
    const head = [`POST ${LOGIN} HTTP/1.1`, "host: x", "content-type: application/json", size, "", ""];
    socket.write(`${head.join("\r\n")}${size.startsWith("t") ? "5\r\n" : ""}[1,2,`);
    socket.once("error", () => {});
    await new Promise((seen) => server.once("request", seen));
    socket.destroy();
    while (events.length === 0) await new Promise((turn) => setImmediate(turn));
    expect(events).toEqual([["request", expect.objectContaining({ row: "auth.login", status: 400 })]]);
  },
);

test.each(["/api/v1/users/me", "/health", "/connect/some-token"])(
  "%s: logs one line with the request id, without values",
  async (path) => {
    const { owner } = await host.shop();
    const secret = "told-to-nobody";
    const driver = Object.assign(new Error(`of ${secret}`), { code: "42P01" });
    for (const thrown of [
      driver,
      new Error(`Failed query: params: ${secret}`, { cause: driver }),
      new Error(secret, { cause: new Error(secret) }),
    ]) {
      events.length = 0;
      const fails = () => Promise.reject(thrown);
      const app = createApp({
        ...(await host.host()),
        database: {
          read: fails,
          tenant: fails,
          system: fails,
          snapshotOf: fails,
        },
        log: (event, fields = {}) => events.push([event, fields]),
      });
      const headers = { authorization: `Bearer ${owner.token}`, "x-request-id": "abc-1" };
      const response = await app.request(path, { headers });
      expect([response.status, response.headers.get("x-request-id")]).toEqual([500, "abc-1"]);
      const answer = await response.text();
      expect(answer).toContain("An unexpected error occurred");
      if (!path.startsWith("/connect")) expect(JSON.parse(answer)).toMatchObject({ reference: "abc-1" });
      expect(events.map(([event, { id }]) => [event, id])).toEqual([
        ["error", "abc-1"],
        ["request", "abc-1"],
      ]);
      expect(answer + JSON.stringify(events)).not.toContain(secret);
    }
  },
);

test("replaces a long or special request id", async () => {
  const app = createApp({ ...(await host.host()), log: () => {} });
  for (const sent of ["x".repeat(65), "two words", '{"a":1}']) {
    const response = await app.request("/health", { headers: { "x-request-id": sent } });
    expect(response.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  }
});
