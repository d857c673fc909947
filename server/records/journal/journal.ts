import { type SQL, sql } from "drizzle-orm";
import type { SystemDb } from "#server/platform/db/client.ts";

export const TRASH_DAYS = 30;

export function visibleTo({ id }: { id: string }): SQL {
  return sql`(private_to is null or private_to = ${id}::uuid)`;
}

/** The entry of the deletion stays, but the record can't be restored. */
export async function eraseOldTrash(db: SystemDb): Promise<void> {
  const old = sql`action = 'deleted' and was is not null and at < now() - make_interval(days => ${TRASH_DAYS})`;
  const ofStore = (table: string) => sql`(select * from ${sql.identifier(table)}
    where organization_id = gone.organization_id) as ${sql.identifier(table)}`;
  const kept = keepRefusals(sql`journal as gone where ${old}`, ofStore);
  await db.execute(sql`with kept as (${kept}) update journal set was = null where ${old}`);
}

/**
 * Blocks marketing email to deleted contacts who refused it, before their trash is emptied. Skips addresses of other
 * contacts, whose own consent counts. `going`: the journal entries to erase, as `gone`. `of`: the rows of one table in
 * the same store.
 */
export function keepRefusals(going: SQL, of: (table: string) => SQL): SQL {
  return sql`insert into suppressions (organization_id, address, reason, said, created_at)
    select distinct on (gone.organization_id, address) gone.organization_id, address, 'unsubscribed',
      'Said no before the contact was deleted', coalesce((gone.was->>'consent_at')::timestamptz, gone.at)
    from (select * from ${going} and kind = 'contact' and reason is null and was->>'consent' = 'withdrawn') as gone,
      lateral (select lower(gone.was->>'email') as address
        union select lower(was->>'name') from ${of("journal")} where change = gone.change and kind = 'address'
          and action = 'deleted' and was->>'contact_id' = gone.record_id::text) as own
    where strpos(address, '@') > 0
      and not exists (select from ${of("reverts")} where change = gone.change and how <> 'erase')
      and not exists (select from ${of("contacts")} where email_key = own.address)
      and not exists (select from ${of("contact_addresses")} where address_key = own.address)
      and not exists (select from ${of("suppressions")} where suppressions.address = own.address
        and suppressions.reason = 'unsubscribed' and lifted_at > gone.at)
    on conflict do nothing`;
}

export async function forgetOldEntries(db: SystemDb): Promise<void> {
  await db.execute(sql`delete from journal using organizations o
    where journal.organization_id = o.id and journal.at < now() - make_interval(days => o.journal_days)`);
}
