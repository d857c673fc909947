import { and, asc, gt, sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { importRows, imports } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { storeOf } from "./judged.ts";
import { judgeNotation, LOOKED_AT_ONCE, type Places, placesOf, type Rows } from "./notation.ts";
import { change, type Due, its, lockUnchanged, rowsOf } from "./stored.ts";

/** If other columns hold dates or numbers than before, their cells decide the notation again. */
export async function updateNotation({ database }: Host, due: Due): Promise<void> {
  const { stored, store } = await database.read(due.organizationId, async (db) => {
    const [stored] = await db.select().from(imports).where(its(due));
    return { stored, store: await storeOf(db, due.organizationId) };
  });
  const { reading, facts } = stored ?? {};
  if (!reading || !facts) return;
  const places = placesOf(reading.columns, store.fields);
  const isOther = (of: keyof Places) => facts[of].places && facts[of].places.join() !== places[of].join();
  if (!isOther("dates") && !isOther("numbers")) return;

  const found = await judgeNotation(inSelection(places), selectedCells(database, due, places));
  const dates = { ...found.facts.dates, places: places.dates };
  const numbers = { ...found.facts.numbers, places: places.numbers };
  await database.tenant(due.organizationId, async (db) => {
    if (!(await lockUnchanged(db, due))) return;
    const decided = {
      ...(isOther("dates") && dates.sure > 0 && { dates: found.dates }),
      ...(isOther("numbers") && numbers.sure > 0 && { numbers: found.numbers }),
    };
    await change(db, due, { reading: { ...reading, ...decided }, facts: { ...facts, dates, numbers } });
  });
}

/** Where the columns are among the selected cells: dates first, then numbers. */
function inSelection({ dates, numbers }: Places): Places {
  return { dates: dates.map((_, i) => i), numbers: numbers.map((_, i) => dates.length + i) };
}

async function* selectedCells(
  database: Database,
  due: Due,
  { dates, numbers }: Places,
): AsyncGenerator<Rows> {
  const cells = [...dates, ...numbers].map((at) => sql`coalesce(${importRows.cells}->>${at}::int, '')`);
  const selected = sql<string[]>`jsonb_build_array(${sql.join(cells, sql`, `)})`;
  for (let mark = 0; ; ) {
    const rows = await database.read(due.organizationId, (db) =>
      db
        .select({ number: importRows.number, cells: selected })
        .from(importRows)
        .where(and(rowsOf(due), gt(importRows.number, mark)))
        .orderBy(asc(importRows.number))
        .limit(LOOKED_AT_ONCE),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    mark = last.number;
  }
}
