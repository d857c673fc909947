CREATE TABLE "authenticator_apps" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authenticator_apps_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"organization_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "confirmations_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_organization_id_user_id_code_hash_pk" PRIMARY KEY("organization_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"challenge" "bytea" PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "needs_second_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "authenticator_apps" ADD CONSTRAINT "authenticator_apps_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmations_user" ON "confirmations" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "confirmations_until" ON "confirmations" USING btree ("until");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "used_challenges_until" ON "used_challenges" USING btree ("until");
--> statement-breakpoint
alter table authenticator_apps enable row level security;
--> statement-breakpoint
alter table recovery_codes enable row level security;
--> statement-breakpoint
alter table passkeys enable row level security;
--> statement-breakpoint
alter table confirmations enable row level security;
--> statement-breakpoint
-- Nobody but the host itself looks at these.
alter table used_challenges enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on authenticator_apps, recovery_codes, passkeys, confirmations to crm_app;
--> statement-breakpoint
create policy own on authenticator_apps to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on recovery_codes to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on passkeys to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on confirmations to crm_app using (organization_id = (select current_organization()));
