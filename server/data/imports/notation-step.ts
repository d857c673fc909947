import { and, asc, gt, sql } from "drizzle-orm";
import { importRows, imports } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { storeOf } from "./judged.ts";
import { judgeNotation, LOOKED_AT_ONCE, type Places, placesOf, type Rows } from "./notation.ts";
import { change, type Due, its, lockUnchanged, rowsOf } from "./stored.ts";

/** After the user assigned other date or number columns, whose contents override an earlier choice. */
export async function noteAgain({ database }: Host, due: Due): Promise<void> {
  const { organizationId } = due;
  const { stored, store } = await database.read(organizationId, async (db) => {
    const [stored] = await db.select().from(imports).where(its(due));
    return { stored, store: await storeOf(db, organizationId) };
  });
  const { reading, facts } = stored ?? {};
  if (!reading || !facts) return;
  const places = placesOf(reading.columns, store.fields);
  const isOther = (of: keyof Places) => facts[of].places && facts[of].places.join() !== places[of].join();
  if (!isOther("dates") && !isOther("numbers")) return;

  async function* stillStored(): AsyncGenerator<Rows> {
    const needed = sql.join(
      [...places.dates, ...places.numbers].map((at) => sql`coalesce(${importRows.cells}->>${at}::int, '')`),
      sql`, `,
    );
    for (let mark = 0; ; ) {
      const rows = await database.read(organizationId, (db) =>
        db
          .select({ number: importRows.number, cells: sql<string[]>`jsonb_build_array(${needed})` })
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
  const count = places.dates.length;
  const among = { dates: places.dates.map((_, i) => i), numbers: places.numbers.map((_, i) => count + i) };
  const found = await judgeNotation(among, stillStored());
  found.facts.dates.places = places.dates;
  found.facts.numbers.places = places.numbers;
  await database.tenant(organizationId, async (db) => {
    if (!(await lockUnchanged(db, due))) return;
    const shows = (of: keyof Places) => isOther(of) && found.facts[of].sure > 0;
    await change(db, due, {
      reading: {
        ...reading,
        ...(shows("dates") && { dates: found.dates }),
        ...(shows("numbers") && { numbers: found.numbers }),
      },
      facts: { ...facts, ...found.facts },
    });
  });
}
