import { setImmediate } from "node:timers/promises";
import { and, asc, gt, inArray } from "drizzle-orm";
import { lockStore } from "#server/booking/book.ts";
import { actingAs } from "#server/db/actor.ts";
import type { Db } from "#server/db/client.ts";
import { databaseFailure } from "#server/db/errors.ts";
import { importRows, imports } from "#server/db/schema-import.ts";
import type { Host } from "#server/handler.ts";
import { checkSome } from "./check-step.ts";
import { judge } from "./judge.ts";
import type { Row } from "./judged.ts";
import { noteAgain } from "./notation.ts";
import { readFileOf } from "./read-step.ts";
import { revertWhole } from "./revert-step.ts";
import {
  asked,
  change,
  contextOf,
  type Due,
  fail,
  finish,
  held,
  rowsOf,
  type Stored,
  storeJudged,
} from "./stored.ts";
import { write } from "./write.ts";

/*
 * The job of all imports. Each step is one transaction that holds the import's row and moves its mark along with its work:
 * who is killed goes on where the last one ended, and two hosts never do one step twice.
 */

const WRITTEN_AT_ONCE = 200;
// A host that is told to end does not wait for longer.
const TURN_MS = 1_000;
const TRIES = 3;
/** How often in a row an import has failed here. */
const failures = new Map<string, number>();

/** Works for a second at a time. */
export function createImporter(host: Host): () => Promise<void> {
  return async () => {
    const until = performance.now() + TURN_MS;
    let failure: unknown;
    for (let due = await dueNow(host); due.length > 0; due = await dueNow(host)) {
      let isIdle = true;
      // In turns, so that no store waits for another's file, nor for one that fails.
      for (const one of due) {
        try {
          if (await step(host, one)) {
            isIdle = false;
            failures.delete(one.id);
          }
        } catch (error) {
          failure = error;
          await standBack(host, one, error).catch(() => {});
        }
        await setImmediate();
      }
      if (performance.now() > until && !isIdle) host.wake();
      // Otherwise another host has them.
      if (isIdle || performance.now() > until) break;
    }
    if (failure) throw failure;
  };
}

async function dueNow({ database }: Host): Promise<Due[]> {
  const { organizationId, id, name, state, turn, mark } = imports;
  return database.system((db) =>
    db
      .select({ organizationId, id, name, state, turn, mark })
      .from(imports)
      .where(inArray(state, ["reading", "checking", "running", "reverting"]))
      .orderBy(asc(imports.updatedAt))
      .limit(20),
  );
}

/** Does the next piece; false where another host is at it. */
async function step(host: Host, due: Due): Promise<boolean> {
  if (due.state === "reading") return readFileOf(host, due);
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

/**
 * After a failure: to the end of the line, so that others come first, and what fails again and again by its own fault is
 * given up. What is to be taken back waits, for nobody else would do that.
 */
async function standBack(host: Host, due: Due, error: unknown): Promise<void> {
  const isOurs = databaseFailure(error)?.status !== 503;
  const tries = (failures.get(due.id) ?? 0) + (isOurs ? 1 : 0);
  failures.set(due.id, tries);
  await host.database.tenant(due.organizationId, async (db) => {
    const found = await held(db, due);
    if (!found) return;
    if (tries < TRIES || due.state === "reverting") return change(db, due, {});
    failures.delete(due.id);
    if (due.state === "running") return finish(db, found, "stopped", host.clock());
    await fail(db, due, "This file cannot be read.");
  });
}

async function writeSome(db: Db, found: Stored, { clock, secret }: Host): Promise<void> {
  const { organizationId, id } = found;
  const now = clock();
  // Two imports of one list, or a booking at the same moment, make one contact.
  await lockStore(db, organizationId);
  const rows: Row[] = await db
    .select(asked)
    .from(importRows)
    .where(
      and(rowsOf(found), gt(importRows.number, found.mark), inArray(importRows.state, ["new", "update"])),
    )
    .orderBy(asc(importRows.number))
    .limit(WRITTEN_AT_ONCE);
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
