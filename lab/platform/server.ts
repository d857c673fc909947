// Serves static files, middleware and functions of a Build Output like the platform.
import { once } from "node:events";
import { createReadStream } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { type Instances, instancesOf } from "./instances.ts";
import type { Output } from "./output.ts";
import { type Walk, walkRoutes, walkToError } from "./routing.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "application/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const PACKED = /^(text\/|application\/(javascript|json|manifest))|image\/svg/;
const MAX_BYTES = 4_500_000;
/** The platform sets these headers and removes those of clients. */
const PLATFORM_HEADERS =
  /^x-(middleware-|matched-path$|now-|vercel-|prerender-|platform-|forwarded-|real-ip$)|^forwarded$/;

type Options = {
  port: number;
  instances: number;
  env: Record<string, string>;
  logs: string;
  bypass?: string;
  tls?: { key: Buffer; cert: Buffer };
};

export async function serveOutput({ routes, files, functions }: Output, options: Options) {
  const pools = functions.map((func, i) => ({
    func,
    pool: instancesOf(func, options.instances, options.env, join(options.logs, `function-${i}.log`)),
  }));
  const byPath = new Map(pools.flatMap(({ func, pool }) => func.paths.map((path) => [path, pool] as const)));
  const isThere = (path: string) => files.has(path) || byPath.has(path);

  const protocol = options.tls ? "https" : "http";
  const listener = (request: IncomingMessage, answer: ServerResponse) => {
    handle(request, answer).catch((error) => {
      if (!request.destroyed || !answer.destroyed) console.error(error);
      if (!answer.headersSent) answer.writeHead(500);
      answer.end();
    });
  };
  const server = options.tls ? https.createServer(options.tls, listener) : http.createServer(listener);
  // Longer than browsers keep idle connections, so none is closed while in use.
  server.keepAliveTimeout = 65_000;
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");

  async function handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? "/", `${protocol}://${request.headers.host}`);
    if (options.bypass && !isAllowed(request, answer, options.bypass))
      return void answer.writeHead(401).end();
    if (Number(request.headers["content-length"] ?? 0) > MAX_BYTES) return void answer.writeHead(413).end();
    const walk: Walk = {
      path: asked.pathname,
      query: new URLSearchParams(asked.search),
      request: forwardedHeaders(request, asked),
      headers: {},
    };
    const middleware = (walk: Walk) => passMiddleware(walk, request, asked, answer);
    const how = await walkRoutes({ routes, isThere, middleware }, walk);
    if (how === "answered") return;
    if (how === "nothing") walkToError({ routes, isThere }, walk, 404);
    await answerWith(walk, request, asked, answer);
  }

  async function passMiddleware(walk: Walk, request: IncomingMessage, asked: URL, answer: ServerResponse) {
    const headers = { ...walk.request, "x-platform-url": asked.href };
    const got = await exchange(byPath.get("/_middleware"), { method: request.method, path: "/", headers });
    const { "x-middleware-next": next, "x-middleware-override-headers": override, ...rest } = got.headers;
    for (const [name, value] of Object.entries(rest)) {
      const isForUs =
        name.startsWith("x-middleware-") || /^(date|connection|keep-alive|transfer-encoding)$/.test(name);
      if (value !== undefined && !isForUs) walk.headers[name] = value;
    }
    if (next === "1") {
      got.resume();
      if (override) walk.request = overridden(String(override), rest);
      return false;
    }
    answer.writeHead(got.statusCode ?? 500, walk.headers);
    await pipeline(got, answer);
    return true;
  }

  async function answerWith(walk: Walk, request: IncomingMessage, asked: URL, answer: ServerResponse) {
    const { found = "" } = walk;
    const file = files.get(found);
    if (file) {
      const type = file.type ?? TYPES[extname(file.file)] ?? "application/octet-stream";
      return send(
        request,
        answer,
        walk.status ?? 200,
        { ...walk.headers, "content-type": type },
        createReadStream(file.file),
      );
    }
    const query = walk.query.toString();
    const got = await exchange(
      byPath.get(found),
      {
        method: request.method,
        path: asked.pathname + (query ? `?${query}` : ""),
        headers: { ...walk.request, "x-matched-path": found },
      },
      { request, answer },
    );
    const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...headers } = got.headers;
    const status = walk.status ?? got.statusCode ?? 500;
    return send(request, answer, status, { ...walk.headers, ...headers }, got);
  }

  return {
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all(pools.map(({ pool }) => pool.stop()));
    },
  };
}

async function exchange(
  pool: Instances | undefined,
  options: http.RequestOptions,
  from?: { request: IncomingMessage; answer: ServerResponse },
) {
  if (!pool) throw new Error(`No function for ${options.path}`);
  const call = await pool.ask(options);
  if (from) {
    from.request.pipe(call);
    from.answer.once("close", () => from.answer.writableFinished || call.destroy());
  } else call.end();
  const [got] = (await once(call, "response")) as [IncomingMessage];
  return got;
}

/** By the header, or the cookie that a request with the header asked for. */
function isAllowed({ headers }: IncomingMessage, answer: ServerResponse, bypass: string): boolean {
  const cookie = `_vercel_jwt=${bypass}`;
  if (headers["x-vercel-protection-bypass"] !== bypass) return Boolean(headers.cookie?.includes(cookie));
  if (headers["x-vercel-set-bypass-cookie"]) answer.setHeader("set-cookie", `${cookie}; Path=/; HttpOnly`);
  return true;
}

/** Only the platform sets the client's address. */
function forwardedHeaders(request: IncomingMessage, asked: URL): Record<string, string> {
  const given = Object.entries(request.headers).filter(([name]) => !PLATFORM_HEADERS.test(name));
  const address = request.socket.remoteAddress ?? "";
  return {
    ...(Object.fromEntries(given) as Record<string, string>),
    "x-forwarded-for": address,
    "x-forwarded-host": asked.host,
    "x-forwarded-proto": asked.protocol.slice(0, -1),
    "x-real-ip": address,
  };
}

function overridden(names: string, headers: http.IncomingHttpHeaders): Record<string, string> {
  const kept = names.split(",").map((name) => [name, headers[`x-middleware-request-${name}`]] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

async function send(
  request: IncomingMessage,
  answer: ServerResponse,
  status: number,
  headers: http.OutgoingHttpHeaders,
  body: Readable,
): Promise<void> {
  const isPacked =
    PACKED.test(String(headers["content-type"])) &&
    !headers["content-encoding"] &&
    /\bgzip\b/.test(String(request.headers["accept-encoding"])) &&
    status !== 204 &&
    status !== 304;
  if (!isPacked) {
    answer.writeHead(status, headers);
    return pipeline(body, answer);
  }
  const { "content-length": _, ...rest } = headers;
  answer.writeHead(status, {
    ...rest,
    "content-encoding": "gzip",
    vary: [rest.vary, "accept-encoding"].flat().filter(Boolean).join(", "),
  });
  return pipeline(body, zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH }), answer);
}
