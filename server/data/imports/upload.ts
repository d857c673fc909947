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
const OPEN: Stored["state"][] = ["uploading", "reading", "checking", "checked"];

const MAX_WAITING = 5;

const countOf = (db: Db, states: Stored["state"][], savedId?: string) =>
  countRows(db, table, and(inArray(table.state, states), savedId ? eq(table.savedId, savedId) : undefined));

export async function isFull(db: Db, savedId: string): Promise<boolean> {
  await deleteInterrupted(db);
  return (await countOf(db, ["checked"], savedId)) >= MAX_WAITING || (await countOf(db, OPEN)) >= MAX_OPEN;
}

/** An interrupted upload is in no list, so nobody could delete it. */
async function deleteInterrupted(db: Db): Promise<void> {
  await db
    .delete(table)
    .where(and(eq(table.state, "uploading"), lt(table.updatedAt, sql`now() - interval '1 hour'`)));
}

export async function beginUpload(db: Db, file: PgInsertValue<typeof table>): Promise<void> {
  await deleteInterrupted(db);
  if ((await countOf(db, OPEN)) >= MAX_OPEN)
    throw new HttpError(422, `${MAX_OPEN} files are waiting to be imported. Import or delete some first.`);
  await db.insert(table).values(file);
}

export async function storeFile(db: Db, file: PgInsertValue<typeof table>, bytes: Uint8Array): Promise<void> {
  await beginUpload(db, { ...file, state: "reading" });
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const data = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await db.insert(importParts).values({ importId: file.id as string, part, data });
  }
}

export async function storePart(db: Db, found: Stored, part: number, data: string): Promise<boolean> {
  const bytes = Buffer.from(data, "base64");
  const parts = Math.ceil(found.bytes / PART_BYTES);
  const wanted = part === parts - 1 ? found.bytes - part * PART_BYTES : PART_BYTES;
  const isPart = part < parts && bytes.length === wanted;
  if (found.state !== "uploading") {
    if (isPart && part === parts - 1) return false;
    throw new HttpError(409, NOT_THERE);
  }
  if (!isPart) throw new HttpError(400, "data: This part doesn't belong to the file. Upload the file again.");
  await db.insert(importParts).values({ importId: found.id, part, data: bytes }).onConflictDoNothing();
  const there = await countRows(db, importParts, partsOf(found));
  await change(db, found, there === parts ? { state: "reading" } : {});
  return there === parts;
}
