import { eq } from "drizzle-orm";
import { commands } from "#server/cli/commands.ts";
import { countRows } from "#server/platform/db/record.ts";
import { knownDevices, oneTimeTokens } from "#server/platform/db/schema-auth.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { closeDemo } from "./demo.ts";
import { DEMO_PASSWORD, seedDemo } from "./seed.ts";

const host = testHost();

const isIn = async (person: Person) => (await host.call("users.me", person)).status === 200;

async function signIn(email: string): Promise<Person> {
  const { body } = await host.call("auth.login", null, { body: { email, password: DEMO_PASSWORD } });
  return body as Person;
}

test("ends the published password's sessions with the demo", async () => {
  const database = await host.database();
  const demo = await seedDemo(database);
  const own = await host.person(demo, "ADMIN", "Sapphire-7");
  const owner = await signIn("owner@example.com");
  const body = { firstName: "Eve", lastName: "Low", email: "eve@example.com", role: "ADMIN" };
  const { link } = (await host.call("team.invite", owner, { body })).body as { link: string };
  const token = new URL(link).searchParams.get("token");
  expect((await host.call("integration.link", owner)).status).toBe(200);
  const left = () =>
    database.system((db) =>
      Promise.all(
        [knownDevices, oneTimeTokens].map((table) => countRows(db, table, eq(table.organizationId, demo))),
      ),
    );

  await closeDemo({ database, isPublic: false });
  expect([await isIn(owner), await left()]).toEqual([true, [1, 2]]);
  for (const _ of ["once", "twice"]) await closeDemo({ database, isPublic: true });
  expect([await isIn(owner), await isIn(own), await left()]).toEqual([false, true, [0, 0]]);
  const used = await host.call("auth.register", null, { body: { token, password: "Moonstone-7" } });
  expect(used.status).toBe(400);

  const again = await signIn("staff@example.com");
  expect(await isIn(again)).toBe(true);
  const store = {
    name: "Gems",
    timezone: "UTC",
    email: "gem@example.com",
    firstName: "Ada",
    lastName: "Lund",
  };
  const invited = await commands.org({ database, webUrl: WEB_URL, isPublic: false, dataDir: "" }, store);
  expect([await isIn(again), await isIn(own)]).toEqual([false, true]);
  const real = new URL(/http\S+/.exec(invited)?.[0] ?? "").searchParams.get("token");
  const registered = await host.call("auth.register", null, {
    body: { token: real, password: "Moonstone-7" },
  });
  expect(registered.status).toBe(200);
});

test("keeps a demo whose people have their own passwords", async () => {
  const database = await host.database();
  await database.system((db) => db.execute("truncate organizations cascade"));
  const demo = await seedDemo(database, { password: "Amber-and-7" });
  const owner = await host.person(demo, "USER", "Sapphire-7");
  await closeDemo({ database, isPublic: true });
  expect(await isIn(owner)).toBe(true);
});

test("ends the demo when its owner starts a store", async () => {
  const database = await host.database();
  await database.system((db) => db.execute("truncate organizations cascade"));
  await seedDemo(database);
  const start = (person: Person) => host.call("auth.startStore", person);
  const owner = await signIn("owner@example.com");
  expect((await start(await signIn("staff@example.com"))).status).toBe(403);
  const links = [await start(owner), await start(owner)].map(({ body }) => (body as { link: string }).link);
  const [older, link] = links.map((link) => new URL(link).searchParams.get("token"));
  expect(await isIn(owner)).toBe(true);

  const mine = { organizationName: "Gems", firstName: "Olu", lastName: "Ade", email: "olu@example.com" };
  const register = (token: unknown) =>
    host.call("auth.registerOwner", null, { body: { ...mine, password: "Moonstone-7", token } });
  expect((await register(older)).status).toBe(400);
  expect((await register(link)).status).toBe(200);
  expect([await isIn(owner), (await start(owner)).status]).toEqual([false, 401]);
  const body = { email: mine.email, password: "Moonstone-7" };
  const me = (await host.call("auth.login", null, { body })).body as Person;
  expect((await host.call("users.me", me)).body).toMatchObject({ organizationName: "Gems", isDemo: false });
  expect((await start(me)).status).toBe(409);
});
