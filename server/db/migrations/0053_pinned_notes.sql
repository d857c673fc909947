ALTER TABLE "notes" ADD COLUMN "pinned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "pinned_by" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "mentions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "user_id" uuid;--> statement-breakpoint
CREATE INDEX "notes_pinned" ON "notes" USING btree ("organization_id","contact_id") WHERE pinned_at is not null;