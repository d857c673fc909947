CREATE TABLE "segments" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"segment" text NOT NULL,
	"sort" text,
	"user_id" uuid,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segments_user" ON "segments" USING btree ("organization_id","user_id");
--> statement-breakpoint
alter table segments add constraint segments_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
alter table segments enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on segments to crm_app;
--> statement-breakpoint
create policy own on segments to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('segments', 'segment', '{version,updated_at}');
