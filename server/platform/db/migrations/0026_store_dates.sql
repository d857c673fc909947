ALTER TABLE "organizations" ADD COLUMN "day_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "week_start" smallint DEFAULT 0 NOT NULL;
