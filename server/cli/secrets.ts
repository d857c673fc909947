import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import { sealedColumns } from "#server/jobs/reseal.ts";
import type { SystemDb } from "#server/platform/db/client.ts";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { randomBytes } from "#server/platform/machine.ts";
import { rotateSecret } from "#server/platform/secrets/host-secret.ts";

export async function describeSecrets(db: SystemDb): Promise<string> {
  const [newest, ...former] = await db
    .select()
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id));
  if (!newest) return "No host has been started on this database yet.";
  const day = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");
  const lines = [`The current host key is ${newest.id}, since ${day(newest.since)} UTC.`];
  for (const { id, sealed, endedAt } of former) {
    const links = endedAt ? "its links no longer work" : "its links still work";
    const kept = sealed ? links : "it isn't stored here. Set HOST_SECRET_ALSO to it and start the host once";
    lines.push(`Key ${id} is a previous key: ${kept}.`);
  }
  const kept = new Set([newest.id, ...former.flatMap(({ id, sealed }) => (sealed ? [id] : []))]);
  let isOver = true;
  for (const { table, column } of sealedColumns) {
    const { rows } = await db.execute<{ id: string; count: number }>(
      sql`select split_part(${sql.identifier(column)}, '.', 2) as id, count(*)::int as count
        from ${sql.identifier(table)} where ${sql.identifier(column)} like 'v1.%' group by 1 order by 1`,
    );
    for (const { id, count } of rows) {
      isOver &&= id === newest.id;
      const lost = kept.has(id) ? "" : ", whose key isn't stored, so they can't be opened";
      lines.push(`${table}.${column}: ${count} encrypted with ${id}${lost}`);
    }
  }
  lines.push(isOver ? "Nothing uses a previous key." : "The rest is re-encrypted within minutes.");
  return lines.join("\n");
}

/** Hosts apply it at their next start. */
export async function endLinks(db: SystemDb, id: string): Promise<string> {
  const isFormer = isNotNull(hostKeys.sealed);
  const ended = await db
    .update(hostKeys)
    .set({ endedAt: sql`now()` })
    .where(sql`${eq(hostKeys.id, id)} and ${isFormer}`)
    .returning({ id: hostKeys.id });
  if (ended.length === 0)
    throw new HttpError(
      404,
      `There is no previous key ${JSON.stringify(id)}. Run npm run secrets to list the keys.`,
    );
  return `Links signed by ${id} stop working when every host has restarted. Accounts encrypted with it stay connected.`;
}

type Env = { [name: string]: string | undefined };

/** Keeps the previous secrets, or prints what to set. A running host uses the previous ones until it restarts. */
export function rotate({ dataDir }: { dataDir: string }, env: Env): string {
  const lines = [];
  if (env.HOST_SECRET) lines.push(steps("HOST_SECRET", randomBytes(32).toString("base64")));
  else if (rotateSecret(dataDir)) lines.push(`Created a new host key in ${dataDir}.`);
  else throw new HttpError(409, "The host hasn't been started since the last rotation. Start it first.");
  if (env.NEXTAUTH_SECRET) lines.push(steps("NEXTAUTH_SECRET", randomBytes(32).toString("base64url")));
  else if (rotateSessions(dataDir))
    lines.push(
      `Created a new key for session cookies in ${dataDir}. Existing cookies stay valid for a month.`,
    );
  return [...lines, "Restart Loupe. Everyone stays signed in, and all accounts stay connected."].join("\n");
}

function steps(name: string, value: string): string {
  return `A new ${name}: ${value}
  1. Restart all processes with ${name}_ALSO set to it.
  2. Restart them with ${name} set to it, and ${name}_ALSO set to the previous key.`;
}

/** Created by `npm start` (scripts/start/secret.mjs). */
function rotateSessions(dataDir: string): boolean {
  const file = join(dataDir, "secret");
  if (!existsSync(file)) return false;
  const options = { mode: 0o600, flush: true };
  writeFileSync(`${file}.also`, readFileSync(file, "utf8"), options);
  writeFileSync(`${file}.new`, randomBytes(32).toString("base64url"), options);
  renameSync(`${file}.new`, file);
  return true;
}
