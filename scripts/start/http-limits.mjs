import http from "node:http";

// Preloaded into the web app, for Next makes its server itself: what the host says in server/main.ts holds there, too.
// Half a request ends after 15 s, and what Next would answer with a 500 is refused before it gets there.
const LIMITS = { headersTimeout: 15_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 };

const createServer = http.createServer;
http.createServer = (...given) => {
  const listener = given.findLast((part) => typeof part === "function");
  const options = given.find((part) => typeof part === "object") ?? {};
  return createServer(
    { ...LIMITS, ...options },
    listener && ((request, answer) => guarded(request, answer, listener)),
  );
};

function guarded(request, answer, listener) {
  const status = statusOf(request);
  if (!status) return listener(request, answer);
  const message = status === 405 ? "This method is not known here" : "Invalid input";
  answer.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  answer.end(JSON.stringify({ status, message }));
}

/** Why a request is none; undefined if it is one. */
function statusOf({ method, url }) {
  if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) return 405;
  if (!url.startsWith("/")) return 400;
  try {
    decodeURIComponent(url.slice(0, url.search(/$|[?#]/)));
  } catch {
    return 400;
  }
}
