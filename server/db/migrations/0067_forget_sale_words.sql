-- What somebody wrote on a sale, in one of the store's own fields, goes from its history too.
create or replace function erase_person_from_journal(person uuid[], records uuid[], words text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  -- Also what they had and is deleted by now.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was - 'fields'
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search,fields}'::text[] end,
      now = now - '{contact_id,contact_name,search,fields}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set was = null, now = null, name = case kind when 'contact' then nobody else '' end
    where organization_id = current_organization() and kind not in ('sale', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records)
        or has_word(lower(concat_ws(' ', was::text, now::text, name)), words));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
