import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { importRows } from "#server/platform/db/schema-import.ts";
import { editedSince, revert } from "#server/records/journal/revert.ts";
import { change, type Stored } from "./stored.ts";

const LISTED = 200;

/** One transaction, so a killed host starts again from the beginning. */
export async function revertWhole(db: Db, found: Stored, now: Date): Promise<void> {
  const kept = await revert(db, found, found.id, "revert");
  await db
    .delete(importRows)
    .where(and(eq(importRows.organizationId, found.organizationId), eq(importRows.importId, found.id)));
  const keptRecords = kept.slice(0, LISTED);
  await change(db, found, { state: "reverted", revertedAt: now, kept: kept.length, keptRecords });
}

/** Records that an undo would keep. Contacts with newer notes or sales are only listed afterwards. */
export async function keptByEdits(db: Db, { organizationId, id }: Stored) {
  const found = await editedSince(db, { organizationId, change: id });
  return { count: found.length, records: found.slice(0, LISTED) };
}
