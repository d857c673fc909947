import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { newId } from "./id.ts";
import { type Opened, openDatabase } from "./open.ts";
import { organizations, templates } from "./schema.ts";

const dataDir = mkdtempSync(join(tmpdir(), "loupe-open-"));
let opened: Opened;

beforeAll(async () => {
  opened = await openDatabase({ dataDir });
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("however much is written, the embedded log stays short, and the planner knows of it", async () => {
  const { database } = opened;
  const organizationId = newId();
  await database.system((db) =>
    db.insert(organizations).values({ id: organizationId, name: "Store", timezone: "UTC" }),
  );
  // Half a megabyte that no compression makes smaller.
  const content = randomBytes(375_000).toString("base64");
  for (let n = 0; n < 180; n++) {
    const template = { organizationId, id: newId(), name: String(n), subject: "", content };
    await database.tenant(organizationId, (db) => db.insert(templates).values(template));
  }
  const { rows } = await database.system((db) =>
    db.execute(sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as log,
      (select reltuples from pg_class where relname = 'templates') as known from pg_control_checkpoint()`),
  );
  // Of some 90 MB.
  expect(Number(rows[0]?.log)).toBeLessThan(64 * 2 ** 20);
  expect(Number(rows[0]?.known)).toBeGreaterThan(100);
});
