ALTER TABLE "organizations" ADD COLUMN "mail_limits" jsonb;--> statement-breakpoint
-- One reason for all emails that can't leave.
update mails set reason = 'No email account is connected' where state = 'kept' and reason = 'No email leaves this store yet';
