ALTER TABLE "note_files" ALTER COLUMN "note_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "note_files" ADD COLUMN "repair_id" uuid;--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_organization_id_repair_id_repairs_organization_id_id_fk" FOREIGN KEY ("organization_id","repair_id") REFERENCES "public"."repairs"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_files_repair" ON "note_files" USING btree ("organization_id","repair_id") WHERE repair_id is not null;--> statement-breakpoint
ALTER TABLE "note_files" ADD CONSTRAINT "note_files_has_one" CHECK ((note_id is null) <> (repair_id is null));
