CREATE TABLE "hours_exceptions" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"hours" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hours_exceptions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "hours_exceptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hours_exceptions_days" ON "hours_exceptions" USING btree ("organization_id","to_day");
--> statement-breakpoint
alter table hours_exceptions add constraint hours_exceptions_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table hours_exceptions add constraint hours_exceptions_range check (from_day <= to_day and to_day - from_day <= 731);
--> statement-breakpoint
alter table hours_exceptions enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on hours_exceptions to crm_app;
--> statement-breakpoint
create policy own on hours_exceptions to crm_app using (organization_id = (select current_organization()));
