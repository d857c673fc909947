CREATE TABLE "campaign_contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "is_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_campaign_id_campaigns_organization_id_id_fk" FOREIGN KEY ("organization_id","campaign_id") REFERENCES "public"."campaigns"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_contacts" ADD CONSTRAINT "campaign_contacts_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_contacts_campaign" ON "campaign_contacts" USING btree ("organization_id","campaign_id","contact_id");--> statement-breakpoint
CREATE INDEX "campaign_contacts_contact" ON "campaign_contacts" USING btree ("organization_id","contact_id");
--> statement-breakpoint
alter table campaign_contacts enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on campaign_contacts to crm_app;
--> statement-breakpoint
create policy own on campaign_contacts to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- The history of a contact tells for which campaigns it was chosen: such an entry is called as the campaign, and names the contact.
create function journal_of_recipient() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  recipient jsonb := coalesce(new.was, (select to_jsonb(t) from campaign_contacts t
    where t.organization_id = new.organization_id and t.id = new.record_id));
begin
  new.of_id := (recipient->>'contact_id')::uuid;
  new.name := coalesce((select c.name from campaigns c
    where c.organization_id = new.organization_id and c.id = (recipient->>'campaign_id')::uuid), '');
  return new;
end $$;
--> statement-breakpoint
create trigger journal_recipient before insert on journal for each row when (new.kind = 'recipient')
  execute function journal_of_recipient();
--> statement-breakpoint
select keep_journal_of('campaign_contacts', 'recipient', '{}');
