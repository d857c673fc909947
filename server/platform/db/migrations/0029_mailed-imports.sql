ALTER TABLE "saved_imports" ADD COLUMN "mail_tag" text;--> statement-breakpoint
ALTER TABLE "saved_imports" ADD COLUMN "senders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_imports" ADD COLUMN "mailed" jsonb DEFAULT '[]'::jsonb NOT NULL;
