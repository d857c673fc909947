CREATE TABLE "journal" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"change" uuid NOT NULL,
	"reason" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"name" text NOT NULL,
	"action" text NOT NULL,
	"was" jsonb,
	"now" jsonb,
	CONSTRAINT "journal_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "reverts" (
	"organization_id" uuid NOT NULL,
	"change" uuid NOT NULL,
	"how" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reverts_organization_id_change_pk" PRIMARY KEY("organization_id","change")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "journal_days" smallint DEFAULT 400 NOT NULL;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reverts" ADD CONSTRAINT "reverts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_record" ON "journal" USING btree ("organization_id","record_id","id");--> statement-breakpoint
CREATE INDEX "journal_change" ON "journal" USING btree ("organization_id","change","kind","action");--> statement-breakpoint
CREATE INDEX "journal_kind" ON "journal" USING btree ("organization_id","kind","id");--> statement-breakpoint
CREATE INDEX "journal_actor" ON "journal" USING btree ("organization_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "journal_deleted" ON "journal" USING btree ("organization_id","id") WHERE action = 'deleted' and was is not null;--> statement-breakpoint
CREATE INDEX "journal_to_erase" ON "journal" USING btree ("at") WHERE action = 'deleted' and was is not null;
--> statement-breakpoint
alter table organizations add constraint organizations_journal_days check (journal_days between 30 and 3650);
--> statement-breakpoint
alter table journal add constraint journal_action check (action in ('created', 'changed', 'deleted'));
--> statement-breakpoint
alter table journal enable row level security;
--> statement-breakpoint
alter table reverts enable row level security;
--> statement-breakpoint
-- Nobody but the triggers below writes the journal, and nothing of it is written anew.
grant select on journal to crm_app;
--> statement-breakpoint
grant select, insert on reverts to crm_app;
--> statement-breakpoint
create policy own on journal to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on reverts to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- A UUID version 7 of a moment; `step` orders what is written in one.
create function journal_id(moment timestamptz, step bigint) returns uuid language sql volatile as $$
  select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || left(hex, 3) || '8'
    || right(hex, 7) || left(gen_random_uuid()::text, 8))::uuid
  from lpad(to_hex(step), 10, '0') as hex
$$;
--> statement-breakpoint
-- Whose a record is; the organization's own.
create function organization_of(record jsonb) returns uuid language sql immutable as $$
  select (case when record ? 'organization_id' then record->>'organization_id' else record->>'id' end)::uuid
$$;
--> statement-breakpoint
-- What a record is called, for people to recognise it.
create function record_name(kind text, record jsonb) returns text language sql immutable as $$
  select left(case kind
    when 'contact' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'person' then trim(concat_ws(' ', record->>'first_name', record->>'last_name'))
    when 'sale' then concat_ws(' · ', coalesce(nullif(record->>'invoice_number', ''), record->>'product_category_name'),
      nullif(record->>'contact_name', ''))
    when 'refund' then record->>'amount'
    when 'note' then regexp_replace(left(record->>'content', 400), '\s+', ' ', 'g')
    when 'booking' then concat_ws(' · ', record->>'title', nullif(record->>'name', ''))
    when 'mail' then concat_ws(' · ', record->>'subject', record->>'to_name')
    when 'exception' then concat_ws(' – ', record->>'from_day', nullif(record->>'to_day', record->>'from_day'))
    else coalesce(record->>'name', record->>'address', '')
  end, 200)
$$;
--> statement-breakpoint
/*
 * Writes the journal after each statement on a table that people change. Arguments: what its records are called, the
 * columns whose change alone is none that anybody made, and those that are never written here. Who acts stands in
 * `app.actor` (server/db/client.ts). What the host does beside all stores (seeding, upkeep) is nobody's change.
 */
create function keep_journal() returns trigger language plpgsql security definer
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
      select organization_of(record), journal_id(moment, step + row_number() over ()), moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'created'
      from (select a.id, to_jsonb(a) as record from added a) as made
      where organization_of(record) is not null;
  elsif tg_op = 'DELETE' then
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was)
      select organization_of(record), journal_id(moment, step + row_number() over ()), moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'deleted',
        record - left_out
      from (select r.id, to_jsonb(r) as record from removed r) as gone
      where organization_of(record) is not null;
  else
    insert into journal (organization_id, id, at, change, reason, actor_kind, actor_id, actor_name, kind, record_id, name,
        action, was, now)
      select organization_of(record), journal_id(moment, step + row_number() over ()), moment, change, reason,
        coalesce(actor->>'kind', 'job'), (actor->>'id')::uuid, actor_name, kind, id, record_name(kind, record), 'changed',
        difference.was, difference.now
      from (select a.id, to_jsonb(r) as before, to_jsonb(a) as record from removed r join added a on a.id = r.id) as edited,
        lateral (
          select jsonb_object_agg(key, value) as was, jsonb_object_agg(key, record->key) as now,
            bool_or(key <> all (noise)) as tells
          from jsonb_each(before) where value is distinct from record->key and key <> all (left_out)
        ) as difference
      where difference.tells and organization_of(record) is not null;
  end if;
  get diagnostics written = row_count;
  if written > 0 then perform set_config('app.journal_step', (step + written)::text, true); end if;
  return null;
end $$;
--> statement-breakpoint
/*
 * From now on the journal tells what happens to a table's records: `kind` is what they are called. Columns of `noise` come
 * along where something else changed; a secret's, and what the database makes itself, are never written.
 */
create function keep_journal_of(tenant_table regclass, kind text, noise text[], secrets text[] default '{}')
  returns void language plpgsql as $$
declare
  left_out text[] := secrets || array(select attname::text from pg_attribute
    where attrelid = tenant_table and attgenerated <> '');
begin
  execute format('create or replace trigger journal_added after insert on %s referencing new table as added
    for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
  execute format('create or replace trigger journal_changed after update on %s referencing old table as removed
    new table as added for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
  execute format('create or replace trigger journal_removed after delete on %s referencing old table as removed
    for each statement execute function keep_journal(%L, %L, %L)', tenant_table, kind, noise, left_out);
end $$;
--> statement-breakpoint
select keep_journal_of('contacts', 'contact', '{version,updated_at,search}');
--> statement-breakpoint
-- A contact's and a category's new name is their own change, and not that of all their sales.
select keep_journal_of('purchases', 'sale', '{version,updated_at,search,contact_name,product_category_name,refunded}');
--> statement-breakpoint
select keep_journal_of('refunds', 'refund', '{updated_at}');
--> statement-breakpoint
select keep_journal_of('notes', 'note', '{version,updated_at,search}');
--> statement-breakpoint
select keep_journal_of('product_categories', 'category', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('templates', 'template', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('automations', 'automation',
  '{version,updated_at,activated_at,next_run_at,last_run_at,last_moment}');
--> statement-breakpoint
select keep_journal_of('appointment_types', 'appointmentType', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('bookings', 'booking', '{version,updated_at,undo,undo_until,sequence,request_key,calendar_state,
  calendar_attempts,calendar_due_at}');
--> statement-breakpoint
select keep_journal_of('hours_exceptions', 'exception', '{}');
--> statement-breakpoint
select keep_journal_of('suppressions', 'suppression', '{}');
--> statement-breakpoint
select keep_journal_of('users', 'person', '{updated_at}', '{password_hash}');
--> statement-breakpoint
select keep_journal_of('accounts', 'account', '{updated_at,error,next_mail_at,refusals,refused_since}',
  '{secrets,external_id}');
--> statement-breakpoint
select keep_journal_of('organizations', 'organization', '{updated_at,setup,is_demo}');
--> statement-breakpoint
-- Of mails only whose they are: what becomes of each stands in Sent mail.
create trigger journal_changed after update on mails referencing old table as removed new table as added
  for each statement execute function keep_journal('mail', '{state,reason,attempts,due_at,updated_at,lease_until}',
    '{text,html,ics,search,message_id}');
--> statement-breakpoint
/*
 * What was deleted in the changes is gone for good, and so is all that the journal quotes of the records. Who did what, and
 * when, stays.
 */
create function erase_from_journal(changes uuid[], records uuid[] default '{}') returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update journal set was = null
    where organization_id = current_organization() and change = any (changes) and action = 'deleted';
  update journal set was = null, now = null, name = ''
    where organization_id = current_organization() and record_id = any (records);
end $$;
