CREATE TABLE "known_devices" (
	"account" "bytea" NOT NULL,
	"device" "bytea" NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_account_device_pk" PRIMARY KEY("account","device")
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "everybody_deletes_contacts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "setup" jsonb;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "connected_by" uuid;--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "login_failures_address" ON "login_failures" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "users_of_email" ON "users" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
-- Nobody but the host itself looks at these.
alter table known_devices enable row level security;
--> statement-breakpoint
alter table reset_requests enable row level security;
--> statement-breakpoint
-- example.com is nobody's, so a store of these three people is the seed's.
update organizations set is_demo = true where name = 'Marlow & Finch' and (select count(*) from users
  where organization_id = organizations.id
    and email in ('owner@example.com', 'admin@example.com', 'staff@example.com')) = 3;
