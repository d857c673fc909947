DROP INDEX "journal_actor";--> statement-breakpoint
CREATE INDEX "journal_person" ON "journal" USING btree ("organization_id","actor_id","id") WHERE actor_kind = 'person';--> statement-breakpoint
CREATE INDEX "journal_actor" ON "journal" USING btree ("organization_id","actor_kind","id") WHERE actor_kind <> 'person';
--> statement-breakpoint
-- Its new columns are made by the database, and need no memory.
select keep_journal_of('contacts', 'contact', '{version,updated_at,search}');
--> statement-breakpoint
-- Who waits goes with the contact or the type, and comes back with them.
select keep_journal_of('wishes', 'wish', '{version,updated_at,rank,known,request_key}');
--> statement-breakpoint
select keep_journal_of('offers', 'offer', '{updated_at,held_until}');
