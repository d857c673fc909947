CREATE TABLE "feeds" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feeds_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "feeds_whose" UNIQUE NULLS NOT DISTINCT("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table feeds add constraint feeds_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table feeds enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on feeds to crm_app;
--> statement-breakpoint
create policy own on feeds to crm_app using (organization_id = (select current_organization()));
