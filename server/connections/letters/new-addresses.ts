import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";

/**
 * Including imported ones: the mailbox may already have messages from them. Journal ids contain their time.
 */
export async function newAddresses(
  db: Db,
  organizationId: string,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ address: string }>(sql`
    select distinct contacts.email_key as address from journal join contacts
      on contacts.organization_id = journal.organization_id and contacts.id = journal.record_id
    where journal.organization_id = ${organizationId}::uuid and journal.kind = 'contact'
      and journal.id >= ${newId(since.getTime())}::uuid and (action = 'created' or jsonb_exists(now, 'email'))
      and contacts.email_key <> '' limit ${limit}`);
  return rows.map(({ address }) => address);
}
