-- Most updates change nothing that is counted. They return before the statement that has to be planned each time.
create or replace function keep_totals()
  returns trigger language plpgsql as $$
declare
  changed text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select 1 as sign, * from added' end,
    case when tg_op <> 'INSERT' then 'select -1 as sign, * from removed' end);
begin
  if tg_op <> 'UPDATE' then
    null;
  elsif tg_table_name = 'mails' then
    if not exists (select from removed r join added a on (a.organization_id, a.id) = (r.organization_id, r.id)
      where case when r.state = 'sent' then r.sent_at end is distinct from case when a.state = 'sent' then a.sent_at end) then return null; end if;
  elsif tg_table_name = 'bookings' then
    if not exists (select from removed r join added a on (a.organization_id, a.id) = (r.organization_id, r.id)
      where (r.created_at, r.status = 'CANCELLED') is distinct from (a.created_at, a.status = 'CANCELLED')) then return null; end if;
  elsif tg_table_name = 'purchases' then
    if not exists (select from removed r join added a on (a.organization_id, a.id) = (r.organization_id, r.id)
      where (r.created_at, r.cost) is distinct from (a.created_at, a.cost)) then return null; end if;
  elsif tg_table_name = 'contacts' then
    if not exists (select from removed r join added a on (a.organization_id, a.id) = (r.organization_id, r.id)
      where r.created_at is distinct from a.created_at) then return null; end if;
  end if;
  execute format(
    'insert into daily_totals (organization_id, what, day, amount)
      select organization_id, %1$L, (%2$s at time zone ''UTC'')::date as day, sum(sign * %3$s)
      from (%5$s) as changed where %4$s and exists (select from organizations o where o.id = organization_id)
      group by organization_id, day having sum(sign * %3$s) <> 0 order by organization_id, day
      on conflict (organization_id, what, day) do update set amount = daily_totals.amount + excluded.amount',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], changed);
  return null;
end $$;
