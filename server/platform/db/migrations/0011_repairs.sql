CREATE TABLE "repair_numbers" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repairs" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'OTHER' NOT NULL,
	"contact_id" uuid,
	"contact_name" text NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'IN' NOT NULL,
	"state_at" timestamp (3) with time zone NOT NULL,
	"state_by" text NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"workshop" text,
	"back_day" date,
	"reason" text,
	"promised_day" date NOT NULL,
	"metal" text,
	"stones" text,
	"marks" text,
	"condition" text,
	"words" text,
	"kept_in" text,
	"lines" jsonb NOT NULL,
	"estimate" text DEFAULT 'FIXED' NOT NULL,
	"total" numeric NOT NULL,
	"deposit" numeric,
	"search" text NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repairs_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "repair_numbers" ADD CONSTRAINT "repair_numbers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "repairs_number" ON "repairs" USING btree ("organization_id","number");--> statement-breakpoint
CREATE INDEX "repairs_open" ON "repairs" USING btree ("organization_id","promised_day","number") WHERE state not in ('HANDED_OVER', 'RETURNED');--> statement-breakpoint
CREATE INDEX "repairs_done" ON "repairs" USING btree ("organization_id","state_at","number") WHERE state in ('HANDED_OVER', 'RETURNED');--> statement-breakpoint
CREATE INDEX "repairs_contact" ON "repairs" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "repairs_user" ON "repairs" USING btree ("organization_id","user_id");
--> statement-breakpoint
alter table repair_numbers enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on repair_numbers to crm_app;
--> statement-breakpoint
create policy own on repair_numbers to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
alter table repairs add constraint repairs_contact_id_fk
  foreign key (organization_id, contact_id) references contacts(organization_id, id) on delete set null (contact_id);
--> statement-breakpoint
alter table repairs add constraint repairs_user_id_fk
  foreign key (organization_id, user_id) references users(organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table repairs enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on repairs to crm_app;
--> statement-breakpoint
create policy own on repairs to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('repairs', 'repair', '{version,updated_at,search,contact_name,steps,state_at,state_by}', '{}');
