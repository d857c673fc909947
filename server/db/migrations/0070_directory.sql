CREATE TABLE "account_directory" (
	"external_id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_directory" (
	"email" text NOT NULL,
	"organization_id" uuid NOT NULL,
	CONSTRAINT "email_directory_email_organization_id_pk" PRIMARY KEY("email","organization_id")
);
--> statement-breakpoint
CREATE TABLE "session_directory" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slug_directory" (
	"slug" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_directory" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "shared_categories_created" ON "shared_categories" USING btree ("created_at","id");
--> statement-breakpoint
-- The host alone asks these.
alter table session_directory enable row level security;
--> statement-breakpoint
alter table token_directory enable row level security;
--> statement-breakpoint
alter table email_directory enable row level security;
--> statement-breakpoint
alter table slug_directory enable row level security;
--> statement-breakpoint
alter table account_directory enable row level security;
--> statement-breakpoint
alter table shared_categories enable row level security;
--> statement-breakpoint
grant select on shared_categories to crm_app;
--> statement-breakpoint
create policy shared on shared_categories for select to crm_app using (true);
--> statement-breakpoint
-- The shared categories get a table of their own: whose key begins with an organization has one.
insert into shared_categories (id, name, description, version, created_at, updated_at)
  select id, name, description, version, created_at, updated_at from product_categories where organization_id is null;
--> statement-breakpoint
-- The journal is of organizations.
alter table product_categories disable trigger user;
--> statement-breakpoint
delete from product_categories where organization_id is null;
--> statement-breakpoint
alter table product_categories enable trigger user;
--> statement-breakpoint
drop policy shared on product_categories;
--> statement-breakpoint
ALTER TABLE "product_categories" DROP CONSTRAINT "product_categories_pkey";
--> statement-breakpoint
ALTER TABLE "product_categories" ALTER COLUMN "organization_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_organization_id_id_pk" PRIMARY KEY("organization_id","id");
--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_pkey";
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash");
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_pkey";
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_token_hash_pk" PRIMARY KEY("organization_id","token_hash");
--> statement-breakpoint
DROP INDEX "users_email";
--> statement-breakpoint
DROP INDEX "accounts_external";
--> statement-breakpoint
DROP INDEX "appointment_types_slug";
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_external" ON "accounts" USING btree ("organization_id","external_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_types_slug" ON "appointment_types" USING btree ("organization_id","slug");
--> statement-breakpoint
-- Keeps a look-up table: its name, and the column by which it is asked. Runs as the owner, for a tenant's role sees none.
create function keep_directory() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  directory text := tg_argv[0];
  key text := tg_argv[1];
begin
  if tg_op <> 'INSERT' then
    execute format('delete from %1$I where %2$I = ($1).%2$I and organization_id = ($1).organization_id', directory, key)
      using old;
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into %1$I (%2$I, organization_id) select ($1).%2$I, ($1).organization_id
      where ($1).%2$I is not null', directory, key) using new;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of token_hash on sessions for each row
  execute function keep_directory('session_directory', 'token_hash');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of token_hash on one_time_tokens for each row
  execute function keep_directory('token_directory', 'token_hash');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of email on users for each row
  execute function keep_directory('email_directory', 'email');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of slug on appointment_types for each row
  execute function keep_directory('slug_directory', 'slug');
--> statement-breakpoint
create trigger keep_directory after insert or delete or update of external_id on accounts for each row
  execute function keep_directory('account_directory', 'external_id');
--> statement-breakpoint
-- Behind the triggers, whose making waits for whoever writes at this moment.
insert into session_directory select token_hash, organization_id from sessions;
--> statement-breakpoint
insert into token_directory select token_hash, organization_id from one_time_tokens;
--> statement-breakpoint
insert into email_directory select distinct email, organization_id from users;
--> statement-breakpoint
insert into slug_directory select slug, organization_id from appointment_types;
--> statement-breakpoint
insert into account_directory select external_id, organization_id from accounts where external_id is not null;
--> statement-breakpoint
-- Two steps, so that the second one is of one organization.
create or replace function session_holder(hash bytea)
  returns table (organization_id uuid, id uuid, role role)
  language plpgsql stable security definer rows 1 set search_path = pg_catalog, public, pg_temp as $$
declare
  whose uuid;
begin
  select d.organization_id into whose from session_directory d where d.token_hash = hash;
  return query
    select u.organization_id, u.id, u.role
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
    where s.organization_id = whose and s.token_hash = hash and s.expires_at > now();
end $$;
