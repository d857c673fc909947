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
  await db.execute(keepRefusals(sql`journal as gone where ${old}`, ofStore));
  await db.execute(sql`select erase_entries(organization_id, array_agg(distinct change)) from journal
    where ${old} group by organization_id`);
}

/**
 * Blocks marketing email and texts to deleted contacts who refused them, before their trash is emptied. Skips addresses of other
 * contacts, whose own consent counts. `going`: the journal entries to erase, as `gone`. `of`: the rows of one table in
 * the same store.
 */
export function keepRefusals(going: SQL, of: (table: string) => SQL): SQL {
  return sql`insert into suppressions (organization_id, address, reason, said, created_at)
    select distinct on (gone.organization_id, address) gone.organization_id, address, 'unsubscribed',
      case when is_phone then gone.was->>'no_texts_by' else 'Said no before the contact was deleted' end,
      coalesce((gone.was->>(case when is_phone then 'no_texts_at' else 'consent_at' end))::timestamptz, gone.at)
    from (select * from ${going} and kind = 'contact' and reason is null) as gone,
      lateral (select gone.was->>'email' as written union select gone.was->>'phone_number'
        union select was->>'name' from ${of("journal")} where change = gone.change and kind = 'address'
          and action = 'deleted' and was->>'contact_id' = gone.record_id::text) as one,
      lateral (select strpos(written, '@') = 0 as is_phone) as kind,
      lateral (select case when is_phone then regexp_replace(written, '[^0-9]', '', 'g')
        else lower(written) end as address) as own
    where address <> ''
      and case when is_phone then gone.was->>'no_texts_at' is not null else gone.was->>'consent' = 'withdrawn' end
      and not exists (select from ${of("reverts")} where change = gone.change and how <> 'erase')
      and not exists (select from ${of("contacts")} where email_key = own.address or phone_key = own.address)
      and not exists (select from ${of("contact_addresses")} where address_key = own.address)
      and not exists (select from ${of("suppressions")} where suppressions.address = own.address
        and suppressions.reason = 'unsubscribed' and lifted_at > gone.at)
    on conflict do nothing`;
}

export async function forgetOldEntries(db: SystemDb): Promise<void> {
  await db.execute(sql`delete from journal using organizations o
    where journal.organization_id = o.id and journal.at < now() - make_interval(days => o.journal_days)`);
}
