CREATE TABLE "automation_tasks" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"contact_id" uuid,
	"occurrence" text NOT NULL,
	"task_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automation_tasks_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "task" jsonb;--> statement-breakpoint
ALTER TABLE "automation_tasks" ADD CONSTRAINT "automation_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_tasks_once" ON "automation_tasks" USING btree ("organization_id","automation_id","contact_id","occurrence");--> statement-breakpoint
CREATE INDEX "automation_tasks_history" ON "automation_tasks" USING btree ("organization_id","automation_id","id");
--> statement-breakpoint
alter table automation_tasks enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on automation_tasks to crm_app;
--> statement-breakpoint
create policy own on automation_tasks to crm_app using (organization_id = (select current_organization()));
