CREATE TABLE "incidents" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"audience" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"over" text,
	"href" text NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"tell_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "incidents_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("organization_id","kind","key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "incidents_tell" ON "incidents" USING btree ("tell_at") WHERE tell_at is not null;--> statement-breakpoint
alter table incidents enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on incidents to crm_app;
--> statement-breakpoint
create policy own on incidents to crm_app using (organization_id = (select current_organization()));
