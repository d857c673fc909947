-- Erases the deleted records of some changes, and the customer from their other entries, because erasing the contact
-- later can't find them. Who did what, and when, stays.
create function erase_entries(store uuid, changes uuid[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  customer constant text[] := '{contact_id,contact_name,search,fields}';
  -- Items that were removed from a sale before.
  sales constant text[] := array(select record_id from journal where organization_id = store and change = any (changes)
    and kind = 'sale' and action = 'deleted' and not exists (select from reverts
      where reverts.organization_id = store and reverts.change = journal.change and how <> 'erase'));
begin
  with gone as materialized (select id, record_id, change,
      kind in ('item', 'file') or (of_id is null and was->>'contact_id' is not null) as is_theirs,
      case kind when 'sale' then coalesce(nullif(split_part(name, ' · ', 1), was->>'contact_name'), '')
        when 'item' then split_part(name, ' · ', 1) else '' end as called
    from journal where organization_id = store and action = 'deleted' and was is not null
      and (change = any (changes) or kind = 'item' and was->>'purchase_id' = any (sales))),
  ended as (update journal set was = null, name = case when is_theirs then called else name end
    from gone where journal.organization_id = store and journal.id = gone.id)
  update journal set name = called,
      was = case kind when 'sale' then was - customer when 'item' then was - 'description' end,
      now = case kind when 'sale' then now - customer when 'item' then now - 'description' end
    from gone where journal.organization_id = store and journal.record_id = gone.record_id
      and is_theirs and action <> 'deleted'
      and not exists (select from reverts
        where reverts.organization_id = store and reverts.change = gone.change and how <> 'erase');
end $$;
--> statement-breakpoint
revoke all on function erase_entries(uuid, uuid[]) from public;
--> statement-breakpoint
create or replace function erase_from_journal(changes uuid[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform erase_entries(current_organization(), changes);
end $$;
