CREATE TABLE "distinct_contacts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "distinct_contacts_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "merged" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "distinct_contacts" ADD CONSTRAINT "distinct_contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "distinct_contacts_pair" ON "distinct_contacts" USING btree ("organization_id","one_id","other_id");--> statement-breakpoint
CREATE INDEX "distinct_contacts_other" ON "distinct_contacts" USING btree ("organization_id","other_id");
--> statement-breakpoint
alter table distinct_contacts add constraint distinct_contacts_order check (one_id < other_id);
--> statement-breakpoint
alter table distinct_contacts enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on distinct_contacts to crm_app;
--> statement-breakpoint
create policy own on distinct_contacts to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- A merge lets the card that is kept differ from others too, and its undo takes that back.
select keep_journal_of('distinct_contacts', 'distinct', '{}');
