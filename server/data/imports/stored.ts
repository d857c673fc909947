import { and, asc, eq, gt, inArray, lt, lte, max, sql } from "drizzle-orm";
import type { ImportState } from "#lib/contract/import-terms.ts";
import type { Db, SystemDb } from "#server/platform/db/client.ts";
import { databaseFailure } from "#server/platform/db/errors.ts";
import { isOwned } from "#server/platform/db/owned.ts";
import { importParts, importRows, imports, imports as table } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { type ComparedRow, type Context, type Row, storeOf } from "./compared-row.ts";
import { reportStopped } from "./stopped.ts";

export async function forgetOldImports(db: SystemDb): Promise<void> {
  const isOld = lt(table.updatedAt, sql`now() - interval '7 days'`);
  await db
    .delete(table)
    .where(and(isOld, inArray(table.state, ["uploading", "reading", "checking", "checked", "failed"])));
  await db.execute(sql`delete from import_rows r using imports i
    where i.organization_id = r.organization_id and i.id = r.import_id and i.finished_at < now() - interval '30 days'`);
}

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
    await fail(db, due, "This file can't be read. Save it again and upload the new file.", host.clock());
  });
}

export type Stored = typeof imports.$inferSelect;
export type Due = Pick<Stored, "organizationId" | "id" | "name" | "state" | "turn" | "mark">;
type State = (typeof importRows.$inferSelect)["state"];
type Its = Pick<Stored, "id">;

export async function lockUnchanged(
  db: Db,
  { id, state, turn }: Omit<Due, "mark">,
): Promise<Stored | undefined> {
  const same = and(eq(imports.state, state), eq(imports.turn, turn));
  const [found] = await db
    .select()
    .from(imports)
    .where(and(its({ id }), same))
    .for("update", { skipLocked: true });
  return found;
}

export function its({ id }: Its) {
  return eq(imports.id, id);
}

export function rowsOf({ id }: Its) {
  return eq(importRows.importId, id);
}

export function partsOf({ id }: Its) {
  return eq(importParts.importId, id);
}

export async function change(db: Db, it: Its, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await db
    .update(imports)
    .set({ ...values, updatedAt: sql`now()` })
    .where(its(it));
}

export async function contextOf(
  db: Db,
  { organizationId, id, state, reading, facts, savedId, stop }: Stored,
  secret: Buffer,
): Promise<Context> {
  if (!reading || !facts) throw new Error("nothing was read");
  const store = await storeOf(db);
  const writtenBy = state === "running" ? id : null;
  const isSaved = savedId !== null;
  const isUnattended = isSaved && stop === null;
  return { organizationId, reading, facts, store, secret, writtenBy, isSaved, isUnattended };
}

export const asked = {
  number: importRows.number,
  cells: importRows.cells,
  mended: importRows.mended,
  isLeftOut: importRows.isLeftOut,
  recordKey: importRows.recordKey,
};

const BATCH_CHARACTERS = 1_000_000;

export function nextRows(db: Db, found: Stored, most: number, states?: State[]): Promise<Row[]> {
  const open = and(
    rowsOf(found),
    gt(importRows.number, found.mark),
    states && inArray(importRows.state, states),
  );
  const size = sql<number>`length(${importRows.cells}::text)`;
  const ahead = db
    .select({ number: importRows.number })
    .from(importRows)
    .where(open)
    .orderBy(asc(importRows.number))
    .limit(most)
    .as("ahead");
  // Single values: without statistics, a join would read all rows for each of these.
  const end = db.select({ number: max(ahead.number) }).from(ahead);
  const sized = db
    .select({
      number: importRows.number,
      before: sql<number>`sum(${size}) over (order by ${importRows.number}) - ${size}`.as("before"),
    })
    .from(importRows)
    .where(and(open, lte(importRows.number, end)))
    .as("sized");
  const last = db
    .select({ number: max(sized.number) })
    .from(sized)
    .where(lt(sized.before, BATCH_CHARACTERS));
  return db
    .select(asked)
    .from(importRows)
    .where(and(open, lte(importRows.number, last)))
    .orderBy(asc(importRows.number));
}

export async function storeCompared(db: Db, it: Its, rows: ComparedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const compared = rows.map(({ number, state, doubts, keys, recordKey, newCategories }) => ({
    number,
    state,
    doubts,
    keys,
    record_key: recordKey,
    new_category: state === "doubt" || state === "out" ? null : newCategories.join("\n") || null,
  }));
  await db.execute(sql`update import_rows r
    set state = j.state, doubts = j.doubts, keys = j.keys, record_key = j.record_key, new_category = j.new_category
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb)
      as j(number int, state text, doubts jsonb, keys text[], record_key text, new_category text)
    where ${isOwned("r")} and r.import_id = ${it.id} and r.number = j.number`);
}

export async function finish(db: Db, found: Stored, state: "done" | "stopped", now: Date): Promise<void> {
  await db.delete(importRows).where(and(rowsOf(found), eq(importRows.state, "same")));
  await change(db, found, { state, finishedAt: now });
}

export async function fail(db: Db, it: Its, problem: string, now: Date): Promise<void> {
  await db.delete(importParts).where(partsOf(it));
  await db.delete(importRows).where(rowsOf(it));
  await change(db, it, { state: "failed", problem });
  await reportStopped(db, it.id, now);
}
