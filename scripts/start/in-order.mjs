import http from "node:http";
import { createDrain, drainOf } from "#server/platform/http/drain.ts";

// Preloaded into the built web app. Adds /readyz and ends like the host; Next would close connections on
// which a request is arriving.
process.env.NEXT_MANUAL_SIG_HANDLE = "1";
// Longer than the web app waits for the host.
const REQUESTS_MS = 9_000;
const drainMs = drainOf(process.env.DRAIN_SECONDS);
const servers = [];

const createServer = http.createServer;
http.createServer = (...args) => {
  const server = createServer(
    ...args.map((part) =>
      typeof part === "function" ? (request, answer) => answerOr(request, answer, part) : part,
    ),
  );
  servers.push(createDrain(server));
  return server;
};

for (const signal of ["SIGTERM", "SIGINT"]) {
  process.once(signal, async () => {
    setTimeout(() => process.exit(1), drainMs + REQUESTS_MS);
    await Promise.all(servers.map((server) => server.end(drainMs)));
    process.exit(0);
  });
}

function answerOr(request, answer, listener) {
  if (request.url !== "/readyz") return listener(request, answer);
  const troubles = servers.some(({ isEnding }) => isEnding()) ? ["This web app is shutting down."] : [];
  answer.writeHead(troubles.length > 0 ? 503 : 200, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  answer.end(JSON.stringify({ ok: troubles.length === 0, troubles }));
}
