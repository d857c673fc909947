import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import { sealedColumns } from "#server/jobs/reseal.ts";
import type { Db } from "#server/platform/db/client.ts";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";
import { rotateSecret } from "#server/platform/secrets/host-secret.ts";

// docs/secrets.md tells the whole of it.

/** Which keys the database knows, and what is sealed with which. Wants system scope. */
export async function tellSecrets(db: Db): Promise<string> {
  const [newest, ...former] = await db
    .select()
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id));
  if (!newest) return "No host has been started on this database yet.";
  const day = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");
  const lines = [`The host's key ${newest.id} seals and signs, since ${day(newest.since)} UTC.`];
  for (const { id, sealed, endedAt } of former) {
    const links = endedAt ? "its links are over" : "its links are good";
    const kept = sealed ? links : "it is kept nowhere: set HOST_SECRET_ALSO to it, once";
    lines.push(`Key ${id} is one of before: ${kept}.`);
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
      const lost = kept.has(id) ? "" : ", which is kept nowhere: they cannot be opened";
      lines.push(`${table}.${column}: ${count} sealed with ${id}${lost}`);
    }
  }
  lines.push(
    isOver
      ? "Nothing is left that a key of before has sealed."
      : "What is left is sealed anew within minutes.",
  );
  return lines.join("\n");
}

/** From now on (for hosts: from their next start) no link is good that this key of before has signed. Wants system scope. */
export async function endLinks(db: Db, id: string): Promise<string> {
  const isFormer = isNotNull(hostKeys.sealed);
  const ended = await db
    .update(hostKeys)
    .set({ endedAt: sql`now()` })
    .where(sql`${eq(hostKeys.id, id)} and ${isFormer}`)
    .returning({ id: hostKeys.id });
  if (ended.length === 0)
    throw new HttpError(404, `There is no key of before that is called ${JSON.stringify(id)}.`);
  return `The links that ${id} has signed are over once every host has been started anew. What it sealed still opens.`;
}

type Env = { [name: string]: string | undefined };

/**
 * New secrets in the folder of the data, with those of before beside them, or what to set where the environment has them.
 * A host that runs goes on with those of before until it is started anew.
 */
export function rotate({ dataDir }: { dataDir: string }, env: Env): string {
  const lines = [];
  if (env.HOST_SECRET) lines.push(steps("HOST_SECRET", randomBytes(32).toString("base64")));
  else if (rotateSecret(dataDir)) lines.push(`The host's key in ${dataDir} is a new one.`);
  else
    throw new HttpError(
      409,
      "The host has not been started with the key of the last rotation yet. Start it first.",
    );
  if (env.NEXTAUTH_SECRET) lines.push(steps("NEXTAUTH_SECRET", randomBytes(32).toString("base64url")));
  else if (rotateSessions(dataDir))
    lines.push(
      `The key of session cookies in ${dataDir} is a new one; cookies of the one before are good for a month.`,
    );
  return [...lines, "Start the product anew: nobody is signed out, and no account is lost."].join("\n");
}

function steps(name: string, value: string): string {
  return `A new ${name}: ${value}
  1. Start all with ${name}_ALSO set to it.
  2. Start all with ${name} set to it, and ${name}_ALSO to the one of before.`;
}

/** `npm start` made it (scripts/start/secret.mjs), and gives both to the web app. */
function rotateSessions(dataDir: string): boolean {
  const file = join(dataDir, "secret");
  if (!existsSync(file)) return false;
  const options = { mode: 0o600, flush: true };
  writeFileSync(`${file}.also`, readFileSync(file, "utf8"), options);
  writeFileSync(`${file}.new`, randomBytes(32).toString("base64url"), options);
  renameSync(`${file}.new`, file);
  return true;
}
