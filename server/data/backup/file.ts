import { createHash, hash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type pg from "pg";
import * as z from "zod/mini";
import { HttpError } from "#server/platform/errors.ts";
import { machineDate } from "#server/platform/machine.ts";
import { DamagedError, damaged, type Entry, tar, untar } from "./archive.ts";
import { SEALED, sealWith, unsealWith } from "./sealing.ts";
import { beginMoment, countRows, Digest, linesOf, type Table } from "./tables.ts";

const FORMAT = 1;
const FOLDER = /^loupe-backup-(\d{1,6})\//;
const TABLE = /^tables\/([a-z_]{1,60})\/(\d{6})\.ndjson$/;
const PART_BYTES = 2 ** 20;

const manifest = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  migration: z.object({ when: z.number(), tag: z.string() }),
  engine: z.enum(["embedded", "postgres"]),
  madeAt: z.string(),
  /** SHA-256; null if the host had no key. */
  secret: z.nullable(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), digest: z.string() }),
  ),
});
export type Manifest = z.infer<typeof manifest>;
type Contents = { manifest: Manifest; secret: Buffer | null };

type From = {
  client: pg.ClientBase;
  isAlone?: boolean;
  engine: Manifest["engine"];
  program: string;
  secret: Buffer | null;
  passphrase?: string | undefined;
  watch?: Watch | undefined;
};
type Watch = (share: number) => void;

/** Writes a snapshot for its owner only, under its name once it is verified. Throws if the file exists. */
export async function writeBackup(file: string, from: From): Promise<Manifest> {
  const path = resolve(file);
  if (existsSync(path)) throw alreadyThere(path);
  const draft = `${path}.${process.pid}.partial`;
  try {
    // Opened first, so a failure doesn't remove the file before it exists.
    const file = (await open(draft, "wx", 0o600)).createWriteStream();
    const sealing = from.passphrase ? sealWith(from.passphrase) : asItIs;
    await pipeline(tar(entries(from)), createGzip(), sealing, file);
    await toDisk(draft);
    const again = from.watch && ((share: number) => from.watch?.((1 + share) / 2));
    const { manifest } = await readBackup(draft, from.passphrase ? [from.passphrase] : [], undefined, again);
    await putInPlace(draft, path);
    await toDisk(dirname(path));
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** A link, because a rename would replace an existing file. */
async function putInPlace(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch {
    if (existsSync(path)) throw alreadyThere(path);
    // Memory sticks and some network drives have no hard links.
    return rename(draft, path);
  }
  await rm(draft);
}

function alreadyThere(path: string): HttpError {
  return new HttpError(409, `${path} exists already. Choose another name.`);
}

function counting(file: string, watch?: Watch) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { size } = await stat(file);
    let done = 0;
    for await (const chunk of source) {
      done += chunk.length;
      watch?.(done / size);
      yield chunk;
    }
  };
}

async function* asItIs(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
}

async function* entries({ client, engine, program, secret, watch, isAlone }: From): AsyncGenerator<Entry> {
  const entry = (name: string, body: string) => ({
    name: `loupe-backup-${FORMAT}/${name}`,
    body: Buffer.from(body),
  });
  const { tables: all, migration } = await beginMoment(client, isAlone);
  try {
    if (!migration) throw new HttpError(409, "There is nothing to back up yet.");
    const tables: Manifest["tables"] = [];
    const total = watch ? await countRows(client, all) : 0;
    let before = 0;
    for (const table of all) {
      const digest = new Digest();
      let part = 0;
      for await (const lines of chunksOfLines(client, table, digest)) {
        part += 1;
        yield entry(`tables/${table.name}/${String(part).padStart(6, "0")}.ndjson`, lines);
        watch?.((before + digest.rows) / total / 2);
      }
      before += digest.rows;
      const columns = table.columns.map(({ name }) => name);
      tables.push({ name: table.name, columns, rows: digest.rows, digest: digest.digest });
    }
    const key = secret && JSON.stringify({ hostSecret: secret.toString("base64") });
    if (key) yield entry("secret.json", key);
    const whole: Manifest = {
      format: FORMAT,
      program,
      migration,
      engine,
      madeAt: machineDate().toISOString(),
      secret: key && hash("sha256", key),
      tables,
    };
    yield entry("manifest.json", `${JSON.stringify(whole, null, 2)}\n`);
  } finally {
    await client.query("rollback");
  }
}

async function* chunksOfLines(client: pg.ClientBase, table: Table, digest: Digest): AsyncGenerator<string> {
  let part: string[] = [];
  let length = 0;
  for await (const lines of linesOf(client, table)) {
    for (const line of lines) {
      digest.add(line);
      part.push(line);
      length += line.length;
      if (length < PART_BYTES) continue;
      yield `${part.join("\n")}\n`;
      [part, length] = [[], 0];
    }
  }
  if (part.length > 0) yield `${part.join("\n")}\n`;
}

type OnLines = (table: string, lines: string[]) => Promise<void> | void;

type Reading = {
  found: Map<string, { digest: Digest; parts: number; cells: number }>;
  whole: Manifest | null;
  key: Buffer | null;
  onLines: OnLines;
};

/** Passes on all tables' lines. If it throws, the file is broken, and the caller must discard all lines. */
export async function readBackup(
  file: string,
  passphrases: string[] = [],
  onLines: OnLines = () => {},
  watch?: Watch,
): Promise<Contents> {
  const reading: Reading = { found: new Map(), whole: null, key: null, onLines };
  const begins = await beginning(file);
  const isSealed = begins.equals(SEALED);
  if (isSealed && passphrases.length === 0) {
    throw new HttpError(400, "This backup has a passphrase. Set BACKUP_PASSPHRASE to it.");
  }
  if (!isSealed && begins.readUInt16BE(0) !== 0x1f8b) throw refused("This file is not a backup of Loupe.");
  const unsealing = isSealed ? unsealWith(passphrases) : asItIs;
  try {
    await pipeline(
      createReadStream(file),
      counting(file, watch),
      unsealing,
      createGunzip(),
      async (source) => {
        for await (const entry of untar(source)) await take(reading, entry);
      },
    );
  } catch (error) {
    throw error instanceof Error && /^Z_/.test(String((error as NodeJS.ErrnoException).code))
      ? damaged()
      : error;
  }
  return check(reading);
}

async function take(reading: Reading, { name, body }: Entry): Promise<void> {
  const format = Number(FOLDER.exec(name)?.[1]);
  if (Number.isNaN(format)) throw refused("This file is not a backup of Loupe.");
  if (format > FORMAT) {
    throw refused(
      "This backup was made by a newer version of Loupe. Install that version, then restore the backup.",
    );
  }
  if (reading.whole || format < 1) throw damaged();
  const rest = name.slice(name.indexOf("/") + 1);
  if (rest === "manifest.json") reading.whole = parsed(manifest, body);
  else if (rest === "secret.json" && !reading.key) reading.key = body;
  else await takeTable(reading, rest, body.toString("utf8"));
}

async function takeTable({ found, onLines }: Reading, name: string, text: string): Promise<void> {
  const [, table = "", part] = TABLE.exec(name) ?? [];
  const known = found.get(table) ?? { digest: new Digest(), parts: 0, cells: 0 };
  if (!table || !text.endsWith("\n") || Number(part) !== known.parts + 1) throw damaged();
  const lines = text.slice(0, -1).split("\n");
  for (const line of lines) {
    const row = parsed(rowShape, Buffer.from(line));
    known.cells ||= row.length;
    if (row.length !== known.cells) throw damaged();
    known.digest.add(line);
  }
  known.parts += 1;
  found.set(table, known);
  await onLines(table, lines);
}

function check({ found, whole, key }: Reading): Contents {
  if (!whole) throw damaged();
  const empty = { digest: new Digest(), cells: 0 };
  for (const { name, rows, digest, columns } of whole.tables) {
    const is = found.get(name) ?? empty;
    const isSame = is.digest.rows === rows && is.digest.digest === digest;
    if (!isSame || (rows > 0 && is.cells !== columns.length)) throw damaged();
    found.delete(name);
  }
  if (found.size > 0) throw damaged();
  if ((key && createHash("sha256").update(key).digest("hex")) !== whole.secret) throw damaged();
  const secret = key && Buffer.from(parsed(secretFile, key).hostSecret, "base64");
  return { manifest: whole, secret };
}

const rowShape = z.array(z.nullable(z.string()));
const secretFile = z.object({ hostSecret: z.string() });

function parsed<T extends z.ZodMiniType>(shape: T, body: Buffer): z.infer<T> {
  try {
    return shape.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw damaged();
  }
}

function refused(sentence: string): DamagedError {
  return new DamagedError(sentence);
}

async function beginning(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SEALED.length), 0, SEALED.length, 0);
    if (bytesRead < 2) throw damaged();
    return buffer;
  } finally {
    await handle.close();
  }
}

async function toDisk(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

export function countsIn({ tables }: Manifest): { contacts: number; sales: number } {
  const of = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  return { contacts: of("contacts"), sales: of("purchases") };
}

export function inWords(manifest: Manifest): string {
  const { tables, madeAt, migration, program } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { contacts, sales } = countsIn(manifest);
  return `${rows} rows of ${tables.length} tables (${contacts} contacts, ${sales} sales), as they were at ${madeAt} in version ${program}, ${migration.tag}`;
}
