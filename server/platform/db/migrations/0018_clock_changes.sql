ALTER TABLE "organizations" ADD COLUMN "clocks" jsonb;--> statement-breakpoint
CREATE INDEX "organizations_clocks" ON "organizations" USING btree ("created_at") WHERE clocks is null;
--> statement-breakpoint
select keep_journal_of('organizations', 'organization', '{updated_at,setup,is_demo}', '{line_due_at,clocks}');
