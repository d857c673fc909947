import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Opened } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { connect, openDatabase } from "#server/platform/db/open.ts";
import { organizations, templates } from "#server/platform/db/schema.ts";
import { createDataFolder } from "#server/testing/database.ts";
import { writeBackup } from "./file.ts";
import { restore } from "./restore.ts";

jest.setTimeout(120_000);
const root = mkdtempSync(join(tmpdir(), "loupe-restore-"));
afterAll(() => rmSync(root, { recursive: true }));

const MB = 2 ** 20;
const TEMPLATES = 140;
// The database can't compress it, because it repeats too far apart, and gzip can.
const CONTENT = randomBytes(15_000).toString("base64").repeat(25);

async function figures({ database }: Opened) {
  const { rows } = await database.system((db) =>
    db.execute<{ log: string; templates: number }>(
      sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as log,
        (select count(*)::int from templates where content = ${CONTENT}) as templates`,
    ),
  );
  return { log: Number(rows[0]?.log), templates: rows[0]?.templates };
}

test("a restore of a large store writes little log", async () => {
  const dataDir = join(root, "old");
  mkdirSync(dataDir, { mode: 0o700 });
  await createDataFolder(dataDir);
  const old = await openDatabase({ dataDir });
  const organizationId = newId();
  await old.database.system(async (db) => {
    await db.insert(organizations).values({ id: organizationId, name: "Store", timezone: "UTC" });
    for (let n = 0; n < TEMPLATES; n++) {
      const template = { organizationId, id: newId(), name: String(n), subject: "", content: CONTENT };
      await db.insert(templates).values(template);
    }
  });
  expect((await figures(old)).log).toBeGreaterThan(64 * MB);
  await old.close();
  const file = join(root, "backup.tgz");
  const { client, close } = await connect({ folder: join(dataDir, "db") });
  const from = { client, engine: "embedded", program: "1.2.3", secret: null, isAlone: true } as const;
  await writeBackup(file, from).finally(close);

  const where = { dataDir: join(root, "new") };
  mkdirSync(where.dataDir, { mode: 0o700 });
  await restore({ file, where, env: { NODE_ENV: "test" } });
  const restored = await openDatabase(where);
  const { log, templates: count } = await figures(restored);
  await restored.close();
  expect(count).toBe(TEMPLATES);
  expect(log).toBeLessThan(64 * MB);
});
