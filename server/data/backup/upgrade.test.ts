import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "#server/platform/db/open.ts";
import { createDataFolder, emptyAsOf } from "#server/testing/database.ts";
import { readBackup } from "./file.ts";
import { databaseId, knownIn } from "./folder.ts";
import { restore } from "./restore.ts";
import { backUpBefore } from "./upgrade.ts";

jest.setTimeout(180_000);
const root = mkdtempSync(join(tmpdir(), "loupe-upgrade-"));
afterAll(() => rmSync(root, { recursive: true }));
const env = { NODE_ENV: "test" } as const;
const old = join(root, "old");

function oldFolder(name: string) {
  const where = { dataDir: join(root, name) };
  cpSync(old, where.dataDir, { recursive: true });
  return where;
}

beforeAll(async () => {
  mkdirSync(old, { mode: 0o700 });
  await createDataFolder(old);
  const { database, close } = await openDatabase({ dataDir: old });
  await database.system(async (db) => {
    await emptyAsOf(db, 1);
    await db.execute(sql`insert into organizations (id, name, timezone)
      values ('01890000-0000-7000-8000-000000000001', 'Old', 'UTC')`);
  });
  await close();
});

test("backs up before an upgrade, for both versions", async () => {
  const where = oldFolder("data");
  const opened = await openDatabase(where, backUpBefore(where, env));
  const [made = ""] = readdirSync(join(where.dataDir, "backups"));
  expect(made).toMatch(/^before-upgrade-[0-9a-f]{8}-0000_baseline-.*\.tgz$/);
  const file = join(where.dataDir, "backups", made);
  const { manifest } = await readBackup(file);
  expect(await knownIn(join(where.dataDir, "backups"), databaseId(where))).toMatchObject({
    [made]: { contacts: 0, sales: 0, problem: null },
  });
  expect(manifest.migration.tag).toBe("0000_baseline");
  expect(manifest.tables.find(({ name }) => name === "organizations")?.rows).toBe(1);

  await opened.database.system((db) =>
    db.execute(sql`insert into drizzle.migrations (hash, created_at) values ('x', 9000000000000)`),
  );
  await opened.close();
  await expect(openDatabase(where)).rejects.toThrow("changed by a newer version of Loupe");

  const fresh = { dataDir: join(root, "fresh") };
  expect(await restore({ file, where: fresh, env })).toContain("0000_baseline");
  const again = await openDatabase(fresh);
  const { rows } = await again.database.system((db) =>
    db.execute(sql`select name, everybody_deletes_contacts as everybody from organizations`),
  );
  expect(rows).toEqual([{ name: "Old", everybody: true }]);
  await again.close();
});

test("doesn't upgrade if the backup fails", async () => {
  const where = oldFolder("full");
  writeFileSync(join(root, "file"), "");
  const nowhere = { ...env, BACKUP_DIR: join(root, "file", "backups") };
  await expect(openDatabase(where, backUpBefore(where, nowhere))).rejects.toThrow(
    "so the database was not upgraded",
  );
  expect(existsSync(join(where.dataDir, "db.lock"))).toBe(false);
  const off = await openDatabase(where, backUpBefore(where, { ...nowhere, BACKUP_BEFORE_UPGRADE: "off" }));
  await off.close();
});

test("keeps three backups of a repeatedly failing upgrade", async () => {
  const where = oldFolder("again");
  const folder = join(where.dataDir, "backups");
  mkdirSync(folder);
  const own = `before-upgrade-${databaseId(where)}-0000_baseline`;
  const old = [1, 2, 3].map((day) => `${own}-2020010${day}T000000Z.tgz`);
  const others = [
    "before-upgrade-ffffffff-0000_baseline-20200101T000000Z.tgz",
    `before-upgrade-${databaseId(where)}-0001_sale_search-20200101T000000Z.tgz`,
  ];
  for (const name of [...old, ...others, `${own}-20200104T000000Z.tgz.99999999.partial`]) {
    writeFileSync(join(folder, name), "");
  }
  const backUp = backUpBefore(where, env);
  const failing = openDatabase(where, async (client, last) => {
    await backUp(client, last);
    throw new Error("The disk is full");
  });
  await expect(failing).rejects.toThrow("The disk is full");
  const kept = readdirSync(folder).filter((name) => !name.startsWith("known-"));
  expect(kept).toHaveLength(5);
  expect(kept).toEqual(expect.arrayContaining([...others, ...old.slice(1)]));
});
