import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { type Name, row } from "#lib/contract/contract.ts";
import { readBackup, writeBackup } from "#server/data/backup/file.ts";
import { addLines, quoted, tablesOf, writeAlike } from "#server/data/backup/tables.ts";
import { hashToken } from "#server/platform/auth/session.ts";
import { applyMigrations, knownMigrations } from "#server/platform/db/migrations.ts";
import type { Host } from "#server/platform/handler.ts";
import { VERSION } from "#server/platform/http/version.ts";
import type { Shop } from "./host.ts";

const FOLDER = join(import.meta.dirname, "released");

export type Request = { name: Name; input: object; isPublic: boolean };

/** A store as a released version left it, and what that version answered. */
type Released = {
  now: string;
  shop: Pick<Shop, "id" | "owner" | "user">;
  requests: Request[];
  answers?: Record<string, { status: number; body: unknown }>;
};

export const releasedVersions = readdirSync(FOLDER);
const backupOf = (version: string) => join(FOLDER, version, "store.backup");
const answersOf = (version: string) => join(FOLDER, version, "answers.json.gz");

export const readReleased = (version: string): Released =>
  JSON.parse(gunzipSync(readFileSync(answersOf(version))).toString());

export function writeReleased(version: string, released: Released): void {
  writeFileSync(answersOf(version), gzipSync(JSON.stringify(released), { level: 9 }));
}

export async function keepStore(host: Host, shop: Shop, asked: Request[]): Promise<void> {
  if (process.env.RELEASE !== "store") return;
  rmSync(join(FOLDER, VERSION), { recursive: true, force: true });
  mkdirSync(join(FOLDER, VERSION), { recursive: true });
  const from = { isAlone: true, engine: "embedded", program: VERSION, secret: host.secret } as const;
  await host.database.system((db) => {
    const { $client: client } = db as unknown as { $client: pg.PoolClient };
    return writeBackup(backupOf(VERSION), { client, ...from });
  });
  const requests = asked.filter(({ name }) => row(name).method === "GET" && !IN_TIME.includes(name));
  const { id, owner, user } = shop;
  writeReleased(VERSION, { now: host.clock().toISOString(), shop: { id, owner, user }, requests });
}

/** Their answers depend on chance, the database's time, the data of time zones or this process. */
const IN_TIME: readonly Name[] = [
  "contacts.merges",
  "factors.get",
  "integration.link",
  "organization.timezones",
  "refunds.ofSale",
  "status.get",
];

/** Replaces all tables, with the version's own schema. Its people are signed in. */
export async function loadReleased(client: pg.ClientBase, version: string): Promise<Buffer> {
  const { manifest } = await readBackup(backupOf(version));
  await client.query("begin");
  await client.query(
    `drop schema public cascade; drop schema if exists drizzle cascade; create schema public;
      grant usage on schema public to public`,
  );
  await writeAlike(client);
  await applyMigrations(
    client,
    knownMigrations().filter(({ when }) => when <= manifest.migration.when),
  );
  await client.query("set local session_replication_role = replica");
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  for (const name of tables.keys()) await client.query(`delete from ${quoted(name)}`);
  const { secret } = await readBackup(backupOf(version), [], async (name, lines) => {
    const table = tables.get(name);
    if (!table) throw new Error(`${version} has no table ${name}`);
    await addLines(client, table, lines);
  });
  await client.query("set local session_replication_role = origin");
  const { shop } = readReleased(version);
  for (const { id, token } of [shop.owner, shop.user])
    await client.query(
      `insert into sessions (organization_id, user_id, id, token_hash, created_at, used_at, expires_at)
        values ($1, $2, $2, $3, '2026-11-28', '2999-01-01', '2999-01-01')`,
      [shop.id, id, hashToken(token)],
    );
  await client.query("commit");
  return secret ?? Buffer.alloc(32);
}
