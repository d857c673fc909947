ALTER TABLE "repairs" ADD COLUMN "deposit_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "repair_id" uuid;--> statement-breakpoint
CREATE INDEX "notes_repair" ON "notes" USING btree ("organization_id","repair_id") WHERE repair_id is not null;
--> statement-breakpoint
alter table notes add constraint notes_repair_id_fk
  foreign key (organization_id, repair_id) references repairs(organization_id, id) on delete set null (repair_id);
