import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { codeOfZone } from "#lib/phone.ts";
import { lockStore } from "#server/booking/book.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { Database, Db } from "#server/platform/db/client.ts";
import { storeId } from "#server/platform/db/owned.ts";
import { productCategories } from "#server/platform/db/schema.ts";
import { importParts, importRows, imports, savedImports } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { DEMO_FULL, spendInDemo } from "#server/platform/http/demo-budget.ts";
import { breathe, stopwatch } from "#server/platform/machine.ts";
import { raiseNumber } from "#server/records/repairs/drafts.ts";
import { checkSome, revertWhole } from "./check-step.ts";
import { compareRows } from "./compare-rows.ts";
import { storeOf } from "./compared-row.ts";
import { FileProblem } from "./file-problem.ts";
import { LOOKED_AT_ONCE, type Places, placesOf, type Rows, readNotation } from "./notation.ts";
import { readInProcess } from "./reading-process.ts";
import {
  attempt,
  change,
  contextOf,
  type Due,
  dueNow,
  fail,
  finish,
  isOurs,
  its,
  lockUnchanged,
  nextRows,
  partsOf,
  rowsOf,
  type Stored,
  storeCompared,
} from "./stored.ts";
import { write } from "./write.ts";

/*
 * A separate job reads files, so no import waits for another's. Each step
 * is one transaction that locks the import and moves its mark: a killed host continues after the last step,
 * and two hosts never repeat one.
 */

const WRITE_BATCH_SIZE = 200;
const TURN_MS = 1_000;

export function createImporter(host: Host): () => Promise<void> {
  return async () => {
    const until = stopwatch() + TURN_MS;
    let failure: unknown;
    for (let isIdle = false; !isIdle; ) {
      isIdle = true;
      for (const due of await dueNow(host, ["checking", "running", "reverting"])) {
        try {
          if (await attempt(host, due, () => step(host, due))) isIdle = false;
        } catch (error) {
          failure = error;
          if (isOurs(error)) isIdle = false;
        }
        await breathe();
      }
      if (stopwatch() > until) {
        if (!isIdle) host.wake();
        break;
      }
    }
    if (failure) throw failure;
  };
}

export function createFileReader(host: Host) {
  const ending = new AbortController();
  return {
    run: async () => {
      const [due] = await dueNow(host, ["reading"]);
      if (!due || ending.signal.aborted) return;
      try {
        if (await attempt(host, due, () => readFileOf(host, due, ending.signal))) host.wake();
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      }
    },
    abort: () => ending.abort(),
  };
}

async function step(host: Host, due: Due): Promise<boolean> {
  if (due.state === "checking" && due.mark === 0) await updateNotation(host, due);
  // In the history, an import is one change, although it takes several transactions.
  const own = due.state === "running" ? { change: due.id } : {};
  return actingAs({ kind: "import", id: due.id, name: due.name, ...own }, () =>
    host.database.tenant(due.organizationId, async (db) => {
      const found = await lockUnchanged(db, due);
      if (!found) return false;
      if (due.state === "checking") await checkSome(db, found, host.secret, host.clock());
      else if (due.state === "running") await writeSome(db, found, host);
      else await revertWhole(db, found, host.clock());
      return true;
    }),
  );
}

async function writeSome(db: Db, found: Stored, { clock, secret }: Host): Promise<void> {
  const { id } = found;
  const now = clock();
  // Simultaneous imports and bookings must not create a contact twice.
  await lockStore(db);
  const rows = await nextRows(db, found, WRITE_BATCH_SIZE, ["new", "update"]);
  const last = rows.at(-1);
  if (!last) return finish(db, found, "done", now);
  const context = await contextOf(db, found, secret);
  // Nobody renames a category until its sales are stored.
  if (context.reading.kind === "sales")
    await db.select({ id: productCategories.id }).from(productCategories).for("share");
  // Locks the counter.
  if (context.reading.kind === "repairs") await raiseNumber(db, 0);
  const compared = await compareRows(db, context, rows);
  const ready = compared.filter(({ state }) => state === "new" || state === "update");
  const written = await write(db, { ...context, createdBy: found.createdBy, file: found.name, now }, ready);
  await storeCompared(
    db,
    found,
    compared.filter((row) => !ready.includes(row)),
  );
  const gone = ready.map(({ number }) => number);
  if (gone.length > 0)
    await db.delete(importRows).where(and(rowsOf({ id }), inArray(importRows.number, gone)));
  await change(db, found, {
    mark: last.number,
    done: found.done + rows.length,
    added: found.added + written.added,
    updated: found.updated + written.updated,
    notes: found.notes + written.notes,
  });
}

const REMEMBERED = 50;
const ROW_BYTES = 500;

async function readFileOf(host: Host, due: Due, signal?: AbortSignal): Promise<boolean> {
  const { organizationId, id } = due;
  const inTurn = async (work: (db: Db) => Promise<void>) =>
    host.database.tenant(organizationId, async (db) => {
      const found = await lockUnchanged(db, due);
      if (found) await work(db);
      return found !== undefined;
    });
  if (!(await inTurn((db) => change(db, due, {})))) return false;
  const { file, asked, before } = await host.database.read(organizationId, (db) => questionOf(db, due));
  if (!file) return false;
  let done = 0;
  try {
    const parts = partsIn(host.database, due, file.parts);
    const proposed = await readInProcess({ bytes: file.bytes, parts }, asked, {
      signal,
      // Nothing is deleted first: another host may be storing the same rows.
      store: (rows, count, { total }) => {
        if (host.isDemo && done === 0 && !spendInDemo(organizationId, total * ROW_BYTES))
          throw new FileProblem(DEMO_FULL);
        return inTurn(async (db) => {
          await db.execute(sql`insert into import_rows (organization_id, import_id, number, cells)
            select ${storeId}::uuid, ${id}::uuid, r.number, r.cells
            from jsonb_to_recordset(${rows}::jsonb) as r(number int, cells jsonb) on conflict do nothing`);
          done += count;
          await change(db, due, { total, done });
        });
      },
    });
    if (!proposed) return false;
    const { signature, reading, facts, digest, stop } = proposed;
    const twin = before.find((one) => one.digest === digest && one.state !== "reverted");
    const sameFile = twin ? { name: twin.name, at: twin.finishedAt?.toISOString() ?? "" } : null;
    return await inTurn((db) =>
      change(db, due, {
        state: "checking",
        signature,
        reading,
        ...(stop && { stop }),
        facts: { ...facts, digest, sameFile },
        mark: 0,
        done: 0,
      }),
    );
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return inTurn((db) => fail(db, due, error.message, host.clock()));
  }
}

/** What the reading process needs to know about the import and the store. */
async function questionOf(db: Db, due: Due) {
  const [stored] = await db.select().from(imports).where(its(due));
  const [saved = null] = stored?.savedId
    ? await db.select().from(savedImports).where(eq(savedImports.id, stored.savedId))
    : [];
  const parts = await db
    .select({ part: importParts.part })
    .from(importParts)
    .where(partsOf(due))
    .orderBy(asc(importParts.part));
  const before = await earlierImports(db);
  const { fields, timezone, usual } = await storeOf(db);
  const readings = before.flatMap(({ signature, reading }) =>
    signature && reading ? [[signature, reading]] : [],
  );
  const asked = {
    encoding: stored?.reading?.encoding ?? null,
    wanted: stored?.wanted ?? null,
    chosen: stored?.reading ?? null,
    // The newest wins.
    earlier: Object.fromEntries(readings.toReversed()),
    fields,
    countryCode: codeOfZone(timezone) || null,
    usual,
    saved: saved && { uses: saved.uses, reading: saved.reading },
  };
  return { file: stored && { bytes: stored.bytes, parts: parts.map(({ part }) => part) }, asked, before };
}

async function* partsIn(database: Database, due: Due, parts: number[]) {
  for (const part of parts) {
    const found = await database.read(due.organizationId, (db) =>
      db
        .select({ data: importParts.data })
        .from(importParts)
        .where(and(partsOf(due), eq(importParts.part, part))),
    );
    for (const { data } of found) yield data;
  }
}

async function earlierImports(db: Db) {
  return db
    .select({
      name: imports.name,
      signature: imports.signature,
      reading: imports.reading,
      digest: sql<string | null>`${imports.facts}->>'digest'`,
      state: imports.state,
      finishedAt: imports.finishedAt,
    })
    .from(imports)
    .where(inArray(imports.state, ["done", "stopped", "reverted"]))
    .orderBy(sql`${imports.createdAt} desc`)
    .limit(REMEMBERED);
}

/** If other columns hold dates or numbers than before, their cells decide the notation again. */
async function updateNotation({ database }: Host, due: Due): Promise<void> {
  const { stored, store } = await database.read(due.organizationId, async (db) => {
    const [stored] = await db.select().from(imports).where(its(due));
    return { stored, store: await storeOf(db) };
  });
  const { reading, facts } = stored ?? {};
  if (!reading || !facts) return;
  const places = placesOf(reading.columns, store.fields);
  const isOther = (of: keyof Places) => facts[of].places && facts[of].places.join() !== places[of].join();
  if (!isOther("dates") && !isOther("numbers")) return;

  const found = await readNotation(inSelection(places), selectedCells(database, due, places), store.usual);
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
