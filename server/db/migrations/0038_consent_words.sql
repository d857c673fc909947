ALTER TABLE "contacts" ADD COLUMN "consent_by" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent_said" text;