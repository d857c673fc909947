ALTER TABLE "contacts" ADD COLUMN "no_texts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "no_texts_by" text;
