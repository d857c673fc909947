CREATE INDEX "repairs_workshop" ON "repairs" USING btree ("organization_id","workshop") WHERE workshop is not null;

--> statement-breakpoint
create index repairs_search on repairs using gin (organization_id, search gin_trgm_ops) with (fastupdate = off);
