import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import { inStore } from "#server/platform/db/client.ts";
import { beginIncident } from "#server/platform/db/incidents.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { incidents } from "#server/platform/db/schema-mail.ts";
import type { Log } from "#server/platform/log.ts";
import { testHost } from "#server/testing/host.ts";
import { databaseId, forgetCopies } from "./folder.ts";
import { backupSettings, createBackups, endFailure } from "./work.ts";

let now = new Date(2026, 10, 22, 18, 0);
const host = testHost({ clock: () => now });
const wake = jest.fn();
const folder = mkdtempSync(join(tmpdir(), "loupe-backups-"));
afterAll(() => rmSync(folder, { recursive: true }));
const ID = "0123abcd";
const NOBODY = 99_999_999;
const at = (day: number, hour: number, minute = 0) => {
  now = new Date(2026, 10, day, hour, minute);
};

type Settings = Parameters<typeof createBackups>[1];

async function nights(own: Partial<Settings>, make: (file: string) => unknown, log: Log = () => {}) {
  const settings = { folder, dataDir: folder, id: ID, at: { hour: 3, minute: 30 }, keep: 3, isSealed: false };
  const run = async ([file = ""]: string[]) => {
    await make(file);
    return null;
  };
  return createBackups({ ...(await host.host()), wake }, { ...settings, ...own }, log, run).job;
}

test("backs up once a night and reports failures", async () => {
  const shop = await host.shop();
  let fails = false;
  const make = async (file: string) => {
    if (fails) throw new Error("No space left");
    writeFileSync(file, "");
  };
  const nightly = await nights({ folder, keep: 3 }, make);
  const made = () => readdirSync(folder).filter((name) => name.startsWith("nightly")).length;
  writeFileSync(join(folder, "my own.tgz"), "");
  await nightly.run();
  expect(made()).toBe(0);
  at(22, 18, 11);
  await nightly.run();
  expect(made()).toBe(1);
  for (let day = 23; day < 28; day++) {
    at(day, 3, 29);
    await nightly.run();
    expect(made()).toBe(Math.min(day - 22, 3));
    at(day, 3, 31);
    for (let i = 0; i < 3; i++) await nightly.run();
    expect(made()).toBe(Math.min(day - 21, 3));
  }
  const kept = readdirSync(folder);
  expect(kept).toContain("my own.tgz");

  const openIncidents = async () =>
    (await host.database()).system((db) =>
      db
        .select({ audience: incidents.audience, title: incidents.title })
        .from(incidents)
        .where(and(eq(incidents.kind, "backupFailed"), isNull(incidents.endedAt))),
    );
  fails = true;
  at(28, 3, 31);
  for (let i = 0; i < 3; i++) await nightly.run();
  expect(await openIncidents()).toEqual([
    { audience: "owner", title: "The nightly backup of your store failed" },
  ]);
  expect(readdirSync(folder)).toEqual(kept);
  const shown = async (person = shop.owner) =>
    ((await host.call("users.me", person)).body as { incidents: { kind: string }[] }).incidents;
  expect(await shown()).toMatchObject([{ kind: "backupFailed" }]);
  expect(await shown(shop.admin)).toEqual([]);

  fails = false;
  at(28, 4, 0);
  await nightly.run();
  expect(await openIncidents()).toHaveLength(1);
  at(28, 4, 32);
  await nightly.run();
  expect(await openIncidents()).toEqual([]);
  expect(made()).toBe(3);

  await (await host.database()).system((db) =>
    db.insert(organizations).values({ id: crypto.randomUUID(), name: "Second", timezone: "UTC" }),
  );
  fails = true;
  at(29, 4);
  await nightly.run();
  expect(await openIncidents()).toEqual([]);

  const database = await host.database();
  const begin = () =>
    database.system((db) =>
      beginIncident(inStore(db, shop.id), now, {
        ...{ organizationId: shop.id, kind: "backupFailed", title: "", text: "", href: "/dashboard" },
        audience: "owner",
      }),
    );
  await begin();
  fails = false;
  at(29, 6);
  await nightly.run();
  expect(await openIncidents()).toEqual([]);
  at(29, 7);
  await begin();
  expect(await openIncidents()).toHaveLength(1);
  await database.system((db) => endFailure(db, now, { isGone: true }));
  expect(await openIncidents()).toEqual([]);
});

test("deletes only its own backups in a shared folder", async () => {
  const shared = join(folder, "shared");
  mkdirSync(shared);
  const put = (name: string, age = 0) => {
    writeFileSync(join(shared, name), "");
    utimesSync(join(shared, name), new Date(Date.now() - age), new Date(Date.now() - age));
  };
  const names = {
    others: ["nightly-ffffffff-20200101T000000Z.tgz", "nightly-ffffffff-20200101T000000Z.tgz.7.partial"],
    // Made with a wrong clock. It must not prevent today's backup.
    toCome: `nightly-${ID}-20990101T000000Z.tgz`,
    atWork: `nightly-${ID}-20261102T020000Z.tgz.${process.pid}.partial`,
    killed: `nightly-${ID}-20261101T020000Z.tgz.${NOBODY}.partial`,
    old: `nightly-${ID}-20200101T000000Z.tgz`,
  };
  for (const name of [...names.others, names.old]) put(name, 2 * 86_400_000);
  for (const name of [names.toCome, names.atWork, names.killed]) put(name);
  at(10, 3, 0);
  const make = async (file: string) => writeFileSync(file, "");
  const nightly = await nights({ folder: shared, keep: 1 }, make);
  await nightly.run();
  expect(readdirSync(shared)).not.toContain(names.killed);
  at(10, 3, 31);
  await nightly.run();
  const made = readdirSync(shared).filter((name) => !name.startsWith("known-"));
  expect(made).toHaveLength(5);
  expect(made).toEqual(expect.arrayContaining([...names.others, names.toCome, names.atWork]));
});

test("retries within the hour if the file is missing", async () => {
  at(15, 3, 0);
  const own = join(folder, "nothing");
  let tries = 0;
  const make = async () => {
    tries += 1;
  };
  const nightly = await nights({ folder: own, keep: 1 }, make);
  at(15, 3, 31);
  for (let i = 0; i < 3; i++) await nightly.run();
  expect(tries).toBe(1);
  at(15, 4, 32);
  await nightly.run();
  expect(tries).toBe(2);
});

test("reads the folder only when a backup is due", async () => {
  at(17, 3, 0);
  const own = join(folder, "looked-into");
  let count = 0;
  const make = async (file: string) => {
    count += 1;
    writeFileSync(file, "");
  };
  const nightly = await nights({ folder: own, keep: 2 }, make);
  at(17, 3, 31);
  await nightly.run();
  expect(count).toBe(1);
  rmSync(own, { recursive: true });
  at(17, 23);
  await nightly.run();
  expect([count, existsSync(own)]).toEqual([1, false]);
});

test("catches up after a missed night", async () => {
  at(20, 9);
  const empty = join(folder, "other");
  let count = 0;
  const make = async (file: string) => {
    count += 1;
    writeFileSync(file, "");
  };
  const nightly = await nights({ folder: empty, keep: 3 }, make);
  await nightly.run();
  at(20, 9, 9);
  await nightly.run();
  expect(count).toBe(0);
  at(20, 9, 11);
  for (let i = 0; i < 3; i++) await nightly.run();
  expect(count).toBe(1);
});

test("retries an unreadable folder hourly", async () => {
  at(21, 9);
  const file = join(folder, "a file");
  writeFileSync(file, "");
  const events: string[] = [];
  const log: Log = (event) => void events.push(event);
  wake.mockClear();
  const off = await nights({ folder: file, at: null }, () => {}, log);
  for (let i = 0; i < 3; i++) await off.run();
  at(21, 10, 1);
  await off.run();
  expect(events).toEqual(["backup leftovers stay"]);

  const nightly = await nights({ folder: file }, () => {}, log);
  at(22, 3, 31);
  for (let i = 0; i < 3; i++) await nightly.run();
  expect(events.slice(1)).toEqual(["backup leftovers stay", "backup failed"]);
  expect(wake).not.toHaveBeenCalled();
});

test("counts a backup as made if notes and cleanup fail", async () => {
  at(23, 3, 0);
  const own = join(folder, "noted");
  mkdirSync(join(own, `known-${ID}.json.new`), { recursive: true });
  mkdirSync(join(own, `nightly-${ID}-20200101T000000Z.tgz`));
  const events: string[] = [];
  const make = (file: string) => writeFileSync(file, "");
  const log: Log = (event) => void events.push(event);
  const nightly = await nights({ folder: own, keep: 1 }, make, log);
  at(23, 3, 31);
  await nightly.run();
  expect(events).toEqual(["backup", "backup leftovers stay"]);

  const system = () => Promise.reject(new Error("Connection terminated"));
  const database = { ...(await host.database()), system };
  const settings = { folder: own, dataDir: own, id: ID, at: null, keep: 3, isSealed: false };
  const run = async ([file = ""]: string[]) => {
    make(file);
    return null;
  };
  const asked = createBackups({ database, clock: () => now, wake }, settings, log, run);
  events.length = 0;
  at(23, 9);
  asked.backups.make();
  await asked.job.run();
  expect(events).toEqual(["backup", "backup failure stays"]);
  const { failure, kept } = await asked.backups.state();
  expect([failure, kept.map(({ cause }) => cause)]).toEqual([null, ["hand", "night"]]);
});

test("deletes copies of ended processes", async () => {
  const dataDir = join(folder, "data");
  const copies = { killed: `snapshot-${NOBODY}`, again: "snapshot-1", atWork: `snapshot-${process.pid}` };
  for (const name of Object.values(copies)) mkdirSync(join(dataDir, name), { recursive: true });
  utimesSync(join(dataDir, copies.again), 0, 0);
  await forgetCopies(dataDir);
  expect(readdirSync(dataDir)).toEqual([copies.atWork]);
});

test("accepts valid settings and explains invalid ones", () => {
  const env = { NODE_ENV: "test" } as const;
  const embedded = { dataDir: "/data" };
  const postgres = { ...embedded, databaseUrl: "postgres://x" };
  const id = databaseId(embedded);
  const rest = { dataDir: "/data", keep: 14, isSealed: false, isOff: false };
  const nights = { folder: "/data/backups", id, at: { hour: 3, minute: 30 } };
  expect(backupSettings(embedded, env)).toEqual({ ...rest, ...nights });
  const off = { ...env, BACKUP_AT: "off" };
  expect(backupSettings(embedded, off)).toEqual({ ...rest, ...nights, at: null, isOff: true });
  expect(backupSettings(postgres, env)).toMatchObject({ folder: null, at: null, isOff: false });
  expect(backupSettings(postgres, off)).toMatchObject({ folder: null, at: null, isOff: true });
  const own = { BACKUP_DIR: "/b", BACKUP_AT: "23:05", BACKUP_KEEP: "2", BACKUP_PASSPHRASE: "x" };
  expect(backupSettings(postgres, { ...env, ...own })).toEqual({
    ...{ folder: "/b", id: databaseId(postgres), at: { hour: 23, minute: 5 } },
    ...{ dataDir: "/data", keep: 2, isSealed: true, isOff: false },
  });
  expect(backupSettings({ dataDir: "data" }, env).folder).toBe(resolve("data/backups"));
  const idOf = (databaseUrl: string) => databaseId({ ...embedded, databaseUrl });
  expect(idOf("postgres://a:one@db/crm")).toBe(idOf("postgres://a:two@db/crm"));
  expect(idOf("postgres://a@db/crm")).not.toBe(idOf("postgres://a@db/shop"));
  expect(() => backupSettings(embedded, { ...env, BACKUP_AT: "25:00" })).toThrow("BACKUP_AT must be");
  expect(() => backupSettings(embedded, { ...env, BACKUP_KEEP: "0" })).toThrow("BACKUP_KEEP must be");
});
