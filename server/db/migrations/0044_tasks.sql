CREATE TABLE "tasks" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text DEFAULT 'TASK' NOT NULL,
	"name" text NOT NULL,
	"detail" text,
	"user_id" uuid,
	"contact_id" uuid,
	"due_day" date NOT NULL,
	"due_time" text,
	"repeat" text DEFAULT 'NONE' NOT NULL,
	"planned_day" date NOT NULL,
	"repeat_day" smallint NOT NULL,
	"next_id" uuid,
	"source" text DEFAULT 'person' NOT NULL,
	"source_id" uuid,
	"done_at" timestamp (3) with time zone,
	"done_by" text,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tasks_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("organization_id","due_day","id") WHERE done_at is null and kind in ('TASK', 'CALL');--> statement-breakpoint
CREATE INDEX "tasks_done" ON "tasks" USING btree ("organization_id","done_at","id") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "tasks_contact" ON "tasks" USING btree ("organization_id","contact_id","due_day");--> statement-breakpoint
CREATE INDEX "tasks_user" ON "tasks" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "tasks_ticked" ON "tasks" USING btree ("organization_id","due_day","kind") WHERE kind in ('birthday', 'anniversary', 'appointment');
--> statement-breakpoint
alter table tasks add constraint tasks_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table tasks add constraint tasks_contact_fk
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table tasks enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on tasks to crm_app;
--> statement-breakpoint
create policy own on tasks to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- What it repeats by and what followed it is nobody's change.
select keep_journal_of('tasks', 'task', '{version,updated_at,next_id,planned_day,repeat_day}');
