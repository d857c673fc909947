import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { importParts, importRows, imports } from "#server/platform/db/schema-import.ts";
import { type Context, type Judged, type Row, storeOf } from "./judged.ts";

export type Stored = typeof imports.$inferSelect;
/** A job continues only while the import is unchanged. */
export type Due = Pick<Stored, "organizationId" | "id" | "name" | "state" | "turn" | "mark">;
type State = (typeof importRows.$inferSelect)["state"];
type Its = Pick<Stored, "organizationId" | "id">;

/** Skips an import that another job works on. */
export async function lockUnchanged(
  db: Db,
  { organizationId, id, state, turn }: Omit<Due, "mark">,
): Promise<Stored | undefined> {
  const same = and(eq(imports.state, state), eq(imports.turn, turn));
  const [found] = await db
    .select()
    .from(imports)
    .where(and(its({ organizationId, id }), same))
    .for("update", { skipLocked: true });
  return found;
}

export function its({ organizationId, id }: Its) {
  return and(eq(imports.organizationId, organizationId), eq(imports.id, id));
}

export function rowsOf({ organizationId, id }: Its) {
  return and(eq(importRows.organizationId, organizationId), eq(importRows.importId, id));
}

export function partsOf({ organizationId, id }: Its) {
  return and(eq(importParts.organizationId, organizationId), eq(importParts.importId, id));
}

export async function change(db: Db, it: Its, values: Partial<typeof imports.$inferInsert>): Promise<void> {
  await db
    .update(imports)
    .set({ ...values, updatedAt: sql`now()` })
    .where(its(it));
}

export async function contextOf(
  db: Db,
  { organizationId, id, state, reading, facts }: Stored,
  secret: Buffer,
): Promise<Context> {
  if (!reading || !facts) throw new Error("nothing was read");
  const store = await storeOf(db, organizationId);
  const writtenBy = state === "running" ? id : null;
  return { organizationId, reading, headers: facts.headers, store, secret, writtenBy };
}

export const asked = {
  number: importRows.number,
  cells: importRows.cells,
  mended: importRows.mended,
  isLeftOut: importRows.isLeftOut,
  recordKey: importRows.recordKey,
};

// Reading wide rows blocks other requests.
const BATCH_CHARACTERS = 1_000_000;

/** After the mark, up to the limit of one step. */
export function nextRows(db: Db, found: Stored, most: number, states?: State[]): Promise<Row[]> {
  const open = and(
    rowsOf(found),
    gt(importRows.number, found.mark),
    states && inArray(importRows.state, states),
  );
  const size = sql<number>`length(${importRows.cells}::text)`;
  const sized = db
    .select({
      number: importRows.number,
      before: sql<number>`sum(${size}) over (order by ${importRows.number}) - ${size}`.as("before"),
    })
    .from(importRows)
    .where(open)
    .orderBy(asc(importRows.number))
    .limit(most)
    .as("sized");
  const few = db.select({ number: sized.number }).from(sized).where(lt(sized.before, BATCH_CHARACTERS));
  return db
    .select(asked)
    .from(importRows)
    .where(and(open, inArray(importRows.number, few)))
    .orderBy(asc(importRows.number));
}

export async function storeJudged(db: Db, it: Its, rows: Judged[]): Promise<void> {
  if (rows.length === 0) return;
  const judged = rows.map(({ number, state, doubts, keys, recordKey, newCategory }) => ({
    number,
    state,
    doubts,
    keys,
    record_key: recordKey,
    new_category: state === "doubt" || state === "out" ? null : newCategory,
  }));
  await db.execute(sql`update import_rows r
    set state = j.state, doubts = j.doubts, keys = j.keys, record_key = j.record_key, new_category = j.new_category
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      as j(number int, state text, doubts jsonb, keys text[], record_key text, new_category text)
    where r.organization_id = ${it.organizationId} and r.import_id = ${it.id} and r.number = j.number`);
}

export async function finish(db: Db, found: Stored, state: "done" | "stopped", now: Date): Promise<void> {
  await db.delete(importRows).where(and(rowsOf(found), eq(importRows.state, "same")));
  await change(db, found, { state, finishedAt: now });
}

export async function fail(db: Db, it: Its, problem: string): Promise<void> {
  await db.delete(importParts).where(partsOf(it));
  await db.delete(importRows).where(rowsOf(it));
  await change(db, it, { state: "failed", problem });
}
