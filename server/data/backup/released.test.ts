import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Name, row } from "#lib/contract/contract.ts";
import { knownMigrations, lastMigration, migrate } from "#server/platform/db/migrations.ts";
import { connect, openDatabase } from "#server/platform/db/open.ts";
import { VERSION } from "#server/platform/http/version.ts";
import { createDataFolder, createTemporary } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";
import { loadReleased, readReleased, releasedVersions, writeReleased } from "#server/testing/released.ts";

// Every kill opens the database again.
jest.setTimeout(300_000);

type Place = {
  where: () => Parameters<typeof connect>[0];
  open: () => ReturnType<typeof openDatabase>;
  kill: (client: pg.PoolClient) => Promise<void>;
  remove: () => Promise<void>;
};

async function embedded(): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), "loupe-released-"));
  let turn = 0;
  const dataDir = () => join(root, String(turn));
  mkdirSync(dataDir());
  await createDataFolder(dataDir());
  return {
    where: () => ({ folder: join(dataDir(), "db") }),
    open: () => openDatabase({ dataDir: dataDir() }),
    // A copy in the middle of a transaction, as a killed process leaves it.
    kill: async () => {
      const left = dataDir();
      turn += 1;
      cpSync(left, dataDir(), { recursive: true });
    },
    remove: async () => rmSync(root, { recursive: true }),
  };
}

async function onPostgres(server: string): Promise<Place> {
  const { url: databaseUrl, drop } = await createTemporary(server, { isEmpty: true });
  return {
    where: () => ({ databaseUrl }),
    open: () => openDatabase({ dataDir: "", databaseUrl }),
    kill: async (client) => {
      const { processID } = client as unknown as { processID: number };
      const admin = new pg.Client({ connectionString: server });
      await admin.connect();
      await admin.query("select pg_terminate_backend($1, 10000)", [processID]).finally(() => admin.end());
    },
    remove: drop,
  };
}

const KILLED = new Error("killed");

async function upgradesBefore(nth: number, place: Place, released: number): Promise<boolean> {
  const { client, close } = await connect(place.where());
  const last = await lastMigration(client);
  expect([released, knownMigrations().at(-1)?.when]).toContain(last?.when);
  let sent = 0;
  const query = async (...args: [string]) => {
    if (sent === nth) throw KILLED;
    const found = await client.query(...args);
    sent += 1;
    if (sent < nth) return found;
    await place.kill(client);
    throw KILLED;
  };
  const dying = { query } as unknown as pg.ClientBase;
  return migrate(dying, async () => {})
    .then(
      () => true,
      (error) => {
        if (error !== KILLED) throw error;
        return false;
      },
    )
    .finally(() => close().catch(() => {}));
}

/** A newer version may name the place in calendar files. */
function placeless<T>(answers: T): T {
  return JSON.parse(JSON.stringify(answers).replaceAll(/LOCATION:.*?\\r\\n/g, ""));
}

describe.each(releasedVersions)("the stored database of %s", (version) => {
  const stored = readReleased(version);
  const places: Place[] = [];
  let kills = 0;

  async function upgraded() {
    const server = process.env.TEST_DATABASE_URL;
    const place = server ? await onPostgres(server) : await embedded();
    places.push(place);
    const { client, close } = await connect(place.where());
    const secret = await loadReleased(client, version);
    const released = (await lastMigration(client))?.when ?? 0;
    await close();
    while (!(await upgradesBefore(kills + 1, place, released))) kills += 1;
    return { ...(await place.open()), secret };
  }

  const host = testHost({ open: upgraded, clock: () => new Date(stored.now) });
  afterAll(async () => {
    for (const place of places) await place.remove();
  });

  test("gives the same answers after an upgrade killed at each statement", async () => {
    const { owner, user } = stored.shop;
    const answers: NonNullable<typeof stored.answers> = {};
    for (const { name, input, isPublic } of stored.requests)
      for (const [role, person] of Object.entries(isPublic ? { public: null } : { owner, user })) {
        const { status, body } = await host.call(name as Name, person, input);
        answers[`${role} ${name} ${JSON.stringify(input)}`] = JSON.parse(
          JSON.stringify({ status, body: Buffer.isBuffer(body) ? body.toString("base64") : body }),
        );
      }
    if (process.env.RELEASE === "answers" && version === VERSION)
      writeReleased(version, { ...stored, answers });
    expect(kills).toBeGreaterThan(0);
    const then = placeless(readReleased(version).answers ?? {});
    // A newer version may word its refusals differently.
    for (const { status, body } of Object.values(then))
      if (status >= 400) Object.assign(body as object, { message: expect.any(String) });
    const capabilities = "public capabilities.list {}";
    expect(then[capabilities]?.body).toContain("contacts.merge");
    const me = then["user users.me {}"]?.body as { refused: unknown };
    // A newer version may have more fields everywhere, but more elements only in lists of endpoints.
    me.refused = expect.arrayContaining(me.refused as string[]);
    const more = { status: 200, body: expect.arrayContaining(then[capabilities]?.body as string[]) };
    expect(placeless(answers)).toMatchObject({ ...then, [capabilities]: more });
    const names = new Set(stored.requests.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(100);
    expect([...names].filter((name) => row(name).method !== "GET")).toEqual([]);
  });
});
