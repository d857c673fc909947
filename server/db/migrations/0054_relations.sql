CREATE TABLE "relations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"name" text NOT NULL,
	"other_name" text NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_contact_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","contact_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_organization_id_other_id_contacts_organization_id_id_fk" FOREIGN KEY ("organization_id","other_id") REFERENCES "public"."contacts"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relations_contact" ON "relations" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "relations_other" ON "relations" USING btree ("organization_id","other_id");
--> statement-breakpoint
alter table relations enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on relations to crm_app;
--> statement-breakpoint
create policy own on relations to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('relations', 'relation', '{version,updated_at}');
