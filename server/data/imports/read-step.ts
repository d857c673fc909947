import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { codeOfZone } from "#lib/phone.ts";
import type { Db } from "#server/platform/db/client.ts";
import { importParts, imports, savedImports } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { DEMO_FULL, spendInDemo } from "#server/platform/http/demo-budget.ts";
import { FileProblem } from "./file-problem.ts";
import { storeOf } from "./judged.ts";
import { readInProcess } from "./reading-process.ts";
import { change, type Due, fail, its, lockUnchanged, partsOf } from "./stored.ts";

const REMEMBERED = 50;
/** About what an imported row takes in the database. */
const ROW_BYTES = 500;

/** False if another host is reading the file, or if the user has changed the settings. */
export async function readFileOf(host: Host, due: Due, signal?: AbortSignal): Promise<boolean> {
  const { database } = host;
  const { organizationId, id } = due;
  const inTurn = async (work: (db: Db) => Promise<void>) =>
    database.tenant(organizationId, async (db) => {
      const found = await lockUnchanged(db, due);
      if (found) await work(db);
      return found !== undefined;
    });
  if (!(await inTurn((db) => change(db, due, {})))) return false;
  const { stored, saved, numbers, before, store } = await database.read(organizationId, async (db) => ({
    ...(await withSaved(db, due)),
    numbers: await db
      .select({ part: importParts.part })
      .from(importParts)
      .where(partsOf(due))
      .orderBy(asc(importParts.part)),
    before: await earlierImports(db),
    store: await storeOf(db, organizationId),
  }));
  if (!stored) return false;
  async function* parts() {
    for (const { part } of numbers) {
      const found = await database.read(organizationId, (db) =>
        db
          .select({ data: importParts.data })
          .from(importParts)
          .where(and(partsOf(due), eq(importParts.part, part))),
      );
      for (const { data } of found) yield data;
    }
  }
  const asked = {
    encoding: stored.reading?.encoding ?? null,
    wanted: stored.wanted,
    chosen: stored.reading,
    earlier: Object.fromEntries(
      before
        .toReversed()
        .flatMap(({ signature, reading }) => (signature && reading ? [[signature, reading]] : [])),
    ),
    fields: store.fields,
    countryCode: codeOfZone(store.timezone) || null,
    saved,
  };
  let done = 0;
  try {
    const proposed = await readInProcess({ bytes: stored.bytes, parts: parts() }, asked, {
      signal,
      // Nothing is deleted first: another host may be storing the same rows.
      store: (rows, count, { total }) => {
        if (host.isDemo && done === 0 && !spendInDemo(organizationId, total * ROW_BYTES))
          throw new FileProblem(DEMO_FULL);
        return inTurn(async (db) => {
          await db.execute(sql`insert into import_rows (organization_id, import_id, number, cells)
            select ${organizationId}::uuid, ${id}::uuid, r.number, r.cells
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
    return inTurn((db) => fail(db, due, error.message));
  }
}

async function withSaved(db: Db, due: Due) {
  const [stored] = await db.select().from(imports).where(its(due));
  const [saved = null] = stored?.savedId
    ? await db.select().from(savedImports).where(eq(savedImports.id, stored.savedId))
    : [];
  return { stored, saved: saved && { uses: saved.uses, reading: saved.reading } };
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
