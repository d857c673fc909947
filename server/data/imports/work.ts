import { setImmediate } from "node:timers/promises";
import { and, inArray } from "drizzle-orm";
import { lockStore } from "#server/booking/book.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { importRows } from "#server/platform/db/schema-import.ts";
import type { Host } from "#server/platform/handler.ts";
import { checkSome } from "./check-step.ts";
import { judge } from "./judge.ts";
import { noteAgain } from "./notation-step.ts";
import { attempt, dueNow, isOurs } from "./queue.ts";
import { readFileOf } from "./read-step.ts";
import { revertWhole } from "./revert-step.ts";
import {
  change,
  contextOf,
  type Due,
  finish,
  held,
  nextRows,
  rowsOf,
  type Stored,
  storeJudged,
} from "./stored.ts";
import { write } from "./write.ts";

/*
 * The jobs of all imports: one reads files, the other does the rest, so that no import waits for another's file. Each step is
 * one transaction that holds the import's row and moves its mark along with its work: a host that was killed continues where
 * the last step ended, and two hosts never do one step twice.
 */

const WRITTEN_AT_ONCE = 200;
// A host that is told to end does not wait for longer.
const TURN_MS = 1_000;

/** Checks, writes and takes back, for a second at a time. */
export function createImporter(host: Host): () => Promise<void> {
  return async () => {
    const until = performance.now() + TURN_MS;
    let failure: unknown;
    for (let isIdle = false; !isIdle; ) {
      isIdle = true;
      // In turns, so that no store waits for another's file, nor for one that fails.
      for (const due of await dueNow(host, ["checking", "running", "reverting"])) {
        try {
          if (await attempt(host, due, () => step(host, due))) isIdle = false;
        } catch (error) {
          failure = error;
          if (isOurs(error)) isIdle = false;
        }
        await setImmediate();
      }
      if (performance.now() > until) {
        if (!isIdle) host.wake();
        break;
      }
    }
    if (failure) throw failure;
  };
}

/** Reads files, one at a time since each may need much memory. */
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

/** Does the next piece; false where another host is at it. */
async function step(host: Host, due: Due): Promise<boolean> {
  if (due.state === "checking" && due.mark === 0) await noteAgain(host, due);
  // To the journal all of an import is one change, in however many transactions.
  const own = due.state === "running" ? { change: due.id } : {};
  return actingAs({ kind: "import", id: due.id, name: due.name, ...own }, () =>
    host.database.tenant(due.organizationId, async (db) => {
      const found = await held(db, due);
      if (!found) return false;
      if (due.state === "checking") await checkSome(db, found, host.secret);
      else if (due.state === "running") await writeSome(db, found, host);
      else await revertWhole(db, found, host.clock());
      return true;
    }),
  );
}

async function writeSome(db: Db, found: Stored, { clock, secret }: Host): Promise<void> {
  const { organizationId, id } = found;
  const now = clock();
  // Two imports of one list, or a booking at the same moment, make one contact.
  await lockStore(db, organizationId);
  const rows = await nextRows(db, found, WRITTEN_AT_ONCE, ["new", "update"]);
  const last = rows.at(-1);
  if (!last) return finish(db, found, "done", now);
  const context = await contextOf(db, found, secret);
  // As things stand now: somebody may have been added since the check.
  const judged = await judge(db, context, rows);
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
