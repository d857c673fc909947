CREATE INDEX "contacts_refused" ON "contacts" USING btree ("organization_id","email_key") WHERE consent = 'withdrawn' and email_key <> '';
