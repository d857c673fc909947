CREATE TABLE "restores" (
	"restored_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"host_secret" text
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "held_since" timestamp (3) with time zone;
--> statement-breakpoint
-- The host's alone: no organization's work reaches it.
alter table restores enable row level security;
--> statement-breakpoint
-- Whether the host serves one store (and a demo): then what is the whole host's is that store's, too.
create function is_only_organization() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from organizations where not is_demo and id <> current_organization())
$$;
