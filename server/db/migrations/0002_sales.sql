CREATE TABLE "idempotency_keys" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"row" text NOT NULL,
	"key" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_user_id_row_key_pk" PRIMARY KEY("organization_id","user_id","row","key")
);
--> statement-breakpoint
DROP INDEX "notes_contact";--> statement-breakpoint
DROP INDEX "purchases_contact";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "search" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_contact" ON "notes" USING btree ("organization_id","contact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "purchases_contact" ON "purchases" USING btree ("organization_id","contact_id","created_at","id");--> statement-breakpoint
-- What server/db/search.ts makes of Latin text, for the sales that are there already.
create function fold(written text) returns text language sql immutable as $$
  select replace(replace(replace(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(written, NFD), '[\u0300-\u036f''’ʼ`]', '', 'g')), 'łŁøØđĐðÐı‐–', 'llooddddi--'),
    'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')
$$;
--> statement-breakpoint
update purchases p set search =
  coalesce(
    (select c.search from contacts c where c.organization_id = p.organization_id and c.id = p.contact_id),
    ' ' || fold(p.contact_name)
  ) || E'\n ' || fold(p.product_category_name) || E'\n'
  || coalesce(' ' || fold(p.invoice_number) || ' ' || regexp_replace(p.invoice_number, '\D', '', 'g'), '');
--> statement-breakpoint
alter table purchases alter column search set not null;
--> statement-breakpoint
drop function fold(text);
--> statement-breakpoint
-- Without the pending list, as the contacts' index.
create index purchases_search on purchases using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
alter table idempotency_keys enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on idempotency_keys to crm_app;
--> statement-breakpoint
create policy own on idempotency_keys to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
drop function contact_page(text[], text, bigint, bigint);
--> statement-breakpoint
/*
 * One page of the own organization's records that match every pattern, from a table with a `search` column. Runs as
 * the owner, for a policy keeps LIKE away from the trigram index (LIKE is not leakproof), and as text, so that each
 * search gets its own plan.
 */
create function matching_page(records regclass, patterns text[], ordering text, page_size bigint, page_start bigint)
  returns table (id uuid)
  language plpgsql stable security definer rows 50 set search_path = pg_catalog, public, pg_temp as $$
declare
  matches text := '';
  pattern text;
begin
  foreach pattern in array patterns loop
    matches := matches || format(' and r.search like %L', pattern);
  end loop;
  return query execute
    format('select r.id from %s r where r.organization_id = $1', records) || matches ||
    case ordering
      when 'name' then ' order by r.search, r.id'
      when 'oldest' then ' order by r.created_at, r.id'
      else ' order by r.created_at desc, r.id desc'
    end || ' limit $2 offset $3'
    using current_organization(), page_size, page_start;
end $$;
