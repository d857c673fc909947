ALTER TABLE "purchases" ADD COLUMN "sold_by" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "sold_by_id" uuid;