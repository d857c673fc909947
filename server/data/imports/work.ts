import { and, inArray } from "drizzle-orm";
import { lockStore } from "#server/booking/book.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { importRows } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { breathe, stopwatch } from "#server/platform/machine.ts";
import { checkSome, revertWhole } from "./check-step.ts";
import { judgeRows } from "./judge.ts";
import { updateNotation } from "./notation-step.ts";
import { readFileOf } from "./read-step.ts";
import {
  attempt,
  change,
  contextOf,
  type Due,
  dueNow,
  finish,
  isOurs,
  lockUnchanged,
  nextRows,
  rowsOf,
  type Stored,
  storeJudged,
} from "./stored.ts";
import { write } from "./write.ts";

/*
 * One job reads files, the other does everything else, so that no import waits for another's file. Each step
 * is one transaction that locks the import and moves its mark: a killed host continues after the last step,
 * and two hosts never repeat one.
 */

const WRITE_BATCH_SIZE = 200;
const TURN_MS = 1_000;

/** One second per call. */
export function createImporter(host: Host): () => Promise<void> {
  return async () => {
    const until = stopwatch() + TURN_MS;
    let failure: unknown;
    for (let isIdle = false; !isIdle; ) {
      isIdle = true;
      // Stores take turns, so that large or failing files don't block others.
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

/** False if another host is doing it. */
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
  const { organizationId, id } = found;
  const now = clock();
  // Simultaneous imports and bookings must not create a contact twice.
  await lockStore(db, organizationId);
  const rows = await nextRows(db, found, WRITE_BATCH_SIZE, ["new", "update"]);
  const last = rows.at(-1);
  if (!last) return finish(db, found, "done", now);
  const context = await contextOf(db, found, secret);
  const judged = await judgeRows(db, context, rows);
  const ready = judged.filter(({ state }) => state === "new" || state === "update");
  const written = await write(db, { ...context, createdBy: found.createdBy, file: found.name, now }, ready);
  await storeJudged(
    db,
    found,
    judged.filter((row) => !ready.includes(row)),
  );
  const gone = ready.map(({ number }) => number);
  if (gone.length > 0)
    await db.delete(importRows).where(and(rowsOf({ organizationId, id }), inArray(importRows.number, gone)));
  await change(db, found, {
    mark: last.number,
    done: found.done + rows.length,
    added: found.added + written.added,
    updated: found.updated + written.updated,
    notes: found.notes + written.notes,
  });
}
