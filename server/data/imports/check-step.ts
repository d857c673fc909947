import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { importRows } from "#server/platform/db/schema-import.ts";
import { editedSince, revert } from "#server/records/journal/revert.ts";
import { compareRows } from "./compare-rows.ts";
import { type ComparedRow, nothingSeen, placeOf, type Row, type Seen, see } from "./compared-row.ts";
import { decide } from "./decide.ts";
import { asked, change, contextOf, nextRows, rowsOf, type Stored, storeCompared } from "./stored.ts";

const LISTED = 200;

export async function revertWhole(db: Db, found: Stored, now: Date): Promise<void> {
  const kept = await revert(db, found.id, "revert");
  await db.delete(importRows).where(eq(importRows.importId, found.id));
  const keptRecords = kept.slice(0, LISTED);
  await change(db, found, { state: "reverted", revertedAt: now, kept: kept.length, keptRecords });
}

export async function keptByEdits(db: Db, { id }: Stored) {
  const found = await editedSince(db, id);
  return { count: found.length, records: found.slice(0, LISTED) };
}

const CHECK_BATCH_SIZE = 250;
const MAX_REMEMBERED = 40;
/** Per import. Valid for one turn and mark, because another host may have continued. */
const memory = new Map<string, { turn: number; mark: number; seen: Seen }>();

export async function checkSome(db: Db, found: Stored, secret: Buffer, now: Date): Promise<void> {
  const seen = await seenBefore(db, found);
  const rows = await nextRows(db, found, CHECK_BATCH_SIZE);
  const last = rows.at(-1);
  if (!last) return decide(db, found, now);
  const compared = await compareRows(db, await contextOf(db, found, secret), rows, seen);
  await storeCompared(db, found, compared);
  const { amount, edited } = found.mark === 0 ? { amount: "0", edited: 0 } : found;
  const sum = compared.reduce(
    (all, { state, values }) => all + (state === "out" ? 0 : Number(values.cost)),
    0,
  );
  await change(db, found, {
    ...{ mark: last.number, done: found.done + rows.length },
    amount: (Number(amount) + sum).toFixed(3),
    edited: edited + compared.filter(({ isEdited }) => isEdited).length,
  });
  memory.set(found.id, { turn: found.turn, mark: last.number, seen });
  for (const id of [...memory.keys()].slice(0, -MAX_REMEMBERED)) memory.delete(id);
}

async function seenBefore(db: Db, { id, turn, mark }: Stored): Promise<Seen> {
  const before = memory.get(id);
  // Removed while the step runs: a failed step has already counted rows that will come again.
  memory.delete(id);
  const isOfUs = before?.turn === turn && before.mark <= mark;
  const seen = isOfUs ? before.seen : nothingSeen();
  const from = isOfUs ? before.mark : 0;
  if (from === mark) return seen;
  const { number, state, keys, recordKey, newCategory } = importRows;
  const rows = await db
    .select({ number, state, keys, recordKey, newCategory })
    .from(importRows)
    .where(and(rowsOf({ id }), gt(number, from), lte(number, mark)))
    .orderBy(asc(number));
  for (const row of rows) see(seen, row);
  return seen;
}

export async function checkAgain(
  db: Db,
  found: Stored,
  numbers: number[],
  secret: Buffer,
): Promise<ComparedRow[]> {
  const rows: Row[] = await db
    .select(asked)
    .from(importRows)
    .where(and(rowsOf(found), inArray(importRows.number, numbers)))
    .orderBy(asc(importRows.number));
  const context = await contextOf(db, found, secret);
  const compared: ComparedRow[] = [];
  for (const row of rows) {
    const others = and(rowsOf(found), sql`${importRows.number} <> ${row.number}`);
    const [alone] = await compareRows(db, context, [row]);
    const seen = nothingSeen();
    if (alone && alone.keys.length > 0) {
      const twins = await db
        .select({ number: importRows.number, keys: importRows.keys })
        .from(importRows)
        .where(
          and(
            others,
            inArray(importRows.state, ["new", "update", "same"]),
            sql`${importRows.keys} && ${sql.param(alone.keys)}::text[]`,
          ),
        )
        .orderBy(
          sql`${importRows.keys} @> ${sql.param(alone.keys.slice(0, 1))}::text[] desc`,
          importRows.number,
        )
        .limit(5);
      for (const twin of twins) see(seen, { ...twin, state: "new", recordKey: null, newCategory: null });
    }
    const kept = row.recordKey;
    const { base, place } = placeOf(kept);
    seen.records.set(base, place - 1);
    const [again] = await compareRows(db, context, [{ ...row }], seen);
    if (!again) continue;
    if (again.recordKey && again.recordKey !== kept)
      again.recordKey = await freeKey(db, others, again.recordKey);
    compared.push(again);
    await storeCompared(db, found, [again]);
  }
  return compared;
}

async function freeKey(db: Db, others: ReturnType<typeof and>, base: string): Promise<string> {
  const taken = await db
    .select({ key: importRows.recordKey })
    .from(importRows)
    .where(
      and(
        others,
        sql`(${importRows.recordKey} = ${base} or starts_with(${importRows.recordKey}, ${`${base} #`}))`,
      ),
    );
  const keys = new Set(taken.map(({ key }) => key));
  let key = base;
  for (let count = 2; keys.has(key); count++) key = `${base} #${count}`;
  return key;
}
