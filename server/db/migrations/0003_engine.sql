CREATE TABLE "password_resets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"address" text NOT NULL,
	"external_id" text,
	"secrets" text,
	"error" text,
	"calendar_id" text,
	"availability" jsonb,
	"next_mail_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"door" text NOT NULL,
	"who" text NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attempts_door_who_pk" PRIMARY KEY("door","who")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"trigger_type" text NOT NULL,
	"schedule" text,
	"conditions" jsonb NOT NULL,
	"action_type" text NOT NULL,
	"template_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"paused_reason" text,
	"activated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automations_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"automation_id" uuid,
	"occurrence" text,
	"contact_id" uuid,
	"booking_id" uuid,
	"to_address" text NOT NULL,
	"to_name" text NOT NULL,
	"subject" text,
	"text" text,
	"html" text,
	"ics" text,
	"ics_method" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"message_id" text,
	"via" text,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"organization_id" uuid NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_organization_id_address_reason_pk" PRIMARY KEY("organization_id","address","reason")
);
--> statement-breakpoint
CREATE TABLE "appointment_types" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"default_meeting_length" integer NOT NULL,
	"days_in_advance" double precision NOT NULL,
	"slug" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointment_types_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"appointment_type_id" uuid,
	"title" text NOT NULL,
	"contact_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text,
	"note" text,
	"timezone" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'CONFIRMED' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"request_key" text NOT NULL,
	"calendar_state" text DEFAULT 'pending' NOT NULL,
	"calendar_attempts" integer DEFAULT 0 NOT NULL,
	"calendar_due_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"organization_id" uuid NOT NULL,
	"calendar_id" text NOT NULL,
	"uid" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"is_all_day" boolean DEFAULT false NOT NULL,
	"is_transparent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_events_organization_id_calendar_id_uid_pk" PRIMARY KEY("organization_id","calendar_id","uid")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "mini_ext_id" text;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_organization_id_user_id_users_organization_id_id_fk" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."users"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_organization_id_template_id_templates_organization_id_id_fk" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_types" ADD CONSTRAINT "appointment_types_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "account_links_user" ON "account_links" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_external" ON "accounts" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "automations_created" ON "automations" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "automations_template" ON "automations" USING btree ("organization_id","template_id");--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("next_run_at") WHERE is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("organization_id","automation_id","contact_id","occurrence");--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_automation" ON "mails" USING btree ("organization_id","automation_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_contact" ON "mails" USING btree ("organization_id","contact_id","sent_at");--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ("organization_id","sent_at");--> statement-breakpoint
CREATE INDEX "mails_booking" ON "mails" USING btree ("organization_id","booking_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "mails_leased" ON "mails" USING btree ("lease_until") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "appointment_types_created" ON "appointment_types" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_types_slug" ON "appointment_types" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_request" ON "bookings" USING btree ("organization_id","request_key");--> statement-breakpoint
CREATE INDEX "bookings_start" ON "bookings" USING btree ("organization_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_created" ON "bookings" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_contact" ON "bookings" USING btree ("organization_id","contact_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_calendar_due" ON "bookings" USING btree ("calendar_due_at");--> statement-breakpoint
CREATE INDEX "calendar_events_start" ON "calendar_events" USING btree ("organization_id","calendar_id","starts_at");