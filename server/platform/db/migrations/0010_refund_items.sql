ALTER TABLE "refunds" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "items" jsonb DEFAULT '[]'::jsonb NOT NULL;
