import { createHash, randomBytes } from "node:crypto";
import {
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Extensions, PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Opened, SystemDb } from "#server/platform/db/client.ts";
import { answer, type Engine } from "#server/platform/db/lite-engine.ts";
import { connectTo, openDatabase, openLite } from "#server/platform/db/open.ts";
import { openPostgres } from "#server/platform/db/postgres.ts";

const EXTENSIONS = { btree_gin, btree_gist, pg_trgm };
const MIGRATIONS = join(import.meta.dirname, "../platform/db/migrations");

export function openTestDatabase(extensions: Extensions = {}): Promise<Opened> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? openTemporary(server) : openInMemory({ ...EXTENSIONS, ...extensions });
}

async function openTemporary(server: string): Promise<Opened> {
  const { url, drop } = await createTemporary(server);
  const pooler = process.env.TEST_POOLER_URL;
  const opened = await openPostgres(pooler ? urlOf(pooler, new URL(url).pathname.slice(1)) : url);
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

export async function createTemporary(
  server: string,
  { isEmpty = false } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = isEmpty ? "template1" : await migrated(server);
  const name = `loupe_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(server, (admin) => admin.query(`create database ${name} template ${template}`));
  const drop = () => asAdmin(server, (admin) => admin.query(`drop database ${name} with (force)`));
  return { url: urlOf(server, name), drop: async () => void (await drop()) };
}

function migrated(server: string): Promise<string> {
  const name = `loupe_test_schema_${schemaHash()}`;
  return asAdmin(server, async (admin) => {
    await admin.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return name;
    const draft = `${name}_${randomBytes(6).toString("hex")}`;
    await admin.query(`create database ${draft}`);
    await (await openPostgres(urlOf(server, draft))).close();
    // Rename it when complete, so that nobody copies a partly migrated database.
    await admin.query(`alter database ${draft} rename to ${name}`);
    return name;
  });
}

async function asAdmin<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  return work(admin).finally(() => admin.end());
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Cached between runs, because initdb and the migrations take seconds. */
async function openInMemory(extensions: Extensions): Promise<Opened> {
  const template = join(tmpdir(), `loupe-schema-${schemaHash()}.tar`);
  if (!existsSync(template)) await writeTemplate(template, extensions);
  const loadDataDir = new Blob([readFileSync(template)]);
  return openInProcess(await PGlite.create({ loadDataDir, extensions }));
}

/** Without the host's database thread, to open faster. Statements have no deadline here. */
function openInProcess(lite: PGlite): Promise<Opened> {
  return openLite(engineOf(lite), { apart: async () => connectTo(engineOf((await lite.clone()) as PGlite)) });
}

function engineOf(lite: PGlite): Engine {
  return {
    begin: () => lite.waitReady,
    send: (request) => answer(lite, request),
    close: () => lite.close(),
    end: () => lite.close(),
  };
}

async function writeTemplate(path: string, extensions: Extensions): Promise<void> {
  const lite = await PGlite.create({ extensions });
  const { close } = await openInProcess(lite);
  await lite.exec("update pg_database set datistemplate = false");
  for (const unused of ["template0", "template1"]) await lite.exec(`drop database ${unused}`);
  const dump = await lite.dumpDataDir("none");
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  rmSync(draft);
  await close();
}

/** Creates the embedded database like a first start. Copies a cached result. */
export async function createDataFolder(dataDir: string): Promise<void> {
  const template = join(tmpdir(), `loupe-folder-${schemaHash()}`);
  if (!existsSync(template)) {
    const draft = mkdtempSync(`${template}-`);
    await (await openDatabase({ dataDir: draft })).close();
    try {
      renameSync(join(draft, "db"), template);
    } catch (error) {
      if (!existsSync(template)) throw error;
    }
    rmSync(draft, { recursive: true });
  }
  cpSync(template, join(dataDir, "db"), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

function schemaHash(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    hash.update(readFileSync(join(MIGRATIONS, file)));
  }
  for (const file of ["meta/_journal.json", "../migrations.ts"])
    hash.update(readFileSync(join(MIGRATIONS, file)));
  return hash.digest("hex").slice(0, 16);
}

export async function emptyAsOf(db: SystemDb, count?: number): Promise<void> {
  await db.execute(sql`drop schema public, drizzle cascade`);
  await db.execute(sql`create schema public`);
  await db.execute(sql`grant usage on schema public to public`);
  const folder = mkdtempSync(join(tmpdir(), "loupe-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8"));
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
  await migrate(db as NodePgDatabase, { migrationsFolder: folder, migrationsTable: "migrations" });
  rmSync(folder, { recursive: true });
}

export async function migrateToLatest(db: SystemDb): Promise<void> {
  await migrate(db as NodePgDatabase, { migrationsFolder: MIGRATIONS, migrationsTable: "migrations" });
}
