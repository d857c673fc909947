import { type Route, type Walk, walkRoutes, walkToError } from "./routing.ts";

const routes: Route[] = [
  { src: "^(?:/(.*))?$", headers: { "X-Build": "7" }, continue: true },
  {
    src: "^/((?!_next/static/|api/v1/).*)$",
    missing: [{ type: "header", key: "x-prerender-revalidate", value: "secret" }],
    middlewarePath: "/_middleware",
    continue: true,
  },
  { src: "^/?", has: [{ type: "header", key: "rsc", value: "1" }], dest: "/index.rsc", continue: true },
  {
    src: "^/((?!.+\\.rsc).+?)(?:/)?$",
    has: [{ type: "header", key: "rsc", value: "1" }],
    dest: "/$1.rsc",
    continue: true,
  },
  { handle: "filesystem" },
  { handle: "miss" },
  { src: "/_next/static/.+", status: 404, check: true, dest: "/_next/static/not-found.txt" },
  { handle: "rewrite" },
  {
    src: "^/api/v1/(?<nxtPpath>.+?)(?:/)?$",
    dest: "/api/v1/[...path]?nxtPpath=$nxtPpath",
    check: true,
  },
  {
    src: "^/people/(?<nxtPid>[^/]+?)(?<rscSuffix>\\.rsc)(?:/)?$",
    dest: "/people/[id]$rscSuffix?nxtPid=$nxtPid",
    check: true,
  },
  { src: "^/people/(?<nxtPid>[^/]+?)(?:/)?$", dest: "/people/[id]?nxtPid=$nxtPid", check: true },
  { handle: "hit" },
  { src: "/((?!index$).*?)(?:/)?", headers: { "x-matched-path": "/$1" }, continue: true },
  { handle: "error" },
  { src: "/.*", dest: "/_not-found", status: 404 },
  { src: "/.*", dest: "/500", status: 500 },
];
const there = new Set(
  "/ /index.rsc /login /login.rsc /people/[id] /people/[id].rsc /api/v1/[...path] /_not-found /500 /_next/static/not-found.txt".split(
    " ",
  ),
);

async function go(url: string, request: Record<string, string> = {}, isGuarded = false) {
  const { pathname, searchParams } = new URL(url, "http://here");
  const walk: Walk = { path: pathname, query: searchParams, request, headers: {} };
  const asked: string[] = [];
  const platform = {
    routes,
    isThere: (path: string) => there.has(path),
    middleware: async ({ path }: Walk) => {
      asked.push(path);
      return isGuarded;
    },
  };
  const how = await walkRoutes(platform, walk);
  if (how === "nothing") walkToError(platform, walk, 404);
  const { found, status, query, headers } = walk;
  return { how, found, status, query: query.toString(), headers, asked };
}

test("finds an existing page after the middleware, with the global headers", async () => {
  expect(await go("/login?next=%2Fa")).toEqual({
    how: "found",
    found: "/login",
    status: undefined,
    query: "next=%2Fa",
    headers: { "x-build": "7", "x-matched-path": "/login" },
    asked: ["/login"],
  });
});

test.each([
  ["/people/a%2Fb?tab=1", {}, "/people/[id]", "tab=1&nxtPid=a%2Fb"],
  ["/people/5", { rsc: "1" }, "/people/[id].rsc", "nxtPid=5"],
  ["/", { rsc: "1" }, "/index.rsc", ""],
  ["/login", { rsc: "1" }, "/login.rsc", ""],
  ["/api/v1/contacts/?page=1", {}, "/api/v1/[...path]", "page=1&nxtPpath=contacts"],
])("routes %s with %j to %s?%s", async (url, request, found, query) => {
  expect(await go(url, request)).toMatchObject({ how: "found", found, query });
});

test.each([
  ["/nowhere", "/_not-found"],
  ["/people/5/6", "/_not-found"],
  ["/_next/static/gone.js", "/_next/static/not-found.txt"],
])("answers 404 to %s with %s", async (url, found) => {
  expect(await go(url)).toMatchObject({ status: 404, found });
});

test("calls the middleware for matching paths only", async () => {
  expect((await go("/api/v1/contacts")).asked).toEqual([]);
  expect((await go("/login", { "x-prerender-revalidate": "secret" })).asked).toEqual([]);
  expect(await go("/login", { "x-prerender-revalidate": "guess" }, true)).toMatchObject({
    how: "answered",
    found: undefined,
  });
});
