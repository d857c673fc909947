CREATE TABLE "contact_addresses" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text DEFAULT 'OTHER' NOT NULL,
	"name" text NOT NULL,
	"address_key" text GENERATED ALWAYS AS (case when strpos(name, '@') > 0 then lower(name) else regexp_replace(name, '[^0-9]', '', 'g') end) STORED,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_addresses_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_addresses" ADD CONSTRAINT "contact_addresses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_addresses" ADD CONSTRAINT "contact_addresses_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_addresses_contact" ON "contact_addresses" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_addresses_key" ON "contact_addresses" USING btree ("organization_id","address_key");
--> statement-breakpoint
alter table contact_addresses enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on contact_addresses to crm_app;
--> statement-breakpoint
create policy own on contact_addresses to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('contact_addresses', 'address', '{version,updated_at}', '{}');

--> statement-breakpoint
-- More emails and numbers of a contact, for its search text.
create function address_search(organization uuid, contact uuid)
  returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(' ' || string_agg(latin_fold(a.address_key), ' ' order by a.id), '') from contact_addresses a
    where a.organization_id = organization and a.contact_id = contact
$$;
--> statement-breakpoint
create or replace function keep_own_search()
  returns trigger language plpgsql as $$
declare
  tail text := own_search(new.organization_id, new.fields);
begin
  if tg_table_name = 'contacts' then
    tail := tail || address_search(new.organization_id, new.id);
  end if;
  new.search := split_part(new.search, E'\t', 1) || case when tail = '' then '' else E'\t' || ltrim(tail, E'\t') end;
  return new;
end $$;
--> statement-breakpoint
drop trigger own_search_changed on contacts;
--> statement-breakpoint
create trigger own_search_changed before update of search, fields on contacts
  for each row when (new.fields <> '{}'::jsonb or old.fields <> '{}'::jsonb or strpos(new.search, E'\t') > 0
    or strpos(old.search, E'\t') > 0) execute function keep_own_search();
--> statement-breakpoint
-- The tab makes the trigger above rebuild the search text.
create function search_addresses()
  returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update contacts set search = split_part(search, E'\t', 1) || E'\t'
    where organization_id = coalesce(new.organization_id, old.organization_id) and id in (old.contact_id, new.contact_id);
  return null;
end $$;
--> statement-breakpoint
create trigger search_addresses after insert or update or delete on contact_addresses
  for each row execute function search_addresses();
