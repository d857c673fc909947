import http from "node:http";

// Preloaded into the web app, because Next creates its own server. Like server/main.ts: incomplete requests
// end after 15 s, and invalid ones are refused before Next would answer 500.
const LIMITS = { headersTimeout: 15_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

const createServer = http.createServer;
http.createServer = (...args) => {
  const listener = args.findLast((part) => typeof part === "function");
  const options = args.find((part) => typeof part === "object") ?? {};
  return createServer(
    { ...LIMITS, ...options },
    listener && ((request, answer) => guarded(request, answer, listener)),
  );
};

function guarded(request, answer, listener) {
  const status = statusOf(request);
  if (!status) return listener(request, answer);
  const message = status === 405 ? "Unknown method" : "Invalid input";
  answer.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  answer.end(JSON.stringify({ status, message }));
}

function statusOf({ method, url }) {
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) return 405;
  if (!url.startsWith("/")) return 400;
  try {
    decodeURIComponent(url.slice(0, url.search(/$|[?#]/)));
  } catch {
    return 400;
  }
}
