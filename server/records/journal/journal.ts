import { type SQL, sql } from "drizzle-orm";
import type { SystemDb } from "#server/platform/db/client.ts";

export const TRASH_DAYS = 30;

export function visibleTo({ id }: { id: string }): SQL {
  return sql`(private_to is null or private_to = ${id}::uuid)`;
}

/** The entry of the deletion stays, but the record can't be restored. */
export async function eraseOldTrash(db: SystemDb): Promise<void> {
  await db.execute(sql`update journal set was = null
    where action = 'deleted' and was is not null and at < now() - make_interval(days => ${TRASH_DAYS})`);
}

export async function forgetOldEntries(db: SystemDb): Promise<void> {
  await db.execute(sql`delete from journal using organizations o
    where journal.organization_id = o.id and journal.at < now() - make_interval(days => o.journal_days)`);
}
