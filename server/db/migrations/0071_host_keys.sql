CREATE TABLE "host_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"sealed" text,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
alter table host_keys enable row level security;
