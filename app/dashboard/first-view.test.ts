import { redirect } from "next/navigation";
import type { ReactElement } from "react";
import { COMPLETE, listKey, readKey } from "#lib/api/keys.ts";
import { names, route } from "#lib/contract/routes.ts";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { firstView } from "./first-view.tsx";
import type { Entry, Visit } from "./visit.ts";

let asked: Record<string, string>;
jest.mock("next/headers", () => ({
  headers: async () => new Headers(asked),
  cookies: async () => new Map(),
}));
let token = 0;
jest.mock("#lib/session.ts", () => ({
  currentSession: async () => ({ token: String(token) }),
  remember: (map: Map<string, unknown>, key: string, value: unknown) => map.set(key, value),
}));

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
beforeEach(() => {
  token += 1;
  // Nothing remembered is that new.
  jest.spyOn(Date, "now").mockReturnValue(token * 3_600_000);
  asked = { accept: "text/html", "x-pathname": "/dashboard/contacts?q=maria" };
  host.answers["GET /api/v1/users/me"] = { body: { id: "1", refused: ["status.get"] } };
  host.answers["GET /api/v1/capabilities"] = { body: names.filter((name) => route(name).extra) };
});
afterEach(() => host.reset());
afterAll(() => host.stop());

async function seeds(reads: (visit: Visit) => Entry[], id?: string): Promise<Record<string, unknown>> {
  const page: ReactElement<{ reads: Record<string, unknown> }> = await firstView(
    () => null,
    reads,
  )({ params: Promise.resolve(id === undefined ? {} : { id }) });
  return page.props.reads;
}

test("reads for a document, with the search in the URL", async () => {
  host.answers["GET /api/v1/contacts/"] = { body: [] };
  expect(await seeds((visit) => [visit.list("contacts.list")])).toEqual({
    [listKey("contacts.list", "maria")]: [{ rows: [], full: false }],
  });
  expect(host.received.some(({ url }) => url?.includes("search=maria"))).toBe(true);
});

test("reads for the next screen, but not for a prefetched one", async () => {
  asked.accept = "text/x-component";
  expect(await seeds((visit) => [visit.read("tags.list", {})])).toEqual({});
  expect(host.received).toEqual([]);
  asked["x-navigation"] = "1";
  host.answers["GET /api/v1/tags"] = { body: [] };
  expect(await seeds((visit) => [visit.read("tags.list", {})])).toEqual({ [readKey("tags.list", {})]: [] });
});

test("reads nothing for an invalid id", async () => {
  expect(await seeds((visit) => [visit.read("contacts.get", { params: { id: visit.id } })], "a%2Fb")).toEqual(
    {},
  );
  expect(host.received).toEqual([]);
});

test("leaves out failed and forbidden reads", async () => {
  host.answers["GET /api/v1/tags"] = { status: 500 };
  host.answers["GET /api/v1/fields"] = { body: [] };
  const found = await seeds((visit) => [
    visit.read("tags.list", {}),
    visit.read("fields.list", {}),
    visit.readIfAllowed("status.get", {}),
  ]);
  expect(found).toEqual({ [readKey("fields.list", {})]: [] });
  expect(host.received.map(({ url }) => url)).not.toContain("/api/v1/status");
});

test("doesn't wait for late reads", async () => {
  host.answers["GET /api/v1/tags"] = { body: [], delay: 100 };
  host.answers["GET /api/v1/fields"] = { status: 500 };
  const page: ReactElement<{ reads: object; late: Record<string, Promise<unknown>> }> = await firstView(
    () => null,
    () => [],
    (visit) => [visit.readLate("tags.list", {}), visit.readLate("fields.list", {})],
  )({ params: Promise.resolve({}) });
  const { reads, late } = page.props;
  expect(reads).toEqual({});
  expect(Object.keys(late)).toEqual([readKey("tags.list", {}), readKey("fields.list", {})]);
  expect(await Promise.race([late[readKey("tags.list", {})], "later"])).toBe("later");
  expect(await Promise.all(Object.values(late))).toEqual([[], undefined]);
});

test("remembers person and host, and asks for late reads last", async () => {
  host.answers["GET /api/v1/fields"] = { body: [] };
  host.answers["GET /api/v1/tags"] = { body: [], delay: 50 };
  const visited = async () => {
    host.received.length = 0;
    const page: ReactElement<{ late: Record<string, Promise<unknown>> }> = await firstView(
      () => null,
      (visit) => [visit.readIfAllowed("tags.list", {})],
      (visit) => [visit.readLate("fields.list", {})],
    )({ params: Promise.resolve({}) });
    await Promise.all(Object.values(page.props.late));
    return host.received.map(({ url }) => url?.replace("/api/v1/", ""));
  };
  expect(await visited()).toEqual(["users/me", "capabilities", "repairs/counts", "tags", "fields"]);
  host.answers["GET /api/v1/users/me"] = { body: { id: "1", refused: ["tags.list"] }, delay: 20 };
  const [, ...again] = await visited();
  expect(again).toEqual(["tags", "repairs/counts", "fields"]);
  expect((await visited()).slice(0, 2)).toEqual(["users/me", "fields"]);
});

test("asks a section-7 host for nothing beyond section 7", async () => {
  host.answers["GET /api/v1/capabilities"] = { status: 404 };
  expect(await seeds((visit) => [visit.read("fields.list", {}), visit.list("campaigns.list")])).toEqual({});
  expect(host.received.map(({ url }) => url)).toEqual(["/api/v1/users/me", "/api/v1/capabilities"]);
});

test("follows a read's redirect for a document", async () => {
  const read = async (visit: Visit): Entry => [
    COMPLETE,
    (await visit.complete) && redirect("/dashboard/setup"),
  ];
  await expect(seeds((visit) => [read(visit)])).rejects.toMatchObject({
    digest: expect.stringMatching("setup"),
  });
  Object.assign(asked, { accept: "text/x-component", "x-navigation": "1" });
  expect(await seeds((visit) => [read(visit)])).toEqual({});
});
