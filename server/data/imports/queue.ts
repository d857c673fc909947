import { sql } from "drizzle-orm";
import type { ImportState } from "#lib/contract/import-terms.ts";
import { databaseFailure } from "#server/platform/db/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { change, type Due, fail, finish, lockUnchanged } from "./stored.ts";

const TRIES = 3;
const BATCH_SIZE = 20;
const failures = new Map<string, number>();

/**
 * One import per store; the store that has waited longest comes first. Each step or failure moves its store
 * to the end.
 */
export async function dueNow({ database }: Host, states: ImportState[]): Promise<Due[]> {
  const { rows } = await database.system((db) =>
    db.execute<Due>(sql`
      select due.organization_id as "organizationId", due.id, due.name, due.state, due.turn, due.mark
      from (select distinct on (organization_id) organization_id, id, name, state, turn, mark from imports
        where state in ('reading', 'checking', 'running', 'reverting') and state = any(${sql.param(states)}::text[])
        order by organization_id, updated_at) due
      order by (select max(i.updated_at) from imports i where i.organization_id = due.organization_id
        and i.state in ('reading', 'checking', 'running', 'reverting', 'failed'))
      limit ${BATCH_SIZE}`),
  );
  return rows;
}

/**
 * False if nothing was done. An import that fails repeatedly through its own fault is given up, except while
 * it is undone.
 */
export async function attempt(host: Host, due: Due, step: () => Promise<boolean>): Promise<boolean> {
  try {
    const isDone = await step();
    if (isDone) failures.delete(due.id);
    return isDone;
  } catch (error) {
    await standBack(host, due, error).catch(() => {});
    throw error;
  }
}

/** Unlike an unavailable database. */
export function isOurs(error: unknown): boolean {
  return databaseFailure(error)?.status !== 503;
}

async function standBack(host: Host, due: Due, error: unknown): Promise<void> {
  const tries = (failures.get(due.id) ?? 0) + (isOurs(error) ? 1 : 0);
  failures.set(due.id, tries);
  await host.database.tenant(due.organizationId, async (db) => {
    const found = await lockUnchanged(db, due);
    if (!found) return;
    if (tries < TRIES || due.state === "reverting") return change(db, due, {});
    failures.delete(due.id);
    if (due.state === "running") return finish(db, found, "stopped", host.clock());
    await fail(db, due, "This file can't be read. Save it again and upload the new file.");
  });
}
