-- What server/db/search.ts makes of Latin text: for what is searched but written in many places, and for old notes.
create function latin_fold(written text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(
      translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f''’ʼ`]', '', 'g')), 'łŁøØđĐðÐı‐–—', 'llooddddi---'),
      'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
    '\s+', ' ', 'g')
$$;
--> statement-breakpoint
-- Named with its schema: a dump is restored, and a column made, with no search path.
create function mail_search(to_name text, to_address text, subject text) returns text
  language sql immutable parallel safe as $$
  select ' ' || public.latin_fold(to_name || ' ' || to_address || ' ' || coalesce(subject, ''))
$$;
--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "search" text GENERATED ALWAYS AS (mail_search(to_name, to_address, subject)) STORED;--> statement-breakpoint
CREATE INDEX "notes_created" ON "notes" USING btree ("organization_id","created_at","id");
--> statement-breakpoint
update notes set search = ' ' || latin_fold(content);
--> statement-breakpoint
-- As the contacts' index.
create index notes_search on notes using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
--> statement-breakpoint
create index mails_search on mails using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
