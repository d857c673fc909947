ALTER TABLE "files" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
CREATE INDEX "files_draft" ON "files" USING btree ("organization_id","draft_id") WHERE draft_id is not null;
