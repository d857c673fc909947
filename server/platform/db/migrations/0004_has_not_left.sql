ALTER TABLE "mails" ADD COLUMN "has_not_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "has_not_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The journal keeps nothing of the host's own work.
drop trigger journal_changed on mails;
--> statement-breakpoint
create trigger journal_changed after update on mails referencing old table as removed new table as added
  for each statement execute function keep_journal('mail', '{state,reason,attempts,due_at,updated_at,lease_until,has_not_left}', '{text,html,ics,search,message_id}');
