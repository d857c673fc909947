CREATE TABLE "import_parts" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "import_parts_organization_id_import_id_part_pk" PRIMARY KEY("organization_id","import_id","part")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"mended" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"doubts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"record_key" text,
	"new_category" text,
	CONSTRAINT "import_rows_organization_id_import_id_number_pk" PRIMARY KEY("organization_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"created_by" text,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"wanted" text,
	"state" text DEFAULT 'uploading' NOT NULL,
	"problem" text,
	"signature" text,
	"reading" jsonb,
	"facts" jsonb,
	"turn" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"notes" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"kept_records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"reverted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "phone_key" text GENERATED ALWAYS AS (regexp_replace(phone_number, '[^0-9]', '', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "name_key" text GENERATED ALWAYS AS (lower(btrim(first_name || ' ' || last_name))) STORED;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "external_number" text;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_organization_id_import_id_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_organization_id_import_id_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_state" ON "import_rows" USING btree ("organization_id","import_id","state","number");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("updated_at") WHERE state in ('reading', 'checking', 'running', 'reverting');--> statement-breakpoint
CREATE INDEX "contacts_phone" ON "contacts" USING btree ("organization_id","phone_key");--> statement-breakpoint
CREATE INDEX "contacts_name_key" ON "contacts" USING btree ("organization_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_external" ON "purchases" USING btree ("organization_id","external_number") WHERE external_number is not null;--> statement-breakpoint
do $$
declare
  t text;
begin
  foreach t in array array['imports', 'import_parts', 'import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('grant select, insert, update, delete on %I to crm_app', t);
    execute format('create policy own on %I to crm_app using (organization_id = (select current_organization()))', t);
  end loop;
end $$;
