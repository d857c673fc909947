import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { countRows } from "#server/platform/db/record.ts";
import { importParts, imports as table } from "#server/platform/db/schema-import.ts";
import { HttpError } from "#server/platform/errors.ts";
import { NOT_THERE } from "./own-import.ts";
import { change, partsOf, type Stored } from "./stored.ts";

const MAX_OPEN = 20;
export const OPEN: Stored["state"][] = ["uploading", "reading", "checking", "checked"];

const MAX_OPEN_OF_SAVED = 5;

const countOpen = (db: Db, savedId?: string) =>
  countRows(db, table, and(inArray(table.state, OPEN), savedId ? eq(table.savedId, savedId) : undefined));

/** Programs and emails send files without looking. */
export async function isFull(db: Db, savedId: string): Promise<boolean> {
  return (await countOpen(db, savedId)) >= MAX_OPEN_OF_SAVED || (await countOpen(db)) >= MAX_OPEN;
}

export async function beginUpload(db: Db, file: PgInsertValue<typeof table>): Promise<void> {
  // An interrupted upload is in no list, so nobody could delete it.
  await db
    .delete(table)
    .where(and(eq(table.state, "uploading"), lt(table.updatedAt, sql`now() - interval '1 hour'`)));
  if ((await countOpen(db)) >= MAX_OPEN)
    throw new HttpError(422, `${MAX_OPEN} files are waiting to be imported. Import or delete some first.`);
  await db.insert(table).values(file);
}

/** True after the last one. */
export async function storePart(db: Db, found: Stored, part: number, data: string): Promise<boolean> {
  const bytes = Buffer.from(data, "base64");
  const parts = Math.ceil(found.bytes / PART_BYTES);
  const wanted = part === parts - 1 ? found.bytes - part * PART_BYTES : PART_BYTES;
  const isPart = part < parts && bytes.length === wanted;
  if (found.state !== "uploading") {
    // The last part may come again after a lost response.
    if (isPart && part === parts - 1) return false;
    throw new HttpError(409, NOT_THERE);
  }
  if (!isPart) throw new HttpError(400, "data: This part doesn't belong to the file. Upload the file again.");
  await db.insert(importParts).values({ importId: found.id, part, data: bytes }).onConflictDoNothing();
  const there = await countRows(db, importParts, partsOf(found));
  await change(db, found, there === parts ? { state: "reading" } : {});
  return there === parts;
}
