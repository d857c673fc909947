import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { readForwarded, trustedProxies } from "./incoming.ts";

const FORGED: Record<string, string> = {
  "x-forwarded-for": "6.6.6.6, 203.0.113.9",
  "x-forwarded-host": "evil.example",
  forwarded: "for=6.6.6.6",
};

async function seen(): Promise<IncomingHttpHeaders> {
  const server = createServer((_, answer) => answer.end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      server.once("request", ({ headers }) => resolve(headers));
      request({ port, host: "127.0.0.1", headers: { ...FORGED, accept: "text/html" } })
        .on("error", reject)
        .end();
    });
  } finally {
    server.close();
  }
}

test("ignores the client's headers without a proxy", async () => {
  expect(await seen()).toMatchObject(FORGED);
  const end = readForwarded(0);
  const { accept, ...headers } = await seen().finally(end);
  expect(accept).toBe("text/html");
  expect(headers).toMatchObject({ "x-forwarded-for": "127.0.0.1" });
  expect(Object.keys(headers).filter((name) => name in FORGED)).toEqual(["x-forwarded-for"]);
  expect(await seen()).toMatchObject(FORGED);
});

test("uses the address and headers of one proxy", async () => {
  const end = readForwarded(1);
  expect(await seen().finally(end)).toMatchObject({ ...FORGED, "x-forwarded-for": "203.0.113.9" });
});

test("keeps the farthest trusted proxy's value over the client's", async () => {
  Object.assign(FORGED, {
    "x-forwarded-proto": "http, https, http",
    "x-forwarded-host": "evil.example, crm.example.com",
  });
  const end = readForwarded(2);
  expect(await seen().finally(end)).toMatchObject({
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.example",
  });
  const endOne = readForwarded(1);
  expect(await seen().finally(endOne)).toMatchObject({
    "x-forwarded-proto": "http",
    "x-forwarded-host": "crm.example.com",
  });
});

test.each([
  [{}, 0],
  [{ TRUST_PROXY: "0" }, 0],
  [{ TRUST_PROXY: "1" }, 1],
  [{ TRUST_PROXY: "2", VERCEL: "1" }, 2],
  [{ VERCEL: "1" }, 1],
])("%j: trusts %d proxies", (env, expected) => {
  jest.replaceProperty(process, "env", { ...process.env, ...env } as NodeJS.ProcessEnv);
  expect(trustedProxies()).toBe(expected);
  jest.restoreAllMocks();
});
