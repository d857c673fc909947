import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { VERSION } from "#server/platform/http/version.ts";
import { guardedFetch } from "./guarded-fetch.ts";

const intranet = guardedFetch({ allowPrivateHosts: true, unipile: null }, 20_000);
const internet = guardedFetch({ allowPrivateHosts: false, unipile: null }, 20_000);
const servers: Server[] = [];
let calls = 0;

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    calls++;
    listener(request, response);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((listening) => server.once("listening", listening));
  return (server.address() as AddressInfo).port;
}

afterAll(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

test("passes requests and responses through like fetch", async () => {
  const port = await serve((request, response) => {
    response.writeHead(207, { "content-type": "text/xml", etag: '"1"', "set-cookie": ["a=1", "b=2"] });
    const { depth, "user-agent": program } = request.headers;
    request.pipe(response.write(`${request.method} ${depth} ${program} `) ? response : response);
  });
  const answer = await intranet(`http://127.0.0.1:${port}/`, {
    method: "PROPFIND",
    headers: { Depth: "1" },
    body: "pâté",
  });
  expect([answer.status, answer.ok, await answer.text()]).toEqual([
    207,
    true,
    `PROPFIND 1 Loupe/${VERSION} pâté`,
  ]);
  expect([answer.headers.get("etag"), answer.headers.getSetCookie()]).toEqual(['"1"', ["a=1", "b=2"]]);
});

test("doesn't follow redirects", async () => {
  const port = await serve((_, response) => response.writeHead(301, { location: "/there" }).end());
  const before = calls;
  const answer = await intranet(`http://localhost:${port}/here`);
  expect([answer.status, answer.headers.get("location"), calls - before]).toEqual([301, "/there", 1]);
});

test.each(["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "127.1"])(
  "doesn't contact %s unless private hosts are allowed",
  async (host) => {
    const port = await serve((_, response) => response.end("secret"));
    const before = calls;
    for (const scheme of ["http", "https"])
      await expect(internet(`${scheme}://${host}:${port}/`)).rejects.toThrow();
    expect(calls).toBe(before);
  },
);

test.each(["file:///etc/passwd", "ftp://127.0.0.1/", "data:text/plain,x"])("rejects %s", async (url) => {
  await expect(intranet(url)).rejects.toThrow("is not allowed");
});

test("rejects more than ten megabytes", async () => {
  const port = await serve((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
    };
    response.on("drain", write).on("error", () => {});
    write();
  });
  await expect(intranet(`http://127.0.0.1:${port}/`)).rejects.toThrow("too large");
});

test("applies the deadline to the whole response", async () => {
  const port = await serve((_, response) => void response.write("a"));
  const hasty = guardedFetch({ allowPrivateHosts: true, unipile: null }, 300);
  await expect(hasty(`http://127.0.0.1:${port}/`)).rejects.toThrow(/timeout|aborted/i);
});
