CREATE INDEX "mails_kept" ON "mails" USING btree ("organization_id","created_at") WHERE state = 'kept';--> statement-breakpoint
-- What the store's own account took went nowhere, for a store whose mail leaves has another word there.
update mails set state = 'kept', sent_at = null, reason = 'No email leaves this store yet'
  where state = 'sent' and via = 'local';
