CREATE TABLE "erased_keys" (
	"organization_id" uuid NOT NULL,
	"key" "bytea" NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_keys_organization_id_key_pk" PRIMARY KEY("organization_id","key")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent_source" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "only_consented" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "erased_keys" ADD CONSTRAINT "erased_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table contacts add constraint contacts_consent check (consent in ('given', 'withdrawn', 'unknown'));
--> statement-breakpoint
alter table erased_keys enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on erased_keys to crm_app;
--> statement-breakpoint
create policy own on erased_keys to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- Who unsubscribed has withdrawn what they may have consented to.
update contacts set consent = 'withdrawn', consent_source = 'unsubscribe', consent_at = s.created_at
  from suppressions s where s.organization_id = contacts.organization_id and s.address = contacts.email_key
    and s.reason = 'unsubscribed' and s.lifted_at is null;
--> statement-breakpoint
/*
 * The journal quotes a person no more: nothing of `records`, nothing that holds one of `words` (addresses and numbers),
 * and of sales nothing but what the books need. Who did what, and when, stays. People of the store are not touched.
 */
create function erase_person_from_journal(person uuid[], records uuid[], words text[]) returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := 'Erased contact';
begin
  -- Also what they had and is deleted by now.
  records := records || array(select record_id from journal
    where organization_id = current_organization() and kind <> 'contact'
      and (was->>'contact_id' = any (person::text[]) or now->>'contact_id' = any (person::text[])));
  update journal set name = concat_ws(' · ', nullif(split_part(name, ' · ', 1), was->>'contact_name'), nobody),
      was = case when action = 'deleted' then was
          || jsonb_build_object('contact_id', null, 'contact_name', nobody, 'search', ' ' || lower(nobody) || E'\n\n')
        else was - '{contact_id,contact_name,search}'::text[] end,
      now = now - '{contact_id,contact_name,search}'::text[]
    where organization_id = current_organization() and kind = 'sale'
      and record_id = any (records);
  update journal set was = null, now = null, name = case kind when 'contact' then nobody else '' end
    where organization_id = current_organization() and kind not in ('sale', 'refund', 'person', 'account', 'organization')
      and (record_id = any (person) or record_id = any (records)
        or exists (select from unnest(words) as word
          where strpos(lower(concat(was::text, now::text, name)), word) > 0));
  delete from attempts where who in (select current_organization() || ' ' || word from unnest(words) as word);
end $$;
