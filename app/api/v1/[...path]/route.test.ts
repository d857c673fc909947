import { route as entry, names } from "#lib/contract/routes.ts";
import { cookieName } from "#lib/session.ts";
import { Browser } from "#lib/testing/browser.ts";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { sealed, signedIn } from "#lib/testing/signed-in.ts";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "./route.ts";

process.env.NEXTAUTH_SECRET = "a secret for tests";
const route = { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT };
const host = new FakeHost();
let ann: Browser;
beforeEach(() => void jest.spyOn(console, "error").mockImplementation(() => {}));
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
beforeEach(async () => {
  ann = await signedIn();
});
afterEach(() => host.reset());
afterAll(() => host.stop());

const ZIP = { "content-type": "application/zip" };
const JPEG = { "content-type": "image/jpeg" };
const BODY = { "content-type": "application/json" };

test.each(names)("passes %s to its own path, with a token only if the endpoint needs one", async (name) => {
  const { method, path, who, via, streams, file } = entry(name);
  const isOpen = who === "public" && via !== "session";
  const filled = path.replace(/\{\w+\}/, "7");
  const begin = () => {
    host.reset();
    if (streams) host.answers[`${method} /api/v1${filled}`] = { headers: ZIP, body: "PK" };
    if (file) host.answers[`${method} /api/v1${filled}`] = { headers: JPEG, body: "JPEG" };
  };
  begin();
  const known = await ann.ask(route[method], `/api/v1${filled}`, { method });
  if (via === "server") {
    expect(known.status).toBe(404);
    expect(host.received).toEqual([]);
    return;
  }
  expect(known.status).toBe(200);
  expect(host.last).toMatchObject({ method, url: `/api/v1${filled}` });
  expect(host.last?.headers.authorization).toBe(isOpen ? undefined : "Bearer bearer-of-ann");
  begin();
  const stranger = await new Browser().ask(route[method], `/api/v1${filled}`, { method });
  expect(stranger.status).toBe(isOpen ? 200 : 401);
  expect(host.received).toHaveLength(isOpen ? 1 : 0);
});

test.each([
  ["/api/v1/contacts?page=1", "/api/v1/contacts/?page=1"],
  ["/api/v1/contacts/?page=1", "/api/v1/contacts/?page=1"],
  ["/api/v1/users/me/", "/api/v1/users/me"],
  ["/api/v1/contacts/7/", "/api/v1/contacts/7"],
])("%s calls the host at %s, with the slashes of section 7", async (asked, url) => {
  await ann.ask(route.GET, asked);
  expect(host.last?.url).toBe(url);
});

test.each([
  "/api/v1/",
  "/api/v1/admin",
  "/api/v1/contacts/..%2f..%2fadmin",
  "/api/v1/contacts/..%2Fadmin",
  "/api/v1/contacts/..%5cadmin",
  "/api/v1/contacts/%252e%252e/admin",
  "/api/v1/contacts/%252e%252e%252fadmin",
  "/api/v1/contacts/..;/admin",
  "/api/v1/contacts/../../../admin",
  "/api/v1/contacts/%2e%2e/%2e%2e/%2e%2e/admin",
  "/api/v1/contacts//",
  "/api/v1//contacts",
  "/api/v1//evil.example/contacts",
  "/api/v1/contacts/a%00b",
  "/api/v1/contacts/a%0d%0ab",
  "/api/v1/contacts/a b",
  "/api/v1/contacts/@evil.example",
  "/api/v1/%63ontacts",
  `/api/v1/contacts/${"x".repeat(97)}`,
  "/api/v1x/contacts",
  "/API/v1/contacts",
  "/contacts",
])("answers 404 to %j without calling the host", async (path) => {
  const answer = await ann.ask(route.GET, path);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ status: 404, message: "Not found" });
  expect(host.received).toEqual([]);
});

test.each([
  ["HEAD", "/api/v1/contacts"],
  ["OPTIONS", "/api/v1/contacts"],
  ["POST", "/api/v1/contacts"],
  ["DELETE", "/api/v1/users/me"],
  ["PATCH", "/api/v1/contacts/7"],
] as const)("answers 404 to %s %s", async (method, path) => {
  expect((await ann.ask(route[method], path, { method })).status).toBe(404);
  expect(host.received).toEqual([]);
});

test.each([
  [
    "page=2&limit=50&sort=createdAt:desc&search=anne marie&role=OWNER",
    "?page=2&limit=50&sort=createdAt%3Adesc&search=anne+marie",
  ],
  ["page=1&page=2", "?page=1"],
  ["search=a%26page%3D9%23x", "?search=a%26page%3D9%23x"],
  ["search=a;page=9", "?search=a%3Bpage%3D9"],
  ["search[]=a&search%5B%24ne%5D=b&__proto__=c&constructor=d", ""],
  ["search=%0d%0aX-Evil:1", "?search=%0D%0AX-Evil%3A1"],
  ["search=&page", ""],
])("?%s: sends the host %j", async (sent, got) => {
  await ann.ask(route.GET, `/api/v1/contacts?${sent}`);
  expect(host.last?.url).toBe(`/api/v1/contacts/${got}`);
});

test("drops a query that isn't expected, and rejects overlong values", async () => {
  await ann.ask(route.GET, "/api/v1/users/me?as=owner");
  expect(host.last?.url).toBe("/api/v1/users/me");
  const answer = await ann.ask(route.GET, `/api/v1/contacts?search=${"x".repeat(501)}`);
  expect(answer.status).toBe(400);
  expect(host.received).toHaveLength(1);
});

test("passes an answer on byte for byte", async () => {
  const body = ' [ {"id":1.0, "firstName":"Zo\\u00eb"}, ';
  host.answers["GET /api/v1/contacts/"] = { body };
  expect(await (await ann.ask(route.GET, "/api/v1/contacts")).text()).toBe(body);
});

test("sends a body byte for byte, and none without one", async () => {
  const body = ' {"content":"Zoë ✓","contactId":7} ';
  await ann.ask(route.POST, "/api/v1/notes", { method: "POST", headers: BODY, body });
  expect(host.last).toMatchObject({ url: "/api/v1/notes/", body });
  expect(host.last?.headers["content-type"]).toBe("application/json");
  await ann.send(route.DELETE, "DELETE", "/api/v1/contacts/7", { id: 8 });
  expect(host.last).toMatchObject({ method: "DELETE", url: "/api/v1/contacts/7", body: "" });
});

test("requires a session except for accepting an invitation", async () => {
  const stranger = new Browser();
  const refused = await stranger.ask(route.GET, "/api/v1/contacts");
  expect(refused.status).toBe(401);
  expect(await refused.json()).toEqual({ status: 401, message: "Please sign in again" });
  expect(host.received).toEqual([]);
  const invited = { token: "invite", password: "Welcome-1" };
  const answer = await stranger.send(route.POST, "POST", "/api/v1/authentication/createInvitedUser", invited);
  expect(answer.status).toBe(200);
  expect(JSON.parse(host.last?.body ?? "")).toEqual(invited);
});

test("ends the session after a 401 of the host", async () => {
  host.next.push({ status: 401, body: { message: "Session expired" } });
  const answer = await ann.ask(route.GET, "/api/v1/contacts");
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ status: 401, message: "Session expired" });
  expect((await ann.ask(route.GET, "/api/v1/contacts")).status).toBe(401);
  expect(host.received).toHaveLength(1);
});

test("keeps a newer session when an earlier one's 401 arrives", async () => {
  host.next.push({ status: 401, body: {}, delay: 50 });
  const late = ann.ask(route.GET, "/api/v1/contacts");
  ann.cookies.set(cookieName("session-token"), await sealed({ token: "bearer-of-the-new-session" }));
  expect((await late).status).toBe(401);
  expect((await ann.ask(route.GET, "/api/v1/contacts")).status).toBe(200);
  expect(host.last?.headers.authorization).toBe("Bearer bearer-of-the-new-session");
});

test("keeps the session after another error or a bad invitation", async () => {
  host.next.push({ status: 403, body: { message: "Owners only" } }, { status: 401, body: {} });
  expect((await ann.ask(route.GET, "/api/v1/contacts")).status).toBe(403);
  const register = "/api/v1/authentication/createInvitedUser";
  expect((await ann.send(route.POST, "POST", register, { token: "x", password: "y" })).status).toBe(401);
  expect((await ann.ask(route.GET, "/api/v1/contacts")).status).toBe(200);
});

test("returns only the known fields of a conflict", async () => {
  const slots = {
    timezone: "America/New_York",
    minutes: 15,
    days: [{ day: "2026-11-03", state: "full", slots: [] }],
  };
  const body = { status: 409, message: "Just taken", slots, secret: "x" };
  const post = (path: string) => ann.ask(route.POST, path, { method: "POST", headers: BODY, body: "{}" });
  host.next.push({ status: 409, body }, { status: 409, body }, { status: 409, body: { ...body, slots: 7 } });
  expect(await (await post("/api/v1/book/ring-fitting")).json()).toEqual({
    status: 409,
    message: "Just taken",
    slots,
  });
  expect(await (await post("/api/v1/notes")).json()).toEqual({ status: 409, message: "Just taken" });
  expect(await (await post("/api/v1/booking/7/move")).json()).toEqual({ status: 409, message: "Just taken" });
});

describe("a file", () => {
  const path = "/api/v1/data/export";
  const answer = (script: object) => {
    host.answers[`POST ${path}`] = { headers: ZIP, ...script };
    return ann.ask(POST, path, { method: "POST" });
  };

  test("streams the answer, and stops when the reader stops", async () => {
    const closed = Promise.withResolvers<void>();
    host.server.once("request", (_, response) => response.on("close", closed.resolve));
    const { status, headers, body } = await answer({ body: "PK".repeat(50_000), drip: 5 });
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "application/zip",
      "private, no-store",
    ]);
    const reader = body?.getReader();
    expect((await reader?.read())?.value?.length).toBeLessThan(1_000);
    await reader?.cancel();
    await closed.promise;
  });

  test("reports an interrupted answer as incomplete", async () => {
    const { body } = await answer({ body: "PK".repeat(500), cut: true });
    await expect(new Response(body).text()).rejects.toThrow();
  });

  test.each([
    [{ headers: { "content-type": "text/html" }, body: "<p>" }, 502],
    [{ headers: {}, body: {} }, 502],
    [{ status: 429, headers: {}, body: { message: "Often enough" } }, 429],
  ])("answers %j with %i", async (script, status) => expect((await answer(script)).status).toBe(status));

  test("allows only requests from this site", async () => {
    const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
    expect((await ann.ask(POST, path, foreign)).status).toBe(403);
    expect(host.received).toEqual([]);
  });
});

describe("a kept file", () => {
  const path = "/api/v1/files/7";
  const said = { etag: '"7"', "content-disposition": 'inline; filename="ring.jpg"' };
  const ask = (script: object, headers = {}) => {
    host.answers[`GET ${path}`] = { headers: { ...JPEG, ...said }, body: "JPEG", ...script };
    return ann.ask(GET, path, { headers });
  };

  test("sends only images and downloads, without caching", async () => {
    const answer = await ask({});
    expect([answer.status, await answer.text()]).toEqual([200, "JPEG"]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...JPEG,
      ...said,
      "cache-control": "private, no-cache",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    const again = await ask({ status: 304, body: "" }, { "if-none-match": '"7"' });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", '"7"']);
    expect(host.last?.headers["if-none-match"]).toBe('"7"');
  });

  test.each([
    [{ headers: { "content-type": "text/html" }, body: "<script>" }, 502],
    [{ headers: { "content-type": "image/svg+xml" }, body: "<svg>" }, 502],
    [{ status: 404, headers: {}, body: { message: "Not found" } }, 404],
  ])("answers %j with %i", async (script, status) => expect((await ask(script)).status).toBe(status));
});
