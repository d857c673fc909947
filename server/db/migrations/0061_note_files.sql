CREATE TABLE "file_parts" (
	"organization_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "file_parts_organization_id_file_id_part_pk" PRIMARY KEY("organization_id","file_id","part")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"contact_id" uuid,
	"bytes" integer NOT NULL,
	"type" text,
	"width" integer,
	"height" integer,
	"is_ready" boolean DEFAULT false NOT NULL,
	"keep_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "files_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "note_files" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "note_files_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_organization_id_file_id_files_organization_id_id_fk" FOREIGN KEY ("organization_id","file_id") REFERENCES "public"."files"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_id_files_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."files"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_note_id_notes_organization_id_id_fk" FOREIGN KEY ("organization_id","note_id") REFERENCES "public"."notes"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_contact" ON "files" USING btree ("organization_id","contact_id");--> statement-breakpoint
CREATE INDEX "files_loose" ON "files" USING btree ("organization_id","user_id") WHERE contact_id is null;--> statement-breakpoint
CREATE INDEX "files_going" ON "files" USING btree ("keep_until") WHERE keep_until is not null;--> statement-breakpoint
CREATE INDEX "note_files_note" ON "note_files" USING btree ("organization_id","note_id");
--> statement-breakpoint
alter table files enable row level security;
--> statement-breakpoint
alter table file_parts enable row level security;
--> statement-breakpoint
alter table note_files enable row level security;
--> statement-breakpoint
grant select, insert, update, delete on files, file_parts, note_files to crm_app;
--> statement-breakpoint
create policy own on files to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on file_parts to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
create policy own on note_files to crm_app using (organization_id = (select current_organization()));
--> statement-breakpoint
-- What no note has any more stays as long as the note may come back from the trash, and a day.
create function note_files_kept() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update files set keep_until = now() + interval '31 days'
      where organization_id = old.organization_id and id = old.id;
  else
    update files set keep_until = null where organization_id = new.organization_id and id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger note_files_kept after insert or delete on note_files for each row execute function note_files_kept();
--> statement-breakpoint
select keep_journal_of('note_files', 'file', '{}');
