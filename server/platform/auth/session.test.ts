import { row } from "#lib/contract/contract.ts";
import { names, route } from "#lib/contract/routes.ts";
import type { Database } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { authenticate } from "./session.ts";

const host = testHost();

const PEOPLE = ["nobody", "user", "admin", "owner"] as const;

test.each(names)("%s admits exactly the roles that its endpoint names", async (name) => {
  const shop = { nobody: null, ...(await host.shop()) };
  const params = { id: newId(), token: "no-such-token", slug: "no-such-slug" };
  const { who } = route(name);
  for (const person of PEOPLE) {
    // An admitted caller gets past the role check to the next error (400, 404 or 415).
    const { status, body } = await host.call(name, shop[person], { params });
    const needsConfirmation =
      (body as { message?: string } | null)?.message === "Confirm your identity first";
    if (who === "key" || (person === "nobody" && who !== "public")) expect(status).toBe(401);
    else if (person === "user" && who === "managers") expect(status).toBe(403);
    else if (!needsConfirmation) expect([200, 400, 404, 409, 415]).toContain(status);
  }
});

test("applies a changed role on the next request", async () => {
  const { admin } = await host.shop();
  expect((await host.call("team.invite", admin)).status).toBe(415);
  const database = await host.database();
  await database.system((db) => db.execute(`update users set role = 'USER' where id = '${admin.id}'`));
  expect((await host.call("team.invite", admin)).status).toBe(403);
});

test.each(["", "Bearer", "Bearer x", "Basic abc", `Bearer ${"A".repeat(43)}`, `Bearer ${"é".repeat(43)}`])(
  "rejects authorization %j",
  async (authorization) => {
    const headers = new Headers();
    headers.set("authorization", encodeURI(authorization));
    expect(await host.send("GET", "/users/me", { headers })).toMatchObject({
      status: 401,
      body: { status: 401, message: "Sign in first" },
    });
  },
);

test("shares a look-up between waiting requests", async () => {
  const { owner } = await host.shop();
  const database = await host.database();
  const gates: (() => void)[] = [];
  const slow: Database = {
    ...database,
    system: async (work) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return database.system(work);
    },
  };
  const ask = () => authenticate(slow, "users.me", `Bearer ${owner.token}`);
  const early = [ask(), ask()];
  expect(gates).toHaveLength(1);
  gates[0]?.();
  await Promise.all(early);
  const ended = ask();
  await host.call("auth.logout", owner);
  gates[1]?.();
  await expect(ended).rejects.toMatchObject({ status: 401 });
});

const READS = names.filter(
  (name) => row(name).method === "GET" && !["public", "key"].includes(route(name).who ?? ""),
);
const QUERY = { from: "2026-11-02T00:00:00Z", to: "2026-11-03T00:00:00Z", search: "abc" };

const ENDS: [string, (shop: Shop) => Promise<unknown>][] = [
  ["signing out", ({ admin }) => host.call("auth.logout", admin)],
  ["being removed", ({ owner, admin }) => host.call("team.remove", owner, { body: { id: admin.id } })],
  ["another host", ({ admin }) => change(`delete from sessions where user_id = '${admin.id}'`)],
  [
    "its end",
    ({ admin }) =>
      change(`update sessions set expires_at = now() - interval '1 minute' where user_id = '${admin.id}'`),
  ],
];

async function change(statement: string): Promise<void> {
  const database = await host.database();
  await database.system((db) => db.execute(statement));
}

test.each(ENDS)("rejects every read after %s", async (_, end) => {
  const shop = await host.shop();
  const input = { params: { id: newId() }, query: QUERY };
  for (const name of READS) expect((await host.call(name, shop.admin, input)).status).not.toBe(401);
  await end(shop);
  for (const name of READS) {
    const refused = { status: 401, body: { status: 401, message: "Sign in first" } };
    expect([name, await host.call(name, shop.admin, input)]).toMatchObject([name, refused]);
  }
});

test("refuses reads of the old role after a demotion", async () => {
  const { admin } = await host.shop();
  const input = { params: { id: newId() }, query: QUERY };
  const ofManagers = READS.filter((name) => route(name).who === "managers");
  expect(ofManagers).not.toEqual([]);
  for (const name of ofManagers) expect((await host.call(name, admin, input)).status).not.toBe(403);
  await change(`update users set role = 'USER' where id = '${admin.id}'`);
  for (const name of ofManagers) expect((await host.call(name, admin, input)).status).toBe(403);
  expect((await host.call("users.me", admin)).body).toMatchObject({ role: "USER" });
});
