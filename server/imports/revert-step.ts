import { and, eq, sql } from "drizzle-orm";
import type { KeptRecord } from "#lib/contract/imports.ts";
import type { Db } from "#server/db/client.ts";
import { importRows } from "#server/db/schema-import.ts";
import { revert } from "#server/journal/revert.ts";
import { change, type Stored } from "./stored.ts";

const LISTED = 200;

/** Takes all of an import back in one transaction: who is killed meanwhile begins anew. */
export async function revertWhole(db: Db, found: Stored, now: Date): Promise<void> {
  const kept = await revert(db, found, found.id, "revert");
  await db
    .delete(importRows)
    .where(and(eq(importRows.organizationId, found.organizationId), eq(importRows.importId, found.id)));
  const keptRecords = kept.slice(0, LISTED);
  await change(db, found, { state: "reverted", revertedAt: now, kept: kept.length, keptRecords });
}

/** What somebody else has changed since, or merged into another card. Who has got a note or a sale meanwhile stays, too, and is listed afterwards. */
export async function editedSince(db: Db, { organizationId, id }: Stored) {
  const { rows } = await db.execute<KeptRecord>(sql`
    select distinct on (later.record_id) later.kind, later.record_id as id, later.name from journal later
    where later.organization_id = ${organizationId}::uuid and later.change <> ${id}::uuid
      and (later.action = 'changed' or later.action = 'deleted' and later.reason = 'merge'
        and not exists (select from contacts where contacts.organization_id = ${organizationId}::uuid
          and contacts.id = later.record_id))
      and later.id > (select min(first.id::text)::uuid from journal first
        where first.organization_id = ${organizationId}::uuid and first.change = ${id}::uuid)
      and exists (select from journal own where own.organization_id = ${organizationId}::uuid
        and own.change = ${id}::uuid and own.record_id = later.record_id)
    order by later.record_id, later.id desc limit 10000`);
  return {
    count: rows.length,
    records: rows.slice(0, LISTED).map(({ kind, id, name }) => ({ kind, id, name })),
  };
}
