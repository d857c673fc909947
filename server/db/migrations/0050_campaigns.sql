CREATE TABLE "campaigns" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"template_id" uuid,
	"conditions" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"wall" text,
	"due_at" timestamp (3) with time zone,
	"subject" text,
	"content" text,
	"started_at" timestamp (3) with time zone,
	"mark_at" timestamp (3) with time zone,
	"mark_id" uuid,
	"frozen_at" timestamp (3) with time zone,
	"audience" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"created_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "campaign_id" uuid;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organization_id_template_id_templates_organization_id_id_fk" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaigns_created" ON "campaigns" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "campaigns_template" ON "campaigns" USING btree ("organization_id","template_id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_campaign_once" ON "mails" USING btree ("organization_id","campaign_id","contact_id","occurrence") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "mails_campaign" ON "mails" USING btree ("organization_id","campaign_id","created_at","id") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "mails_campaign_state" ON "mails" USING btree ("organization_id","campaign_id","state","id") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "suppressions_mail" ON "suppressions" USING btree ("organization_id","mail_id") WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("organization_id",(case kind when 'automation' then 1 when 'campaign' then 2 else 0 end),"due_at") WHERE state = 'queued';--> statement-breakpoint
alter table mails add constraint mails_campaign_fk
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  on delete set null (campaign_id);
--> statement-breakpoint
alter table campaigns enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on campaigns to crm_app;
--> statement-breakpoint
create policy own on campaigns to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
select keep_journal_of('campaigns', 'campaign',
  '{version,updated_at,due_at,started_at,finished_at,mark_at,mark_id,frozen_at,audience}');
