import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { type Entry, tar, untar } from "./archive.ts";
import { type Manifest, readBackup, writeBackup } from "./file.ts";
import { addLines, linesOf, tablesOf } from "./tables.ts";

const host = testHost();
const make = recordsOf(host);
const folder = mkdtempSync(join(tmpdir(), "loupe-backup-"));
const at = (name: string) => join(folder, name);
const SECRET = Buffer.alloc(32, 7);
afterAll(() => rmSync(folder, { recursive: true }));

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of found) items.push(item);
  return items;
}

async function backUp(
  name: string,
  passphrase?: string,
  meanwhile: (text: string, client: pg.PoolClient) => unknown = () => {},
): Promise<Manifest> {
  const database = await host.database();
  return database.system((db) => {
    const own = (db as unknown as { $client: pg.PoolClient }).$client;
    const query = async (asked: string | { text: string }, values: unknown[]) => {
      await meanwhile(typeof asked === "string" ? asked : asked.text, own);
      return own.query(asked as string, values);
    };
    const client = { query } as unknown as pg.ClientBase;
    const from = { client, engine: "embedded" as const, program: "1.2.3", secret: SECRET, passphrase };
    return writeBackup(at(name), from);
  });
}

beforeAll(async () => {
  const { owner } = await host.shop();
  for (let i = 0; i < 30; i++) {
    const id = await make.contact(owner, { firstName: `Zoë ${"x".repeat(i)}` });
    await make.note(owner, id, `A\nline, a tab\tand "quotes" \\n ${i} 😀`);
  }
  await backUp("plain");
  await backUp("sealed", "correct horse");
}, 60_000);

test("contains all rows and the key, for its owner", async () => {
  expect(statSync(at("plain")).mode & 0o777).toBe(0o600);
  const lines: { [table: string]: string[] } = {};
  const { manifest, secret } = await readBackup(at("plain"), undefined, (table, more) => {
    lines[table] = [...(lines[table] ?? []), ...more];
  });
  expect(secret).toEqual(SECRET);
  expect(manifest).toMatchObject({ format: 1, program: "1.2.3", engine: "embedded" });
  expect(lines.contacts).toHaveLength(30);
  expect(manifest.tables.find(({ name }) => name === "notes")?.rows).toBe(30);
  expect(manifest.tables.map(({ name }) => name)).not.toContain("sessions");
  // Long enough not to occur in random bytes by chance.
  expect(readFileSync(at("sealed")).includes("Zoë xxxxxx")).toBe(false);
  expect((await readBackup(at("sealed"), ["a newer one", "correct horse"])).manifest.tables).toEqual(
    manifest.tables,
  );
});

test("restores every column type unchanged", async () => {
  const database = await host.database();
  await database.system((db) =>
    db.transaction(async (tx) => {
      const client = (tx as unknown as { session: { client: pg.PoolClient } }).session.client;
      await tx.execute(sql`create table odd (a jsonb, b jsonb, c bytea, d numeric, e double precision, f date, g text[],
        h timestamptz, i boolean[][], j text, k interval, id bigint generated always as identity)`);
      await tx.execute(sql`insert into odd values ('null', null, '\\x00ff27', 'NaN', '-Infinity', '-infinity',
        array['a,b','{"}',null,''], '0044-03-15 BC', '{{t,f},{f,t}}', E'a\\nb\\t\\\\N', 'P1Y2M3DT4H5.6S'),
        ('{"a":1.10,"a":2}', '"x"', '', 0.10000000000000000001, 0.1, '5874897-12-31', '{}', 'infinity', null, '', null)`);
      const [table] = (await tablesOf(client)).filter(({ name }) => name === "odd");
      if (!table) throw new Error("no table");
      const read = async () => (await all(linesOf(client, table))).flat();
      const before = await read();
      await tx.execute(sql`delete from odd`);
      await addLines(client, table, before);
      expect(await read()).toEqual(before);
      expect(before).toHaveLength(2);
      await tx.execute(sql`drop table odd`);
    }),
  );
});

test.each(["plain", "sealed"])("%s: rejects a truncated backup", async (name) => {
  const whole = readFileSync(at(name));
  const lengths = [0, 1, 20, 31, 40, 1_000, whole.length - 20, whole.length - 1];
  for (let at = 64; at < whole.length; at += Math.ceil(whole.length / 40)) lengths.push(at);
  for (const length of lengths) {
    writeFileSync(at("cut"), whole.subarray(0, length));
    await expect(readBackup(at("cut"), ["correct horse"])).rejects.toThrow(
      /not a (whole )?backup|passphrase/,
    );
  }
  for (const extra of [Buffer.from("x"), whole]) {
    writeFileSync(at("cut"), Buffer.concat([whole, extra]));
    await expect(readBackup(at("cut"), ["correct horse"])).rejects.toThrow(/no (whole )?backup|damaged/);
  }
});

test("detects a changed byte and swapped chunks", async () => {
  const whole = readFileSync(at("sealed"));
  for (let i = 16; i < whole.length; i += Math.ceil(whole.length / 50)) {
    const touched = Buffer.from(whole);
    touched[i] = (touched[i] ?? 0) ^ 1;
    writeFileSync(at("touched"), touched);
    await expect(readBackup(at("touched"), ["correct horse"])).rejects.toThrow(/damaged/);
  }
  await expect(readBackup(at("sealed"), ["wrong"])).rejects.toThrow(
    "The passphrase doesn't match this backup",
  );
  await expect(readBackup(at("sealed"))).rejects.toThrow("Set BACKUP_PASSPHRASE");
}, 120_000);

async function repacked(name: string, change: (entries: Entry[]) => Entry[]): Promise<string> {
  const entries = await all(untar(pieces(gunzipSync(readFileSync(at("plain"))))));
  const packed = await all(tar(pieces2(change(entries))));
  writeFileSync(at(name), gzipSync(Buffer.concat(packed)));
  return at(name);
}
async function* pieces(buffer: Buffer) {
  for (let i = 0; i < buffer.length; i += 1000) yield buffer.subarray(i, i + 1000);
}
async function* pieces2(entries: Entry[]) {
  yield* entries;
}
const manifestOf = (change: (manifest: Manifest) => object) => (entries: Entry[]) =>
  entries.map((entry) =>
    entry.name.endsWith("manifest.json")
      ? { ...entry, body: Buffer.from(JSON.stringify(change(JSON.parse(entry.body.toString())))) }
      : entry,
  );
const notes = (entry: Entry) => entry.name.includes("tables/notes/");
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test.each<[string, (entries: Entry[]) => Entry[]]>([
  ["a table is missing", (entries) => entries.filter((entry) => !notes(entry))],
  ["a table is listed twice", (entries) => [...entries.filter(notes), ...entries]],
  ["the manifest is missing", (entries) => entries.slice(0, -1)],
  ["there is data after the manifest", (entries) => [...entries, ...entries.filter(notes)]],
  [
    "the key is different",
    (entries) =>
      entries.map((entry) =>
        entry.name.endsWith("secret.json") ? { ...entry, body: Buffer.from('{"hostSecret":""}') } : entry,
      ),
  ],
  ["the key is missing", (entries) => entries.filter(({ name }) => !name.endsWith("secret.json"))],
  [
    "a row is different",
    (entries) =>
      entries.map((entry) =>
        notes(entry)
          ? { ...entry, body: Buffer.from(entry.body.toString().replace("quotes", "quoted")) }
          : entry,
      ),
  ],
  [
    "a row has fewer cells",
    (entries) => entries.map((entry) => (notes(entry) ? { ...entry, body: Buffer.from('["a"]\n') } : entry)),
  ],
  [
    "an entry would leave its folder",
    (entries) => [
      { name: "loupe-backup-1/tables/../../../etc/000001.ndjson", body: Buffer.from("[]\n") },
      ...entries,
    ],
  ],
  [
    "an entry is unknown",
    (entries) => [{ name: "loupe-backup-1/authorized_keys", body: Buffer.from("x") }, ...entries],
  ],
  [
    "the manifest claims more rows",
    manifestOf((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    })),
  ],
  [
    "the manifest claims another digest",
    manifestOf((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, digest: sha256("x").slice(0, 32) })),
    })),
  ],
  [
    "the manifest names an unknown table",
    manifestOf((manifest) => ({
      ...manifest,
      tables: [...manifest.tables, { name: "more", columns: ["a"], rows: 1, digest: "0".repeat(32) }],
    })),
  ],
  ["the manifest has another kind", manifestOf(() => ({ format: 1 }))],
])("no backup: %s", async (_, change) => {
  await expect(readBackup(await repacked("odd", change))).rejects.toThrow("not a whole backup");
});

test("refuses other programs' and newer versions' files", async () => {
  const renamed = (to: string) =>
    repacked("odd", (entries) =>
      entries.map((entry) => ({ ...entry, name: entry.name.replace("loupe-backup-1", to) })),
    );
  await expect(readBackup(await renamed("loupe-backup-2"))).rejects.toThrow("newer version of Loupe");
  await expect(readBackup(await renamed("home"))).rejects.toThrow("not a backup of Loupe");
  writeFileSync(at("text"), "Dear diary");
  await expect(readBackup(at("text"))).rejects.toThrow("not a backup of Loupe");
});

test("refuses ten gigabytes in ten megabytes without unpacking", async () => {
  const member = gzipSync(Buffer.alloc(100 * 2 ** 20));
  writeFileSync(at("bomb"), Buffer.concat(Array.from({ length: 100 }, () => member)));
  await expect(readBackup(at("bomb"))).rejects.toThrow("not a whole backup");
  const huge = Buffer.from(gunzipSync(readFileSync(at("plain"))));
  huge.write("77777777777\0", 124, "latin1");
  huge.write(`${checksumOf(huge)}\0 `, 148, "latin1");
  writeFileSync(at("huge"), gzipSync(huge));
  await expect(readBackup(at("huge"))).rejects.toThrow("not a whole backup");
});

function checksumOf(head: Buffer): string {
  let sum = 8 * 0x20;
  for (let i = 0; i < 512; i++) if (i < 148 || i >= 156) sum += head[i] ?? 0;
  return sum.toString(8).padStart(6, "0");
}

test("replaces no file, and leaves nothing after a failure", async () => {
  await expect(backUp("plain")).rejects.toThrow("exists already");
  const broken = { query: () => Promise.reject(new Error("gone")) } as unknown as pg.ClientBase;
  const from = { client: broken, engine: "embedded" as const, program: "", secret: null };
  await expect(writeBackup(at("fails"), from)).rejects.toThrow("gone");
  expect(() => statSync(at("fails"))).toThrow("ENOENT");
});

test("doesn't replace a file that appears during the backup", async () => {
  const came = backUp("meanwhile", undefined, () => writeFileSync(at("meanwhile"), "mine"));
  await expect(came).rejects.toThrow("exists already");
  expect(readFileSync(at("meanwhile"), "utf8")).toBe("mine");
});

test("waits for table changes, or fails", async () => {
  const changed = backUp("changed", undefined, async (text, client) => {
    if (text.startsWith("begin")) await client.query("alter table notes add column odd text");
  });
  await expect(changed).rejects.toThrow("The database is being upgraded. Try again in a moment.");
  const database = await host.database();
  await database.system((db) => db.execute(sql`alter table notes drop column odd`));
  if (!process.env.TEST_DATABASE_URL) return;
  let tried = 0;
  await backUp("locked", undefined, async (text) => {
    if (!text.startsWith("declare") || tried++ > 0) return;
    const rewritten = database.system((db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = 50`);
        await tx.execute(sql`alter table notes alter column content type varchar using content`);
      }),
    );
    await expect(rewritten).rejects.toThrow();
  });
  expect(tried).toBeGreaterThan(0);
});

test("refuses other programs' tables and ignores those of extensions", async () => {
  const database = await host.database();
  const run = (text: string) => database.system((db) => db.execute(sql.raw(text)));
  await run("create table planner (id int)");
  await expect(backUp("planner")).rejects.toThrow(
    'The table "planner" in the schema public belongs to another program.',
  );
  await run("alter extension pg_trgm add table planner");
  expect((await backUp("planner")).tables.map(({ name }) => name)).not.toContain("planner");
  await run("alter extension pg_trgm drop table planner");
  await run("drop table planner");
});
