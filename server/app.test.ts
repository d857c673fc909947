import * as z from "zod/mini";
import { row } from "#lib/contract/contract.ts";
import { isComplete, names } from "#lib/contract/routes.ts";
import { newId } from "./platform/db/id.ts";
import { type Shop, testHost } from "./testing/host.ts";

const events: [string, Record<string, unknown>][] = [];
const host = testHost({ log: (event, fields = {}) => events.push([event, fields]) });
let shop: Shop;

beforeAll(async () => {
  shop = await host.shop();
});

const post = (
  path: string,
  body: BodyInit,
  type = "application/json",
  headers: Record<string, string> = {},
) =>
  host.send("POST", path, {
    headers: { authorization: `Bearer ${shop.user.token}`, "content-type": type, ...headers },
    body,
  });

const contact = {
  firstName: "Zoë",
  lastName: "Frost",
  email: "zoe@example.com",
  phoneNumber: "+1 415 555 0132",
};
const HUGE = "9".repeat(400);
const NUL = "a\0b";

const VALUES = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  [],
  [[]],
  {},
  { id: 1 },
  "",
  " ",
  NUL,
  HUGE,
  "\u0000",
  "\ud800",
  "2026-02-30",
  "0000-01-01",
  "2026-13-01T00:00:00Z",
  "99999-01-01",
  "x".repeat(100_000),
  `${" ".repeat(20_000)}x`,
  `${"a.".repeat(10_000)}@`,
  "__proto__",
  newId(),
  `${newId()}'`,
  "NaN",
  "Infinity",
  "1e999",
];

const withBody = names.filter((name) => row(name).body);

const GOOD: Record<string, string> = {
  ...contact,
  name: "Rings",
  id: newId(),
  timezone: "UTC",
  role: "USER",
  password: "Sapphire-7",
  token: "x",
  currentPassword: "Sapphire-7",
  newPassword: "Sapphire-8",
  confirmPassword: "Sapphire-8",
};

test.each(withBody)("%s never answers 5xx to any body", async (name) => {
  const params = { id: newId(), slug: "no-such-slug", token: "no-such-token" };
  const schema = row(name).body;
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : [];
  expect(fields).not.toEqual([]);
  const odd = fields.flatMap((field) => VALUES.map((value) => ({ ...GOOD, [field]: value })));
  for (const body of [null, [], "x", 5, true, {}, ...odd]) {
    const { status } = await host.call(name, shop.owner, { params, body });
    if (status >= 500) throw new Error(`${status} for ${JSON.stringify(body).slice(0, 300)}`);
  }
});

test.each([
  ["page", "0"],
  ["page", "-1"],
  ["page", "1.5"],
  ["page", "x"],
  ["page", "1e3"],
  ["page", "99999999999"],
  ["page", "2147483648"],
  ["limit", "0"],
  ["limit", "101"],
  ["limit", "NaN"],
  ["sort", "name"],
  ["sort", "createdAt:desc;"],
  ["search", "x".repeat(201)],
  ["search", NUL],
])("refuses ?%s=%s with a message that names it", async (key, value) => {
  for (const name of ["contacts.list", "contacts.options", "products.options"] as const) {
    const answer = await host.call(name, shop.user, { query: { [key]: value } });
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 400, message: expect.stringMatching(new RegExp(`^${key}: .`)) },
    });
  }
});

test.each([
  "?page=1000000&limit=100",
  "?page=",
  "?search=",
  "?search=%00%00",
  "?search=%FF",
  "?search=%",
  "?nobody=1",
  "?page=1&page=2",
])("answers GET /contacts%s", async (query) => {
  const { status } = await host.send("GET", `/contacts${query}`, {
    headers: { authorization: `Bearer ${shop.user.token}` },
  });
  expect(status).toBeLessThan(500);
});

test.each([
  "x",
  "0",
  "%00",
  "%E0%A4%A",
  "..%2f..%2fusers",
  `${newId()}x`,
  "x".repeat(65),
  "null",
  "%F0%28%8C%28",
])("finds no record for the id %j", async (id) => {
  const headers = { authorization: `Bearer ${shop.user.token}` };
  for (const method of ["GET", "DELETE"])
    expect((await host.send(method, `/contacts/${id}`, { headers })).status).toBe(404);
});

test("names an invalid field with its message", async () => {
  const answer = await post("/contacts/createContact", JSON.stringify({ ...contact, firstName: " " }));
  expect(answer).toMatchObject({
    status: 400,
    body: { status: 400, message: "firstName: First name is required" },
  });
});

test.each([
  ["not JSON", "{", 400],
  ["nothing", "", 400],
  ["bad UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400],
  ["a deep nest", "[".repeat(200_000), 400],
  ["deep nesting that ends", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, 400],
  ["nesting in an open object", `{"contacts":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}`, 400],
  ["2 MB", JSON.stringify({ ...contact, x: "y".repeat(2_000_000) }), 413],
])("a body of %s", async (_, body, status) => {
  expect((await post("/contacts/createContact", body)).status).toBe(status);
});

test("limits the actual size, regardless of content-length", async () => {
  const body = new Blob(["[", "1,".repeat(600_000), "1]"]).stream();
  const init = {
    headers: { authorization: `Bearer ${shop.user.token}`, "content-type": "application/json" },
    body,
    duplex: "half",
  };
  expect((await host.send("POST", "/contacts/createContact", init)).status).toBe(413);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
  "refuses the content type %j",
  async (type) => {
    expect((await post("/contacts/createContact", JSON.stringify(contact), type)).status).toBe(415);
  },
);

test("answers 404 in JSON for an unknown endpoint", async () => {
  for (const path of ["/nope", "/contacts/a/b", "/Contacts/", "/__proto__", "/capabilities/x"]) {
    expect(await host.send("GET", path)).toMatchObject({
      status: 404,
      body: { status: 404, message: expect.any(String) },
    });
  }
  expect((await host.send("PUT", "/users/me")).status).toBe(404);
});

test("ignores a trailing slash", async () => {
  const headers = { authorization: `Bearer ${shop.user.token}` };
  for (const path of ["/contacts", "/contacts/", "/users/me/", "/capabilities/"]) {
    expect((await host.send("GET", path, { headers })).status).toBe(200);
  }
});

test("announces every endpoint beyond section 7", async () => {
  const { body } = await host.call("capabilities.list", shop.user);
  const announced = body as string[];
  expect(announced).toContain("auth.logout");
  expect(announced).not.toContain("contacts.list");
  expect(isComplete(announced)).toBe(true);
  expect(isComplete(announced.slice(1))).toBe(false);
  expect(isComplete([...announced, "newer.endpoint"])).toBe(true);
});

test("logs each request in one line without secrets", async () => {
  events.length = 0;
  const headers = { authorization: `Bearer ${shop.user.token}`, "x-request-id": "abc-1" };
  const answer = await host.send("GET", "/contacts?search=secret", { headers });
  expect(answer.headers.get("x-request-id")).toBe("abc-1");
  expect(events).toEqual([
    ["request", { id: "abc-1", method: "GET", row: "contacts.list", status: 200, ms: expect.any(Number) }],
  ]);
  await host.send("GET", "/users/me", { headers: { "x-request-id": '{"a":1}' } });
  expect(JSON.stringify(events)).not.toMatch(/secret|Bearer|\\"a\\"/);
});

test("forbids caching and sniffing of answers", async () => {
  const { headers } = await host.call("users.me", null);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-type")).toMatch(/^application\/json/);
});

test("publishes an OpenAPI description of every endpoint", async () => {
  const { status, body } = await host.send("GET", "/openapi.json");
  expect(status).toBe(200);
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual(names.toSorted());
  expect(paths["/contacts/{id}"]?.get).toMatchObject({
    parameters: [{ name: "id", in: "path", required: true }],
  });
  expect(paths["/contacts/"]?.get).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: "limit", in: "query" })]),
  });
  expect(paths["/contacts/createContact"]?.post).toMatchObject({
    requestBody: {
      content: { "application/json": { schema: { required: expect.arrayContaining(["firstName"]) } } },
    },
  });
});
