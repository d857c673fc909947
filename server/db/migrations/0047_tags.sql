CREATE TABLE "contact_tags" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_tags_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED,
	"color" smallint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "of_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_tags" ADD CONSTRAINT "contact_tags_organization_id_tag_id_tags_organization_id_id_fk" FOREIGN KEY ("organization_id","tag_id") REFERENCES "public"."tags"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_tags_contact" ON "contact_tags" USING btree ("organization_id","contact_id","tag_id");--> statement-breakpoint
CREATE INDEX "contact_tags_tag" ON "contact_tags" USING btree ("organization_id","tag_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("organization_id","name_key");--> statement-breakpoint
CREATE INDEX "journal_of" ON "journal" USING btree ("organization_id","of_id","id") WHERE of_id is not null;
--> statement-breakpoint
alter table tags add constraint tags_color check (color between 1 and 6);
--> statement-breakpoint
alter table tags enable row level security;
--> statement-breakpoint
alter table contact_tags enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on tags, contact_tags to crm_app;
--> statement-breakpoint
create policy own on tags to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on contact_tags to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- The history of a contact tells which tags it got and lost: such an entry is called as the tag, and names the contact.
create function journal_of_tagging() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  tagging jsonb := coalesce(new.was, (select to_jsonb(t) from contact_tags t
    where t.organization_id = new.organization_id and t.id = new.record_id));
begin
  new.of_id := (tagging->>'contact_id')::uuid;
  new.name := coalesce((select t.name from tags t
    where t.organization_id = new.organization_id and t.id = (tagging->>'tag_id')::uuid), '');
  return new;
end $$;
--> statement-breakpoint
create trigger journal_tagging before insert on journal for each row when (new.kind = 'tagging')
  execute function journal_of_tagging();
--> statement-breakpoint
select keep_journal_of('tags', 'tag', '{version,updated_at}');
--> statement-breakpoint
select keep_journal_of('contact_tags', 'tagging', '{}');
