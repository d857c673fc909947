-- The same with less work for each row.
create or replace function keep_journal() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_variable
declare
  kind text := tg_argv[0];
  noise text[] := tg_argv[1];
  left_out text[] := tg_argv[2];
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  change uuid := coalesce(actor->>'change', nullif(current_setting('app.change', true), ''));
  step bigint := coalesce(nullif(current_setting('app.journal_step', true), ''), '0');
  moment timestamptz := clock_timestamp();
  reason text := coalesce(nullif(current_setting('app.reason', true), ''), actor->>'reason');
  actor_name text := actor->>'name';
  written bigint;
  -- An id is its moment, then which statement of the transaction and which of its rows it is of.
  stamp text := lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '7';
  tail text := left(gen_random_uuid()::text, 8);
begin
  if actor is null and current_setting('role') <> 'crm_app' then return null; end if;
  if kind = 'mail' then
    if not exists (select from removed r join added a on a.id = r.id
      where (r.contact_id, r.automation_id) is distinct from (a.contact_id, a.automation_id)) then return null; end if;
  end if;
  if change is null then
    change := journal_id(moment, 0);
    perform set_config('app.change', change::text, true);
  end if;
  if actor_name is null and actor->>'kind' = 'person' then
    actor_name := (select trim(u.first_name || ' ' || u.last_name) from users u
      where u.organization_id = current_organization() and u.id = (actor->>'id')::uuid);
  elsif actor_name is null and actor->>'kind' = 'automation' then
    actor_name := (select a.name from automations a
      where a.organization_id = current_organization() and a.id = (actor->>'id')::uuid);
  end if;
  if tg_op = 'INSERT' then
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'created'
      from (select a.id, to_jsonb(a) as record, lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex from added a) as made
      where organization_of(record) is not null;
  elsif tg_op = 'DELETE' then
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'deleted',
        record - left_out
      from (select r.id, to_jsonb(r) as record, lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex from removed r) as gone
      where organization_of(record) is not null;
  else
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was, now)
      select organization_of(record), (stamp || left(hex, 3) || '8' || right(hex, 7) || tail)::uuid, moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'changed',
        difference.was, difference.now
      from (select a.id, to_jsonb(r) as before, to_jsonb(a) as record,
          lpad(to_hex(step * 16777216 + row_number() over ()), 10, '0') as hex
        from removed r join added a on a.id = r.id) as edited,
        lateral (
          select jsonb_object_agg(key, value) as was, jsonb_object_agg(key, record->key) as now,
            bool_or(key <> all (noise)) as tells
          from jsonb_each(before) where value is distinct from record->key and key <> all (left_out)
        ) as difference
      where difference.tells and organization_of(record) is not null;
  end if;
  get diagnostics written = row_count;
  if written > 0 then perform set_config('app.journal_step', ((step + 1) % 65536)::text, true); end if;
  return null;
end $$;