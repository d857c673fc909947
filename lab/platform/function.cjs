// Runs one function of a Build Output in its own process: node function.cjs LAUNCHER [web].
// Listens on a loopback port and sends the port to its parent.
const http = require("node:http");
const path = require("node:path");

const [, , launcher, kind] = process.argv;
const waiting = new Set();
globalThis[Symbol.for("@vercel/request-context")] = {
  get: () => ({
    waitUntil: (work) => {
      waiting.add(work);
      Promise.resolve(work).finally(() => waiting.delete(work));
    },
  }),
};

const answer = kind === "web" ? overWeb(require(path.resolve(launcher))) : require(path.resolve(launcher));
const server = http.createServer(answer);
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => {
  server.close(() => Promise.allSettled(waiting).then(() => process.exit()));
  server.closeIdleConnections();
});

/** The middleware takes a Request and returns a Response. */
function overWeb(handler) {
  return async (request, answer) => {
    try {
      const { "x-platform-url": url, ...headers } = request.headers;
      const given = await handler(new Request(url, { method: request.method, headers }));
      const { "set-cookie": _, ...said } = Object.fromEntries(given.headers);
      const cookies = given.headers.getSetCookie();
      answer.writeHead(given.status, { ...said, ...(cookies.length > 0 && { "set-cookie": cookies }) });
      answer.end(Buffer.from(await given.arrayBuffer()));
    } catch (error) {
      console.error(error);
      answer.writeHead(500).end();
    }
  };
}
