-- What contacts are found by of the store's own fields: in the line of their search, after a tab, the first 300 characters.
create function own_search(organization uuid, fields jsonb) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(E'\t ' || left(string_agg(latin_fold(told.said), ' ' order by f.position, f.id), 300), '')
  from own_fields f, lateral (
    select case when f.kind in ('choice', 'choices')
      then (select string_agg(one->>'text', ' ') from jsonb_array_elements(f.options) as one
        where fields -> f.id::text ? (one->>'id'))
      else fields ->> f.id::text end as said) as told
  where f.organization_id = organization and f.is_searchable and not f.is_archived and f.kind <> 'yesNo'
    and told.said is not null
$$;
--> statement-breakpoint
create function keep_own_search() returns trigger language plpgsql as $$
begin
  new.search := split_part(new.search, E'\t', 1) || own_search(new.organization_id, new.fields);
  return new;
end $$;
--> statement-breakpoint
-- Whoever writes a contact, or their values, need not know.
create trigger own_search_added before insert on contacts for each row when (new.fields <> '{}')
  execute function keep_own_search();
--> statement-breakpoint
create trigger own_search_changed before update of search, fields on contacts for each row
  when (new.fields <> '{}' or strpos(new.search, E'\t') > 0 or old.fields <> '{}') execute function keep_own_search();
