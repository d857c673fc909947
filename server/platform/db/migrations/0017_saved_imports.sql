CREATE TABLE "saved_imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"created_by" text,
	"name" text NOT NULL,
	"uses" jsonb NOT NULL,
	"reading" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "saved_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "stop" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "amount" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "edited" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_imports" ADD CONSTRAINT "saved_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_saved" ON "imports" USING btree ("organization_id","saved_id","created_at") WHERE saved_id is not null;
--> statement-breakpoint
alter table saved_imports enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on saved_imports to crm_app;
--> statement-breakpoint
create policy own on saved_imports to crm_app using (organization_id = (select current_organization()));
