ALTER TABLE "organizations" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "method_names" jsonb DEFAULT '{}'::jsonb NOT NULL;
