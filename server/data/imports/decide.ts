import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import type { Stop } from "#lib/contract/imports.ts";
import type { Db } from "#server/platform/db/client.ts";
import { importParts, importRows, imports } from "#server/platform/db/schema-import.ts";
import { countsOf, newCategoriesOf } from "./import-page.ts";
import { endStopped, reportStopped } from "./stopped.ts";
import { change, finish, partsOf, rowsOf, type Stored } from "./stored.ts";

const MAX_DOUBTFUL = 0.05;
const MAX_TIMES_USUAL = 3;
const MAX_NEW_CATEGORIES = 20;
const COMPARED_RUNS = 10;

export async function decide(db: Db, found: Stored, now: Date): Promise<void> {
  const checked = { ...found, state: "checked" as const };
  const isWaiting = found.savedId === null || found.stop !== null;
  const stop = isWaiting ? found.stop : await stopOf(db, checked);
  if (stop?.why === "same" && !isWaiting) {
    await db.delete(importParts).where(partsOf(found));
    await db.delete(importRows).where(rowsOf(found));
    await change(db, found, { stop, startedAt: now });
    return finish(db, found, "done", now);
  }
  await change(db, found, { state: "checked", mark: 0, done: found.total, stop });
  if (stop) await reportStopped(db, found.id, now);
  if (!isWaiting && !stop) await startWriting(db, checked, now);
}

export async function startWriting(db: Db, found: Stored, now: Date): Promise<number> {
  const { new: fresh, update, same } = await countsOf(db, found);
  if (fresh + update + same === 0) return 0;
  await db.delete(importParts).where(partsOf(found));
  await change(db, found, { state: "running", startedAt: now, mark: 0, done: 0, total: fresh + update });
  await endStopped(db, found, now);
  return fresh + update + same;
}

async function stopOf(db: Db, found: Stored): Promise<Stop | null> {
  if (await isSameFile(db, found)) return { why: "same", what: "", instead: null };
  const { doubt, ...others } = await countsOf(db, found);
  const all = Object.values(others).reduce((sum, rows) => sum + rows, doubt);
  const isUnclear = doubt > all * MAX_DOUBTFUL || others.new + others.update + others.same === 0;
  if (isUnclear) return { why: "doubts", what: `${doubt} of ${all}`, instead: null };
  const { count: categories } = await newCategoriesOf(db, found);
  if (categories > MAX_NEW_CATEGORIES) return { why: "categories", what: String(categories), instead: null };
  const usual = await usualAmount(db, found);
  if (usual && Number(found.amount) > usual * MAX_TIMES_USUAL)
    return { why: "amount", what: found.amount, instead: usual.toFixed(2) };
  return null;
}

async function isSameFile(db: Db, { id, facts }: Stored): Promise<boolean> {
  const [row] = await db
    .select({ found: count() })
    .from(imports)
    .where(
      and(
        ne(imports.id, id),
        inArray(imports.state, ["running", "done"]),
        sql`${imports.facts}->>'digest' = ${facts?.digest ?? ""}`,
      ),
    );
  return (row?.found ?? 0) > 0;
}

async function usualAmount(db: Db, { id, savedId }: Stored): Promise<number | null> {
  const earlier = db
    .select({ amount: imports.amount })
    .from(imports)
    .where(
      and(
        eq(imports.savedId, savedId ?? ""),
        ne(imports.id, id),
        eq(imports.state, "done"),
        ne(imports.amount, "0"),
      ),
    )
    .orderBy(sql`${imports.createdAt} desc`)
    .limit(COMPARED_RUNS)
    .as("earlier");
  const [row] = await db.select({ usual: sql<string | null>`avg(${earlier.amount})` }).from(earlier);
  return row?.usual ? Number(row.usual) : null;
}
