ALTER TABLE "repairs" ADD COLUMN "sale_id" uuid;--> statement-breakpoint
CREATE INDEX "repairs_sale" ON "repairs" USING btree ("organization_id","sale_id") WHERE sale_id is not null;
--> statement-breakpoint
alter table repairs add constraint repairs_sale_id_fk
  foreign key (organization_id, sale_id) references purchases(organization_id, id) on delete set null (sale_id);
