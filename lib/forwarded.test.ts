import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { dropForwarded, isBehindProxy } from "./forwarded.ts";

const FORGED = { "x-forwarded-for": "6.6.6.6", "x-forwarded-host": "evil.example", forwarded: "for=6.6.6.6" };

/** What a server of this process is told of a request's headers. */
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

test("without a proxy nobody reads what a client says of itself", async () => {
  expect(await seen()).toMatchObject(FORGED);
  const end = dropForwarded();
  const headers = await seen().finally(end);
  expect(Object.keys(headers).filter((name) => name in FORGED)).toEqual([]);
  expect(headers.accept).toBe("text/html");
  // Other tests' servers live in the same process.
  expect(await seen()).toMatchObject(FORGED);
});

test.each([
  [{}, false],
  [{ TRUST_PROXY: "0" }, false],
  [{ TRUST_PROXY: "1" }, true],
  [{ VERCEL: "1" }, true],
])("%j: behind a proxy is %s", (env, expected) => {
  jest.replaceProperty(process, "env", { ...process.env, ...env } as NodeJS.ProcessEnv);
  expect(isBehindProxy()).toBe(expected);
  jest.restoreAllMocks();
});
