CREATE TABLE "one_time_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"purpose" text NOT NULL
);
--> statement-breakpoint
-- Of two resets that were begun at once the newer one stays.
insert into one_time_tokens (token_hash, purpose, organization_id, user_id, expires_at, created_at)
  select token_hash, 'invitation', organization_id, user_id, expires_at, created_at from invites
  union all
  (select distinct on (organization_id, user_id)
    token_hash, 'reset', organization_id, user_id, expires_at, created_at from password_resets
    order by organization_id, user_id, created_at desc)
  union all
  -- The page to choose an account is open for 15 minutes, a notice of Unipile's for an hour.
  select token_hash, case when expires_at - created_at < interval '30 minutes' then 'page' else 'notice' end,
    organization_id, user_id, expires_at, created_at from account_links;
--> statement-breakpoint
DROP TABLE "invites" CASCADE;--> statement-breakpoint
DROP TABLE "password_resets" CASCADE;--> statement-breakpoint
DROP TABLE "account_links" CASCADE;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_newest" ON "one_time_tokens" USING btree ("organization_id","user_id","purpose") WHERE purpose in ('invitation', 'reset');
--> statement-breakpoint
alter table one_time_tokens enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on one_time_tokens to crm_app;
--> statement-breakpoint
create policy own on one_time_tokens to crm_app using (organization_id = (select current_organization()));
