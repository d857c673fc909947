ALTER TABLE "purchases" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "own_fields" ADD COLUMN "of" text DEFAULT 'contacts' NOT NULL;
--> statement-breakpoint
-- What sales are found by of the store's own fields: as of contacts, after a tab.
create trigger own_search_added before insert on purchases for each row when (new.fields <> '{}')
  execute function keep_own_search();
--> statement-breakpoint
create trigger own_search_changed before update of search, fields on purchases for each row
  when (new.fields <> '{}' or strpos(new.search, E'\t') > 0 or old.fields <> '{}') execute function keep_own_search();
