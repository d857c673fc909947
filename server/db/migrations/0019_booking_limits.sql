ALTER TABLE "organizations" ADD COLUMN "open_appointments" smallint DEFAULT 5 NOT NULL;
--> statement-breakpoint
alter table organizations add constraint organizations_open_appointments check (open_appointments between 1 and 50);
--> statement-breakpoint
-- A store counts what its visitors book where it books: in the same transaction, one by one, and nothing else.
grant select, insert, update on attempts to crm_app;
--> statement-breakpoint
create policy booked on attempts to crm_app
  using (door = 'booked' and split_part(who, ' ', 1) = (select current_organization())::text);
