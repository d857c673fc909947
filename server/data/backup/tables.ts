import { hash } from "node:crypto";
import type pg from "pg";
import {
  knownTables,
  lastMigration,
  type Migration,
  waitForMigrations,
} from "#server/platform/db/migrations.ts";
import { tables } from "#server/platform/db/tables.ts";
import { HttpError } from "#server/platform/errors.ts";

/*
 * Rows of any table in either engine. A row is one line of JSON with Postgres's text of each column, so
 * nothing is rounded.
 */

type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[] };

/** Sessions would let people in; the others are temporary. */
const LEFT_OUT = tables.filter(({ inBackup }) => inBackup === false).map(({ name }) => name);
const BATCH_ROWS = 200;

/** Without tables of extensions and generated columns. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, json_agg(json_build_object('name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all ($1)
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

/** One snapshot of all tables, locked first: one that is rewritten later would look empty. May wait, unless `isAlone`. */
export async function beginMoment(
  client: pg.ClientBase,
  isAlone = false,
): Promise<{ tables: Table[]; migration: Migration | null }> {
  if (!isAlone) await waitForMigrations(client);
  const tables = await tablesOf(client);
  await client.query("begin isolation level repeatable read read only");
  try {
    await writeAlike(client);
    const names = tables.map(({ name }) => `public.${quoted(name)}`).join(", ");
    if (names) await client.query(`lock table ${names} in access share mode`);
    const migration = await lastMigration(client);
    if (JSON.stringify(await tablesOf(client)) !== JSON.stringify(tables)) {
      throw new HttpError(409, "The database is being upgraded. Try again in a moment.");
    }
    if (migration?.tag) refuseOthers(tables);
    return { tables, migration };
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** It couldn't be restored, so the backup would be useless. */
function refuseOthers(tables: Table[]): void {
  const known = knownTables();
  const other = tables.find(({ name }) => !known.has(name));
  if (other) throw new HttpError(409, foreignTableText(other.name));
}

export function foreignTableText(table: string): string {
  return `The table "${table}" in the schema public belongs to another program. Move it to another schema or database.`;
}

/** Makes values independent of server and session settings. Requires a transaction. */
export async function writeAlike(client: pg.ClientBase): Promise<void> {
  await client.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
      set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
      set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off`,
  );
}

export async function* linesOf(client: pg.ClientBase, { name, columns }: Table): AsyncGenerator<string[]> {
  const cells = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  await client.query(
    `declare lines no scroll cursor for select json_build_array(${cells})::text from ${quoted(name)}`,
  );
  for (;;) {
    const { rows } = await client.query<[string]>({
      text: `fetch ${BATCH_ROWS} from lines`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    yield rows.map(([line]) => line);
  }
  await client.query("close lines");
}

export async function countRows(client: pg.ClientBase, tables: Table[]): Promise<number> {
  const counts = tables.map(({ name }) => `(select count(*) from ${quoted(name)})`).join(" + ");
  const { rows } = await client.query<{ count: string }>(`select ${counts || 0} as count`);
  return Number(rows[0]?.count);
}

export async function addLines(client: pg.ClientBase, { name, columns }: Table, lines: string[]) {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const cells = columns.map(({ type }, i) => `(line->>${i})::${type}`).join(", ");
  await client.query(
    `insert into ${quoted(name)} (${names}) overriding system value
      select ${cells} from jsonb_array_elements($1::jsonb) as line`,
    [`[${lines.join(",")}]`],
  );
}

export class Digest {
  rows = 0;
  #sum = 0n;

  add(line: string): void {
    const bytes = hash("sha256", line, "buffer");
    this.rows += 1;
    this.#sum = BigInt.asUintN(128, this.#sum + (bytes.readBigUInt64BE(0) << 64n) + bytes.readBigUInt64BE(8));
  }

  get digest(): string {
    return this.#sum.toString(16).padStart(32, "0");
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
