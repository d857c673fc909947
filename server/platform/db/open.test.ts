import { randomBytes } from "node:crypto";
import type { EventEmitter } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Opened } from "./client.ts";
import { newId } from "./id.ts";
import { migrate } from "./migrations.ts";
import { openDatabase } from "./open.ts";
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

test("the embedded log stays short during many writes", async () => {
  const { database } = opened;
  const organizationId = newId();
  await database.system((db) =>
    db.insert(organizations).values({ id: organizationId, name: "Store", timezone: "UTC" }),
  );
  const content = randomBytes(375_000).toString("base64");
  for (let n = 0; n < 180; n++) {
    const template = { organizationId, id: newId(), name: String(n), subject: "", content };
    await database.tenant(organizationId, (db) => db.insert(templates).values(template));
  }
  const { rows } = await database.system((db) =>
    db.execute(sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as log,
      (select reltuples from pg_class where relname = 'templates') as known from pg_control_checkpoint()`),
  );
  expect(Number(rows[0]?.log)).toBeLessThan(64 * 2 ** 20);
  expect(Number(rows[0]?.known)).toBeGreaterThan(100);
});

test("an upgrade waits for readers and gives up eventually", async () => {
  const asked: string[] = [];
  let isHeld = true;
  const client = {
    query: async (text: string) => {
      asked.push(text);
      if (isHeld && text.startsWith("create schema")) throw Object.assign(new Error(), { code: "55P03" });
      return { rows: [] };
    },
  } as unknown as pg.ClientBase;
  const count = (of: string) => asked.filter((text) => text === of).length;
  const said = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  const upgrade = (patienceMs: number) => migrate(client, async () => {}, patienceMs);
  await expect(upgrade(500)).rejects.toThrow(/^Another program has been using the database for so long/);
  expect(count("rollback")).toBeGreaterThan(1);
  expect([count("commit"), said.mock.calls.length]).toEqual([0, 1]);
  said.mockImplementation(() => {
    isHeld = false;
    return true;
  });
  await upgrade(20);
  said.mockRestore();
  expect(count("commit")).toBe(1);
});

test("an export fails alone if its copy stops", async () => {
  const { database } = opened;
  const { client, close } = await database.snapshotOf(newId(), ["templates"]);
  const { connection } = client as unknown as { connection: EventEmitter };
  const panic = Object.assign(new Error("could not write to the log"), { severity: "PANIC" });
  connection.emit("errorMessage", panic);
  await expect(client.query("select 1")).rejects.toThrow();
  await close();
  expect((await database.system((db) => db.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("apart-"))).toEqual([]);
});
