-- Between a merge and its undo, a contact's history holds the other person's values. Erases the values of
-- "person" from it, and from the history of that contact's sales and repairs. Who did what, and when, stays.
create function erase_undone_merges(store uuid, person uuid[])
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  other record;
begin
  for other in
    with recursive merged as (
      select unnest(person) as id
      union
      select kept.record_id from merged
        join journal own on own.organization_id = store and own.record_id = merged.id
          and own.kind = 'contact' and own.action in ('created', 'deleted')
        join journal kept on kept.organization_id = store and kept.change = own.change
          and kept.kind = 'contact' and kept.action = 'changed'
          and (kept.was->'merged' ?| person::text[] or kept.now->'merged' ?| person::text[])),
    held as materialized (
      select entry.id, entry.record_id, entry.name, entry.change, entry.was, entry.now,
        entry.action = 'changed' and coalesce(entry.was->'merged' ?| person::text[], false) as was_held,
        coalesce(entry.now->'merged' ?| person::text[], false) as is_held
      from merged join journal entry on entry.organization_id = store
        and entry.record_id = merged.id and entry.kind = 'contact'
      where merged.id <> all (person) and (entry.action <> 'deleted' or exists (select from reverts
          where reverts.organization_id = store and reverts.change = entry.change))
        and (entry.now->'merged' ?| person::text[]
        or (select later.was->'merged' ?| person::text[] from journal later
          where later.organization_id = store and later.record_id = entry.record_id and later.kind = 'contact'
            and later.id >= entry.id and later.was ? 'merged' order by later.id limit 1))),
    -- What the contact took from the person, and its own value before.
    taken as (
      select record_id, key, value, now->key as own from held, jsonb_each(was) where was_held and not is_held
      union all
      select record_id, key, value, was->key from held, jsonb_each(now) where is_held and not was_held),
    -- One scan of the journal for all contacts.
    parts as materialized (
      select distinct journal.record_id, contact from journal,
        lateral (values (was->>'contact_id'), (now->>'contact_id')) as each (contact)
      where organization_id = store and kind in ('sale', 'repair')
        and contact in (select held.record_id::text from held))
    select record_id as id, array_agg(held.id) as entries, present.called,
      array(select name from held of_name where of_name.record_id = held.record_id and name not in ('', present.called)
        except select third.name from journal third join held of_third on third.change = of_third.change
          where third.organization_id = store and third.kind = 'contact' and third.action = 'deleted'
            and of_third.record_id = held.record_id and third.record_id not in (select id from merged)) as names,
      (select jsonb_object_agg(key || '=' || value, own) from taken
        where taken.record_id = held.record_id and key <> 'merged') as own,
      array(select id from purchases where organization_id = store and contact_id = held.record_id
        union select id from repairs where organization_id = store and contact_id = held.record_id
        union select parts.record_id from parts where contact = held.record_id::text) as theirs
    from held, lateral (select name as called from journal newest where newest.organization_id = store
      and newest.record_id = held.record_id and kind = 'contact' order by newest.id desc limit 1) as present
    group by record_id, present.called
  loop
    update journal set was = kept.was, now = kept.now,
        name = case when name = any (other.names) then other.called else name end
      from (select id as entry, values.* from journal, lateral (
          select jsonb_object_agg(key, before) as was, jsonb_object_agg(key, after) filter (where action = 'changed') as now
          from jsonb_each(journal.was), lateral (select coalesce(other.own->(key || '=' || value), value) as before,
            coalesce(other.own->(key || '=' || (journal.now->key)), journal.now->key) as after) as own
          where before is distinct from after and not (key = 'search'
            and has_word(concat_ws(' ', before #>> '{}', after #>> '{}'),
              regexp_split_to_array(latin_fold(array_to_string(other.names, ' ')), '\s+')))) as values
        where organization_id = store and id = any (other.entries)) as kept
      where organization_id = store and id = kept.entry;
    update journal set
        name = case when kind <> 'sale' then journal.name when journal.name = any (other.names) then customer
          else concat_ws(' · ', split_part(journal.name, ' · ', 1), customer) end,
        was = case when action <> 'deleted' then was - '{contact_name,search}'::text[]
          else was || jsonb_build_object('contact_name', customer) || case when kind = 'sale'
            then jsonb_build_object('search', ' ' || lower(customer) || E'\n\n') else '{}' end end,
        now = now - '{contact_name,search}'::text[]
      from (select part.id, coalesce(purchases.contact_name, other.called) as customer from unnest(other.theirs) as part (id)
        left join purchases on purchases.organization_id = store and purchases.id = part.id) as one
      where organization_id = store and record_id = one.id and kind in ('sale', 'repair')
        and (was->>'contact_name' = any (other.names) or now->>'contact_name' = any (other.names)
          or kind = 'sale' and (journal.name = any (other.names) or exists (select from unnest(other.names) as former
            where right(journal.name, length(former) + 3) = ' · ' || former)));
  end loop;
end $$;
--> statement-breakpoint
revoke all on function erase_undone_merges(uuid, uuid[]) from public;
--> statement-breakpoint
-- Erases a person from the journal. Their sales stay without a name, and the sales' items without description.
-- "mentions": entries before the id "since" that mention the person.
create function erase_person_from_journal(person uuid[], records uuid[], words text[], mentions uuid[], since uuid)
  returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  perform erase_undone_merges(current_organization(), person);
  -- Also their deleted records.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and id >= since and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind = 'item'
      and was->>'purchase_id' = any (records::text[]));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was - 'fields'
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search,fields}'::text[] end,
      now = now - '{contact_id,contact_name,search,fields}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set name = split_part(name, ' · ', 1), was = was - 'description', now = now - 'description'
    where organization_id = current_organization() and kind = 'item' and record_id = any (records);
  update journal set was = null, now = null,
      name = case when kind <> 'contact' then ''
        when record_id = any (person) or has_word(lower(name), words) then nobody else name end
    where organization_id = current_organization()
      and kind not in ('sale', 'item', 'payment', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records) or id = any (mentions)
        or id >= since and has_word(lower(concat_ws(' ', was::text, now::text, name)), words));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
--> statement-breakpoint
create or replace function erase_person_from_journal(person uuid[], records uuid[], words text[])
  returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select erase_person_from_journal(person, records, words, '{}', '00000000-0000-0000-0000-000000000000')
$$;
--> statement-breakpoint
-- People who were erased by an earlier version.
select erase_undone_merges(organization_id, array_agg(distinct record_id)) from journal
  where kind = 'contact' and action = 'deleted' and was is null and name = 'Erased contact' group by organization_id;
