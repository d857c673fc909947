CREATE TABLE "daily_totals" (
	"organization_id" uuid NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "daily_totals_organization_id_what_day_pk" PRIMARY KEY("organization_id","what","day")
);
--> statement-breakpoint
DROP INDEX "purchases_created";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "birthday_month_day" smallint GENERATED ALWAYS AS (extract(month from birthday) * 100 + extract(day from birthday)) STORED;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "anniversary_month_day" smallint GENERATED ALWAYS AS (extract(month from anniversary) * 100 + extract(day from anniversary)) STORED;--> statement-breakpoint
ALTER TABLE "daily_totals" ADD CONSTRAINT "daily_totals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_birthday" ON "contacts" USING btree ("organization_id","birthday_month_day","id");--> statement-breakpoint
CREATE INDEX "contacts_anniversary" ON "contacts" USING btree ("organization_id","anniversary_month_day","id");--> statement-breakpoint
-- Sorts the sales as before, and holds what sums need: a period's are made without reading one sale.
create index purchases_created on purchases (organization_id, created_at, id) include (cost, contact_id);
--> statement-breakpoint
alter table daily_totals enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on daily_totals to crm_app;
--> statement-breakpoint
create policy own on daily_totals to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
/*
 * Keeps daily_totals true after each statement on a table of counted records. Arguments: what it is that is counted,
 * and a record's moment, amount and condition, as SQL. Days in order, so that two statements never wait for each other;
 * none for an organization that is just being deleted.
 */
create function keep_totals() returns trigger language plpgsql as $$
declare
  changed text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select 1 as sign, * from added' end,
    case when tg_op <> 'INSERT' then 'select -1 as sign, * from removed' end);
begin
  execute format(
    'insert into daily_totals (organization_id, what, day, amount)
      select organization_id, %1$L, (%2$s at time zone ''UTC'')::date as day, sum(sign * %3$s)
      from (%5$s) as changed where %4$s and exists (select from organizations o where o.id = organization_id)
      group by organization_id, day having sum(sign * %3$s) <> 0 order by organization_id, day
      on conflict (organization_id, what, day) do update set amount = daily_totals.amount + excluded.amount',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], changed);
  return null;
end $$;
--> statement-breakpoint
-- What is counted, written once: of it come the triggers, and the view that has every counted record at its moment.
do $$
declare
  what text[];
  branches text[];
begin
  foreach what slice 1 in array array[
    ['contacts', 'contacts', 'created_at', '1', 'true'],
    ['revenue', 'purchases', 'created_at', 'cost', 'true'],
    ['emails', 'mails', 'sent_at', '1', 'state = ''sent'' and sent_at is not null'],
    ['appointments', 'bookings', 'created_at', '1', 'status <> ''CANCELLED''']
  ]
  loop
    branches := branches || format(
      'select organization_id, %L as what, %s as moment, %s::numeric as amount from %I where %s',
      what[1], what[3], what[4], what[2], what[5]);
    execute format('create trigger added after insert on %1$I referencing new table as added
      for each statement execute function keep_totals(%2$L, %3$L, %4$L, %5$L)',
      what[2], what[1], what[3], what[4], what[5]);
    execute format('create trigger changed after update on %1$I referencing old table as removed new table as added
      for each statement execute function keep_totals(%2$L, %3$L, %4$L, %5$L)',
      what[2], what[1], what[3], what[4], what[5]);
    execute format('create trigger removed after delete on %1$I referencing old table as removed
      for each statement execute function keep_totals(%2$L, %3$L, %4$L, %5$L)',
      what[2], what[1], what[3], what[4], what[5]);
  end loop;
  execute 'create view counted with (security_invoker = true) as ' || array_to_string(branches, ' union all ');
end $$;
--> statement-breakpoint
grant select on counted to crm_app;
--> statement-breakpoint
insert into daily_totals (organization_id, what, day, amount)
  select organization_id, what, (moment at time zone 'UTC')::date as day, sum(amount)
  from counted group by organization_id, what, day;
--> statement-breakpoint
/*
 * What was counted from one instant up to another, exactly: whole UTC days are read from their totals, the hours left
 * over at both ends, for a store's days begin at another time, from the records.
 */
create function total_between(organization uuid, counting text, starts timestamptz, ends timestamptz) returns numeric
  language plpgsql stable as $$
declare
  first_day date := ((starts - interval '1 microsecond') at time zone 'UTC')::date + 1;
  last_day date := (ends at time zone 'UTC')::date;
  head_ends timestamptz := least(ends, first_day::timestamp at time zone 'UTC');
  tail_starts timestamptz := greatest(head_ends, last_day::timestamp at time zone 'UTC');
begin
  return
    (select coalesce(sum(t.amount), 0) from daily_totals t
      where t.organization_id = organization and t.what = counting and t.day >= first_day and t.day < last_day)
    + (select coalesce(sum(c.amount), 0) from counted c
      where c.organization_id = organization and c.what = counting and c.moment >= starts and c.moment < head_ends)
    + (select coalesce(sum(c.amount), 0) from counted c
      where c.organization_id = organization and c.what = counting and c.moment >= tail_starts and c.moment < ends);
end $$;
