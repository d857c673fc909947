import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { codeOfZone } from "#lib/phone.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { importRows, savedImports, imports as table } from "#server/platform/db/schema-import.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { checkAgain, keptByEdits } from "./check-step.ts";
import { storeOf } from "./compared-row.ts";
import { startWriting } from "./decide.ts";
import {
  countLeftOut,
  countsOf,
  dateExamples,
  type Facts,
  groupsOf,
  leftOutAs,
  mayChange,
  newCategoriesOf,
  numberExamples,
  readAndShown,
  revertUntil,
  STATES_BY_FILTER,
  summaryOf,
  withWholeCells,
} from "./import-page.ts";
import { offered } from "./own.ts";
import { ownImport } from "./own-import.ts";
import { isReading } from "./row-values.ts";
import { oneSaved, rememberAnswers } from "./saved.ts";
import { isLike } from "./saved-columns.ts";
import { endStopped } from "./stopped.ts";
import { change, finish, its, rowsOf, type Stored } from "./stored.ts";
import { beginUpload, storePart } from "./upload.ts";

const BATCH_SIZE = 100;

export const imports = {
  "imports.list": async ({ host, user, read }) => {
    const rows = await read((db) =>
      db
        .select()
        .from(table)
        .where(sql`${table.state} <> 'uploading'`)
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(BATCH_SIZE),
    );
    const left = await read((db) => countLeftOut(db));
    return rows.map((row) => summaryOf(row, user, left.get(row.id) ?? 0, host.clock()));
  },

  "imports.create": async ({ user, body: { name, bytes, kind, savedId = null }, tenant }) => {
    const { id: userId } = user;
    const id = newId();
    await tenant(async (db) => {
      if (savedId) await oneSaved(db, savedId);
      await beginUpload(db, {
        ...{ id, userId, createdBy: nameOf(user), name, bytes },
        ...{ wanted: kind ?? null, savedId },
      });
    });
    return { id };
  },

  "imports.upload": async ({ host, user, params: { id }, body: { part, data }, tenant }) => {
    const isWhole = await tenant(async (db) => {
      const found = await ownImport(db, user, id);
      return storePart(db, found, part, data);
    });
    if (isWhole) host.wake();
    return { id };
  },

  "imports.get": async ({ host, user, params: { id }, read }) => {
    return read(async (db) => {
      const found = await one(db, id);
      const store = await storeOf(db);
      const counts = await countsOf(db, found);
      const { reading, facts } = found;
      const known = ({ sure, isAsked }: Facts = { sure: 0, isAsked: false }) => ({ sure, isAsked });
      return {
        ...summaryOf(found, user, leftOutAs(found.state, counts), host.clock()),
        reading,
        headers: facts?.headers ?? [],
        samples: facts?.samples ?? [],
        above: facts?.above ?? [],
        counts,
        dates: { ...known(facts?.dates), examples: dateExamples(found, store) },
        numbers: { ...known(facts?.numbers), examples: numberExamples(found) },
        letters: facts?.letters ?? null,
        groups: found.state === "checked" ? await groupsOf(db, found) : [],
        newCategories: found.state === "checked" ? await newCategoriesOf(db, found) : { count: 0, names: [] },
        storeCode: codeOfZone(store.timezone) || null,
        isRemembered: facts?.isRemembered ?? false,
        looksLike: found.savedId ? null : await looksLike(db, found),
        sameFile: facts?.sameFile ?? null,
        mayUseColumn: await mayUseColumn(db, found, user),
      };
    });
  },

  "imports.rows": async ({ host, params: { id }, query: { show = "all", after = 0, cells }, read }) =>
    read(async (db) => {
      const found = await one(db, id);
      const { reading, facts } = found;
      if (!reading || !facts) return [];
      const states = STATES_BY_FILTER[show];
      const rows = await db
        .select()
        .from(importRows)
        .where(
          and(
            rowsOf(found),
            gt(importRows.number, after),
            states ? inArray(importRows.state, states) : undefined,
          ),
        )
        .orderBy(asc(importRows.number))
        .limit(BATCH_SIZE);
      const shown = await readAndShown(db, found, rows, host.secret);
      return cells === "whole" ? withWholeCells(shown, rows) : shown;
    }),

  "imports.read": async ({ host, user, params: { id }, body: { reading }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["checking", "checked"]);
      const fields = offered(reading.kind, (await storeOf(db)).fields);
      if (!isReading(reading, found.facts?.headers.length, fields)) {
        throw new HttpError(400, "columns: Invalid input");
      }
      const isOther = reading.encoding !== found.reading?.encoding;
      if (isOther && found.reading?.encoding === null)
        throw new HttpError(400, "An Excel workbook has no text encoding to choose");
      if (isOther) await db.delete(importRows).where(rowsOf(found));
      await change(db, found, {
        state: isOther ? "reading" : "checking",
        reading,
        turn: found.turn + 1,
        mark: 0,
        done: 0,
      });
    });
    host.wake();
    return { id };
  },

  "imports.mend": async ({ host, user, params: { id }, body, tenant }) => {
    const { cells = [], leaveOut = [], takeIn = [] } = body;
    return tenant(async (db) => {
      const found = await ownImport(db, user, id, ["checked"]);
      const numbers = new Set([...cells.map(({ row }) => row), ...leaveOut, ...takeIn]);
      const ours = and(rowsOf(found), inArray(importRows.number, [...numbers]));
      const stored = numbers.size > 0 ? await db.select().from(importRows).where(ours) : [];
      const { reading, facts } = found;
      if (stored.length < numbers.size || !reading || !facts) throw notFound();
      for (const row of stored) {
        const mended = { ...row.mended };
        for (const { field, text } of cells.filter((cell) => cell.row === row.number)) {
          if (text === null) delete mended[field];
          else mended[field] = text.toWellFormed();
        }
        const isLeftOut = leaveOut.includes(row.number) || (row.isLeftOut && !takeIn.includes(row.number));
        await db
          .update(importRows)
          .set({ mended, isLeftOut })
          .where(and(rowsOf(found), eq(importRows.number, row.number)));
      }
      await checkAgain(db, found, [...numbers], host.secret);
      const after =
        numbers.size > 0
          ? await db.select().from(importRows).where(ours).orderBy(asc(importRows.number))
          : [];
      return {
        rows: await readAndShown(db, found, after, host.secret),
      };
    });
  },

  "imports.start": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["checked", "running", "done"]);
      if (found.state !== "checked") return;
      await rememberAnswers(db, user, found);
      if ((await startWriting(db, found, host.clock())) === 0)
        throw new HttpError(422, "None of the rows can be imported. Correct the columns or the rows first.");
    });
    host.wake();
    return { id };
  },

  "imports.stop": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["running", "done", "stopped"]);
      if (found.state === "running") await finish(db, found, "stopped", host.clock());
    });
    return { id };
  },

  "imports.delete": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["uploading", "reading", "checking", "checked", "failed"]);
      await db.delete(table).where(its(found));
      await endStopped(db, found, host.clock());
    });
  },

  "imports.kept": async ({ params: { id }, read }) =>
    read(async (db) => {
      const found = await one(db, id);
      if (found.state === "reverted") return { count: found.kept, records: found.keptRecords };
      return keptByEdits(db, found);
    }),

  "imports.revert": async ({ host, user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      const found = await ownImport(db, user, id, ["done", "stopped", "reverting", "reverted"]);
      if (found.state.startsWith("revert")) return;
      if (!revertUntil(found, host.clock())) {
        throw new HttpError(422, "This import is older than 30 days and can't be undone");
      }
      await change(db, found, { state: "reverting" });
    });
    host.wake();
    return { id };
  },
} satisfies Partial<Handlers>;

async function one(db: Db, id: string): Promise<Stored> {
  const [found] = await db.select().from(table).where(its({ id }));
  if (!found) throw notFound();
  return found;
}

async function looksLike(db: Db, { state, facts }: Stored): Promise<{ id: string; name: string } | null> {
  if (!facts || (state !== "checking" && state !== "checked")) return null;
  const all = await db.select().from(savedImports).orderBy(desc(savedImports.updatedAt));
  const found = all.find((saved) => isLike(saved, facts.headers));
  return found ? { id: found.id, name: found.name } : null;
}

/** False if the saved import was just deleted. */
async function mayUseColumn(db: Db, { savedId }: Stored, user: SignedIn): Promise<boolean> {
  if (!savedId) return false;
  const [saved] = await db.select().from(savedImports).where(eq(savedImports.id, savedId));
  return saved !== undefined && mayChange(saved, user);
}
