import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { SystemDb } from "#server/platform/db/client.ts";
import {
  applyMigrations,
  knownMigrations,
  knownTables,
  LIST,
  lastMigration,
  withMigrationLock,
} from "#server/platform/db/migrations.ts";
import { connect, type DatabaseLocation, finishRestore, lockFolder } from "#server/platform/db/open.ts";
import { isDirect, processOf } from "#server/platform/db/pooler.ts";
import { HttpError } from "#server/platform/errors.ts";
import { machineDate } from "#server/platform/machine.ts";
import {
  additionalSecret,
  replaceSecret,
  secretOfEnvironment,
} from "#server/platform/secrets/host-secret.ts";
import { DamagedError, damaged } from "./archive.ts";
import { inWords, type Manifest, readBackup } from "./file.ts";
import { hold } from "./held.ts";
import { passphrasesOf } from "./sealing.ts";
import {
  addLines,
  Digest,
  foreignTableText,
  linesOf,
  quoted,
  type Table,
  tablesOf,
  writeAlike,
} from "./tables.ts";

type Asked = { file: string; where: DatabaseLocation; env: NodeJS.ProcessEnv };

/**
 * Keeps the previous database. The file is verified before anything changes. The change is one transaction,
 * or one new folder, so an interrupted restore changes nothing. Returns a summary.
 */
export async function restore({ file, where, env }: Asked): Promise<string> {
  if (!existsSync(file)) throw new HttpError(404, `There is no file ${file}.`);
  const passphrases = passphrasesOf(env);
  const { manifest, secret } = await readBackup(file, passphrases);
  checkVersions(manifest);
  const own = secretOfEnvironment(env);
  if (own && secret && !own.equals(secret) && !additionalSecret(env, where.dataDir)?.equals(secret)) {
    throw new HttpError(
      409,
      "HOST_SECRET differs from the backup's key. Connected accounts and links in emails would stop working. Set HOST_SECRET_ALSO to the backup's key, or unset HOST_SECRET to use the backup's key from DATA_DIR/host-secret.",
    );
  }
  const fill = (client: pg.PoolClient, before: string | null) =>
    refill(client, { file, passphrases, manifest, secret: own ? null : secret, before });
  const settle = (client: pg.PoolClient) => takeSecret(drizzle(client), where.dataDir, env);
  const kept = where.databaseUrl
    ? await intoPostgres(where.databaseUrl, fill, settle)
    : await intoFolder(where.dataDir, fill, settle);
  const held = "Email that was due is held until the owner decides on Home what to send.";
  const revived =
    "People, import keys and links that were removed after the backup work again. Remove them again. Old passwords work again, too.";
  return [`Restored ${inWords(manifest)}.`, kept, held, revived].filter(Boolean).join("\n");
}

type Fill = (client: pg.PoolClient, before: string | null) => Promise<void>;

type Settle = (client: pg.PoolClient) => Promise<void>;

async function intoFolder(dataDir: string, fill: Fill, settle: Settle): Promise<string> {
  const release = lockFolder(dataDir);
  try {
    const hadOne = existsSync(join(dataDir, "db"));
    const draft = join(dataDir, "db.restoring");
    mkdirSync(draft, { mode: 0o700 });
    try {
      const { client, close } = await connect({ folder: draft });
      await fill(client, null).finally(close);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
    // From here on, the next process that opens the folder completes the restore.
    renameSync(draft, join(dataDir, "db.restored"));
    const aside = finishRestore(dataDir);
    const { client, close } = await connect({ folder: join(dataDir, "db") });
    await settle(client).finally(close);
    return hadOne
      ? `The previous database is kept in ${aside}. Delete that folder when you no longer need it.`
      : "";
  } finally {
    release();
  }
}

async function intoPostgres(databaseUrl: string, fill: Fill, settle: Settle): Promise<string> {
  const { client, close } = await connect({ databaseUrl });
  const holder = await connect({ databaseUrl });
  try {
    if (!(await isDirect(client))) {
      throw new HttpError(
        409,
        "DATABASE_URL leads to a pooler, so running hosts can't be detected. Restore with the database's direct address.",
      );
    }
    return await withMigrationLock(holder.client, async () => {
      const { rows } = await client.query(
        `select count(*)::int as count from pg_stat_activity where application_name = 'loupe'
          and datname = current_database() and pid <> all ($1)`,
        [[client, holder.client].map(processOf)],
      );
      if (rows[0]?.count > 0) throw new HttpError(409, "Hosts are using this database. Stop them first.");
      const hasOne = (await lastMigration(client)) !== null;
      const before = hasOne ? `before_${machineDate().toISOString().replace(/\D/g, "").slice(0, 14)}` : null;
      await fill(client, before);
      await settle(client);
      return before
        ? `The previous tables are kept in the schema ${before}. Drop that schema when you no longer need it.`
        : "";
    });
  } finally {
    await holder.close();
    await close();
  }
}

/** Stores the backup's key as this host's. Called at each start as well, in case the restore was interrupted. */
export async function takeSecret(db: SystemDb, dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { rows } = await db.execute<{ secret: string }>(
    sql`select host_secret as secret from restores where host_secret is not null order by restored_at desc limit 1`,
  );
  if (!rows[0]) return;
  if (!secretOfEnvironment(env)) replaceSecret(dataDir, Buffer.from(rows[0].secret, "base64"));
  await db.execute(sql`update restores set host_secret = null`);
}

function checkVersions({ migration, program }: Manifest): void {
  const known = knownMigrations();
  if (known.some(({ when }) => when === migration.when)) return;
  const isNewer = migration.when > (known.at(-1)?.when ?? 0);
  throw new HttpError(
    409,
    isNewer
      ? `This backup was made by a newer version of Loupe (${program}, ${migration.tag}). Install that version, then restore the backup.`
      : `This backup was made by an unknown version of Loupe (${program}, ${migration.tag}). Restore it with that version.`,
  );
}

type Filling = {
  file: string;
  passphrases: string[];
  manifest: Manifest;
  secret: Buffer | null;
  before: string | null;
};

async function refill(client: pg.PoolClient, filling: Filling): Promise<void> {
  const { file, passphrases, manifest, secret, before } = filling;
  await client.query("begin");
  try {
    await writeAlike(client);
    if (before) await setAside(client, before);
    const known = knownMigrations();
    const then = known.filter(({ when }) => when <= manifest.migration.when);
    await applyMigrations(client, then);
    await load(client, manifest, (onLines) => readBackup(file, passphrases, onLines));
    await applyMigrations(client, known.slice(then.length));
    await client.query("insert into restores (restored_at, made_at, host_secret) values (now(), $1, $2)", [
      manifest.madeAt,
      secret?.toString("base64"),
    ]);
    await hold(drizzle(client), manifest.madeAt);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
  await client.query("analyze");
}

async function setAside(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`create schema ${quoted(schema)}`);
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s %s set schema ', kind, name) as statement from (
        select 1 as turn, case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
          oid::regclass::text as name, oid, 'pg_class'::regclass as catalogue from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        union all select 2, case prokind when 'p' then 'procedure' else 'function' end, oid::regprocedure::text, oid,
          'pg_proc'::regclass from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
        union all select 3, 'type', oid::regtype::text, oid, 'pg_type'::regclass from pg_type
          where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
        union all select 4, 'sequence', oid::regclass::text, oid, 'pg_class'::regclass from pg_class c
          where relnamespace = 'public'::regnamespace and relkind = 'S' and not exists (
            select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))
      ) as ours
      where not exists (select from pg_depend where objid = ours.oid and classid = catalogue and deptype = 'e')
      order by turn`,
  );
  for (const { statement } of rows) await client.query(statement + quoted(schema));
  await client.query(`alter table ${LIST} set schema ${quoted(schema)}`);
}

type Read = (onLines: (table: string, lines: string[]) => Promise<void>) => Promise<unknown>;

async function load(client: pg.ClientBase, manifest: Manifest, read: Read): Promise<void> {
  const there = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  const tables = manifest.tables.map(({ name, columns }): Table => {
    const known = there.get(name)?.columns;
    if (!known) throw new DamagedError(`This backup contains an unknown table "${name}".`);
    const named = columns.map((column) => known.find(({ name }) => name === column));
    if (named.length !== known.length || named.some((column) => !column)) throw damaged();
    return { name, columns: named as Table["columns"] };
  });
  const surplus = [...there.keys()].find((name) => !tables.some((table) => table.name === name));
  if (surplus) {
    // A table of our migrations belongs in the backup. Others were here before.
    throw knownTables().has(surplus) ? damaged() : new HttpError(409, foreignTableText(surplus));
  }
  const checks = await foreignKeys(client);
  for (const { table, name } of checks) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) {
    // Triggers would duplicate restored rows, and migrations may have inserted some.
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    await client.query(`delete from ${quoted(name)}`);
  }
  await read(async (name, lines) => {
    const table = tables.find((table) => table.name === name);
    if (!table) throw damaged();
    await addLines(client, table, lines);
  });
  for (const { table, name, definition } of checks) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const table of tables) {
    await client.query(`alter table ${quoted(table.name)} enable trigger user`);
    await goOnCounting(client, table);
    const digest = new Digest();
    for await (const lines of linesOf(client, table)) for (const line of lines) digest.add(line);
    const said = manifest.tables.find(({ name }) => name === table.name);
    if (digest.rows !== said?.rows || digest.digest !== said.digest) throw damaged();
  }
}

async function foreignKeys(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
        pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  return rows;
}

async function goOnCounting(client: pg.ClientBase, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${quoted(column.name)}::text::numeric)::bigint)
        from ${quoted(name)} where pg_get_serial_sequence($1, $2) is not null having count(*) > 0`,
      [quoted(name), column.name],
    );
  }
}
