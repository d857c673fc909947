import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Reading } from "#lib/contract/imports.ts";
import { codeOfZone } from "#lib/phone.ts";
import type { Db } from "#server/db/client.ts";
import { importParts, importRows, imports } from "#server/db/schema-import.ts";
import type { Host } from "#server/handler.ts";
import { FileProblem } from "./file-problem.ts";
import { fitting } from "./fitting.ts";
import { storeOf } from "./judged.ts";
import { notationOf } from "./notation.ts";
import { offered } from "./own.ts";
import type { Table } from "./read-file.ts";
import { readInThread } from "./reading-thread.ts";
import { change, type Due, fail, held, its, partsOf } from "./stored.ts";
import { columnsOf, factsOf, kindOf, signatureOf } from "./understand.ts";

const STORED_AT_ONCE = 500;

/** Reads the file and stores its rows; false where somebody else is at it, or wants it read otherwise by now. */
export async function readFileOf(host: Host, due: Due): Promise<boolean> {
  const { database } = host;
  const { organizationId, id } = due;
  const inTurn = async (work: (db: Db) => Promise<void>) =>
    database.tenant(organizationId, async (db) => {
      const found = await held(db, due);
      if (found) await work(db);
      return found !== undefined;
    });
  const { parts, stored, before, store } = await database.read(organizationId, async (db) => {
    const [stored] = await db.select().from(imports).where(its(due));
    const parts = await db
      .select({ data: importParts.data })
      .from(importParts)
      .where(partsOf(due))
      .orderBy(asc(importParts.part));
    const before = await db
      .select({
        name: imports.name,
        signature: imports.signature,
        reading: imports.reading,
        digest: sql<string | null>`${imports.facts}->>'digest'`,
        state: imports.state,
        finishedAt: imports.finishedAt,
      })
      .from(imports)
      .where(
        and(
          eq(imports.organizationId, organizationId),
          inArray(imports.state, ["done", "stopped", "reverted"]),
        ),
      )
      .orderBy(sql`${imports.createdAt} desc`)
      .limit(50);
    return { parts, stored, before, store: await storeOf(db, organizationId) };
  });
  if (!stored) return false;
  let table: Table;
  let digest: string;
  try {
    const bytes = Uint8Array.from(Buffer.concat(parts.map(({ data }) => data)));
    digest = createHash("sha256").update(bytes).digest("base64url");
    table = await readInThread(bytes, stored.reading?.encoding ?? null);
  } catch (error) {
    const problem = error instanceof FileProblem ? error.message : "This file cannot be read.";
    return inTurn((db) => fail(db, due, problem));
  }
  // Nothing is removed before: another host may be at the same file, and reads the same rows of it.
  for (let from = 0; from < table.rows.length; from += STORED_AT_ONCE) {
    const rows = table.rows.slice(from, from + STORED_AT_ONCE);
    const isOurs = await inTurn(async (db) => {
      await db
        .insert(importRows)
        .values(rows.map((row) => ({ organizationId, importId: id, ...row })))
        .onConflictDoNothing();
      await change(db, due, { total: table.rows.length, done: from + rows.length });
    });
    if (!isOurs) return false;
    await setImmediate();
  }
  const signature = signatureOf(table.headers);
  const same = before.find((one) => one.signature === signature)?.reading ?? undefined;
  const remembered = fitting(stored.reading ?? same, table.headers, store.fields);
  const twin = before.find((one) => one.digest === digest && one.state !== "reverted");
  const kind = remembered?.kind ?? kindOf(table.headers, stored.wanted);
  const columns = remembered?.columns ?? columnsOf(kind, table, offered(kind, store.fields));
  const { dates, numbers, facts } = await notationOf(columns, table.rows, store.fields);
  const countryCode = kind === "contacts" ? null : codeOfZone(store.timezone) || null;
  const fresh: Reading = {
    kind,
    columns,
    dates,
    numbers,
    countryCode,
    known: "fill",
    rules: [],
    encoding: null,
  };
  const reading = { ...fresh, ...remembered };
  // What this file shows by itself counts more than how another file was written.
  if (!stored.reading && facts.dates.sure > 0) reading.dates = dates;
  if (!stored.reading && facts.numbers.sure > 0) reading.numbers = numbers;
  return inTurn((db) =>
    change(db, due, {
      state: "checking",
      signature,
      reading: { ...reading, encoding: table.encoding },
      facts: {
        ...factsOf(table, facts, !stored.reading && remembered !== null),
        digest,
        sameFile: twin ? { name: twin.name, at: twin.finishedAt?.toISOString() ?? "" } : null,
      },
      mark: 0,
      done: 0,
    }),
  );
}
