DROP INDEX "mails_due";--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("organization_id",(kind = 'automation'),"due_at") WHERE state = 'queued';