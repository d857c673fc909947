CREATE TABLE "letters" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"contact_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"thread" text NOT NULL,
	"direction" text NOT NULL,
	"address" text NOT NULL,
	"from_address" text NOT NULL,
	"from_name" text NOT NULL,
	"to" jsonb NOT NULL,
	"cc" jsonb NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text,
	"is_cut" boolean DEFAULT false NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"message_id" text,
	"in_reply_to" text,
	"refs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shared" text DEFAULT 'no' NOT NULL,
	"shared_by" text,
	"state" text,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letters_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid,
	"shares_all" boolean DEFAULT false NOT NULL,
	"folders" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"read_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	CONSTRAINT "mailboxes_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_once" ON "letters" USING btree ("organization_id","user_id","hash","contact_id");--> statement-breakpoint
CREATE INDEX "letters_contact" ON "letters" USING btree ("organization_id","contact_id","at","id");--> statement-breakpoint
CREATE INDEX "letters_thread" ON "letters" USING btree ("organization_id","user_id","thread");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("due_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "letters_leased" ON "letters" USING btree ("lease_until") WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX "mailboxes_due" ON "mailboxes" USING btree ("next_at") WHERE next_at is not null;
--> statement-breakpoint
alter table mailboxes add constraint mailboxes_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade;
--> statement-breakpoint
alter table letters add constraint letters_user_fk
  foreign key (organization_id, user_id) references users (organization_id, id) on delete set null (user_id);
--> statement-breakpoint
-- Who acts in this transaction, where that is a person (server/db/actor.ts); null for everybody else, and outside of one.
create function current_person() returns uuid language sql stable parallel safe
  return case when nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind' = 'person'
    then (nullif(current_setting('app.actor', true), '')::jsonb ->> 'id')::uuid end;
--> statement-breakpoint
alter table mailboxes enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on mailboxes to crm_app;
--> statement-breakpoint
create policy own on mailboxes to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
alter table letters enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on letters to crm_app;
--> statement-breakpoint
-- What its person shares with nobody is theirs alone, whichever question is asked: also the owner's, and by mistake.
create policy own on letters to crm_app using (organization_id = (select current_organization())
  and (shared <> 'no' or user_id = (select current_person())));
--> statement-breakpoint
-- Who is removed takes along what was theirs alone. Runs as the owner: nobody else sees it.
create function remove_private_letters() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from letters where organization_id = old.organization_id and user_id = old.id and shared = 'no';
  return old;
end $$;
--> statement-breakpoint
create trigger private_letters before delete on users for each row execute function remove_private_letters();
--> statement-breakpoint
-- Erases the mail of a person who is to be forgotten, whosever it is.
create function erase_letters(person uuid[], emails text[]) returns void language sql security definer
  set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from letters where organization_id = current_organization()
    and (contact_id = any (person) or address = any (emails));
end;
--> statement-breakpoint
-- With the last memory of a deleted contact goes the mail that they might have come back to.
create function remove_orphaned_letters() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from letters using gone
  where gone.kind = 'contact' and letters.organization_id = gone.organization_id and letters.contact_id = gone.record_id
    and not exists (select from contacts where contacts.organization_id = gone.organization_id
      and (contacts.id = gone.record_id or contacts.merged <> '{}' and gone.record_id = any (contacts.merged)))
    and not exists (select from journal where journal.organization_id = gone.organization_id
      and journal.record_id = gone.record_id and journal.action = 'deleted' and journal.was is not null);
  return null;
end $$;
--> statement-breakpoint
create trigger orphaned_letters after update on journal referencing new table as gone
  for each statement execute function remove_orphaned_letters();
--> statement-breakpoint
create trigger forgotten_letters after delete on journal referencing old table as gone
  for each statement execute function remove_orphaned_letters();
