ALTER TABLE "contacts" ADD COLUMN "source" text DEFAULT (nullif(current_setting('app.actor', true), '')::jsonb ->> 'kind');
--> statement-breakpoint
-- Of the cards that the store has, as far as its history says.
update contacts set source = made.actor_kind
  from (select distinct on (organization_id, record_id) organization_id, record_id, actor_kind from journal
    where kind = 'contact' and action = 'created' and reason is null order by organization_id, record_id, id) as made
  where made.organization_id = contacts.organization_id and made.record_id = contacts.id;
