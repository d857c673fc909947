DROP INDEX "journal_said_no";--> statement-breakpoint
CREATE INDEX "journal_said_no" ON "journal" USING btree ("organization_id") WHERE kind = 'contact' and action = 'deleted' and (reason is null or reason = 'merge')
        and (was->>'consent' = 'withdrawn' or was->>'no_texts_at' is not null);
