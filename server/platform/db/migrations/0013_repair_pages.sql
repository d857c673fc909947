ALTER TABLE "repairs" ADD COLUMN "estimate_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "repairs" ADD COLUMN "approved_total" numeric;--> statement-breakpoint
ALTER TABLE "repairs" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "repairs" ADD COLUMN "call_asked_at" timestamp (3) with time zone;
--> statement-breakpoint
select keep_journal_of('repairs', 'repair', '{version,updated_at,search,contact_name,steps,state_at,state_by,estimate_version}', '{}');
