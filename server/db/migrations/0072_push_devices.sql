CREATE TABLE "push_devices" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"waiting" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_devices_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_devices_session" ON "push_devices" USING btree ("organization_id","user_id","session_id");--> statement-breakpoint
CREATE INDEX "push_devices_due" ON "push_devices" USING btree ("due_at") WHERE "push_devices"."due_at" is not null;--> statement-breakpoint
alter table push_devices enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on push_devices to crm_app;
--> statement-breakpoint
create policy own on push_devices to crm_app using (organization_id = (select current_organization()));
