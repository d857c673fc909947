ALTER TABLE "calendar_events" ADD COLUMN "external_id" text;--> statement-breakpoint
CREATE INDEX "calendar_events_external" ON "calendar_events" USING btree ("organization_id","external_id");