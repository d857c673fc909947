CREATE TABLE "import_keys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"saved_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_by" text,
	"name" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "import_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "import_keys" ADD CONSTRAINT "import_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_keys" ADD CONSTRAINT "import_keys_organization_id_saved_id_saved_imports_organization_id_id_fk" FOREIGN KEY ("organization_id","saved_id") REFERENCES "public"."saved_imports"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_keys" ADD CONSTRAINT "import_keys_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_keys_saved" ON "import_keys" USING btree ("organization_id","saved_id");--> statement-breakpoint
CREATE INDEX "import_keys_user" ON "import_keys" USING btree ("organization_id","user_id");--> statement-breakpoint
ALTER TABLE "saved_imports" DROP COLUMN "link_id";
--> statement-breakpoint
alter table import_keys enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on import_keys to crm_app;
--> statement-breakpoint
create policy own on import_keys to crm_app using (organization_id = (select current_organization()));
