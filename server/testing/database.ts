import { createHash, randomBytes } from "node:crypto";
import { existsSync, openAsBlob, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { EXTENSIONS, type Opened, openLite, openPostgres } from "#server/db/open.ts";

/** A database of its own for one test file: in memory, or on the server of TEST_DATABASE_URL. */
export function openTestDatabase(): Promise<Opened> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? openThrowAway(server) : openInMemory();
}

async function openThrowAway(server: string): Promise<Opened> {
  const { url, drop } = await createThrowAway(server);
  const opened = await openPostgres(url);
  const close = async () => {
    await opened.close();
    await drop();
  };
  return { ...opened, close };
}

/** An empty database on a server. */
export async function createThrowAway(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `loupe_test_${randomBytes(6).toString("hex")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database ${name} with (force)`) };
}

/** initdb and the migrations take seconds, a copy of their result a fraction of one: it is kept between runs. */
async function openInMemory(): Promise<Opened> {
  const template = join(tmpdir(), `loupe-test-${schemaHash()}.tar`);
  if (!existsSync(template)) await writeTemplate(template);
  return openLite(await PGlite.create({ loadDataDir: await openAsBlob(template), extensions: EXTENSIONS }));
}

async function writeTemplate(path: string): Promise<void> {
  const lite = await PGlite.create({ extensions: EXTENSIONS });
  const { close } = await openLite(lite);
  const dump = await lite.dumpDataDir("none");
  // Two test workers may write it at once; the rename lets nobody read half a file.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, path);
  await close();
}

function schemaHash(): string {
  const folder = join(import.meta.dirname, "../db/migrations");
  const hash = createHash("sha256").update(process.version);
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()) {
    hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
