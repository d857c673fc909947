/** @jest-environment node */
import { names, route } from "#lib/contract/routes.ts";
import { newId } from "#server/db/id.ts";
import { testHost } from "#server/testing/host.ts";

const host = testHost();

const PEOPLE = ["nobody", "user", "admin", "owner"] as const;

test.each(names)("%s lets in whom its row names, and nobody else", async (name) => {
  const shop = { nobody: null, ...(await host.shop()) };
  const params = { id: newId(), token: "no-such-token", slug: "no-such-slug" };
  const { who } = route(name);
  for (const person of PEOPLE) {
    // Whoever is let in is told what else is missing: a body (415), a query (400), the record itself (404).
    const { status } = await host.call(name, shop[person], { params });
    if (person === "nobody" && who !== "public") expect(status).toBe(401);
    else if (person === "user" && who === "leaders") expect(status).toBe(403);
    else expect([200, 400, 404, 409, 415]).toContain(status);
  }
});

test("a changed role counts from the next request on", async () => {
  const { admin } = await host.shop();
  expect((await host.call("team.invite", admin)).status).toBe(415);
  const database = await host.database();
  await database.system((db) => db.execute(`update users set role = 'USER' where id = '${admin.id}'`));
  expect((await host.call("team.invite", admin)).status).toBe(403);
});

test.each(["", "Bearer", "Bearer x", "Basic abc", `Bearer ${"A".repeat(43)}`, `Bearer ${"é".repeat(43)}`])(
  "authorization %j is nobody's",
  async (authorization) => {
    const headers = new Headers();
    headers.set("authorization", encodeURI(authorization));
    expect(await host.send("GET", "/users/me", { headers })).toMatchObject({
      status: 401,
      body: { status: 401, message: "Sign in first" },
    });
  },
);
