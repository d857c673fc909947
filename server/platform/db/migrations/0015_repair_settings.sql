CREATE TABLE "repair_settings" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"prefix" text DEFAULT 'R' NOT NULL,
	"slip_text" text DEFAULT '' NOT NULL,
	"prices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"workshops" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repair_settings_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "repairs" ADD COLUMN "prefix" text DEFAULT 'R' NOT NULL;--> statement-breakpoint
ALTER TABLE "repair_settings" ADD CONSTRAINT "repair_settings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table repair_settings enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on repair_settings to crm_app;
--> statement-breakpoint
create policy own on repair_settings to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('repair_settings', 'repairSettings', '{version,updated_at}', '{}');
