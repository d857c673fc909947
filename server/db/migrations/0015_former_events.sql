CREATE TABLE "former_events" (
	"organization_id" uuid NOT NULL,
	"calendar_id" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_events_organization_id_calendar_id_booking_id_pk" PRIMARY KEY("organization_id","calendar_id","booking_id")
);
--> statement-breakpoint
ALTER TABLE "former_events" ADD CONSTRAINT "former_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_events_due" ON "former_events" USING btree ("due_at");
--> statement-breakpoint
alter table former_events enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on former_events to crm_app;
--> statement-breakpoint
create policy own on former_events to crm_app using (organization_id = (select current_organization()));
